import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig, type Plugin } from 'vitest/config';
import { wgslModule } from './build/wgsl-text.ts';

/** `import kernel from './kernel.wgsl'`, as the package has it. */
const wgslImports: Plugin = {
  name: 'wgsl-text',
  enforce: 'pre',
  load(id) {
    if (id.endsWith('.wgsl')) return wgslModule(id);
    return undefined;
  },
};

// SwiftShader's compiler allocates and frees much. With these, glibc keeps freed memory, which saves a tenth of a run.
process.env.MALLOC_TRIM_THRESHOLD_ ??= '4000000000';
process.env.MALLOC_MMAP_THRESHOLD_ ??= '4000000000';
process.env.MALLOC_TOP_PAD_ ??= '67108864';

/**
 * Files whose kernels SwiftShader compiles longest, up to a minute, in five groups that take equally long. `npm test`
 * runs one group, by WEBGPU_SEGMENTED_TEST_TURN (tests/support/cases.ts), and all other files. A file that is named
 * runs. With rows other than the quick ones all files run.
 */
const TURNS = [
  [
    'contract/{argsort-host,device-loss,sort-compare,sort-plans}',
    'kernels/{reduce-bits,scan-edges,scratch-room,sort-blocks,sort-direct,sort-networks}',
    'ports/dpct-sort',
  ],
  [
    'contract/{host-inputs,leaks,reduce-plans,sort-compare-broken,top-k-plans}',
    'kernels/{races,schedules}',
    'plans/describe',
    'ports/{cub-scan,cub-topk,porting-guide}',
  ],
  [
    'contract/{quantile-sorted,reduce-forms,reduce-rare,reduce-several,sort-forms,sort-forms-host,sort-indices}',
    'contract/{top-k-forms,top-k-prefilter,tuning}',
  ],
  [
    'contract/{parts-reduce,plan-lifetime,reduce-accuracy,reduce-doubles,sort-orderby,special-values}',
    'kernels/{repeated,sort-classes,sort-edges,sort-look-back,sort-ranking}',
    'ports/empty-input',
  ],
  [
    'contract/{policies,quantile,reduce-custom,scan-custom,segment-forms,selection-appended,selection-medium,top-k-sift}',
    'kernels/scan-look-back',
    'plans/profile',
    'ports/{arrow,arrow-doubles,dpct-reduce}',
  ],
];

function inOtherTurns(): string[] {
  const named = process.argv.slice(2).some((word) => !/^(run|list|watch)$|^-/.test(word));
  if (named || (process.env.WEBGPU_SEGMENTED_TEST_ROWS ?? 'quick') !== 'quick') return [];
  // 120 turns give each row of a file (inTurn) a turn. Then comes the next group.
  const turn = Math.floor(Number(process.env.WEBGPU_SEGMENTED_TEST_TURN ?? 0) / 120) % TURNS.length;
  return TURNS.filter((_, i) => i !== turn).flatMap((files) => files.map((file) => `tests/${file}.test.ts`));
}

const source = (entry: string) => fileURLToPath(new URL(`src/${entry}index.ts`, import.meta.url));

export default defineConfig({
  plugins: [wgslImports],
  // Examples name the package, as their readers will: here that is its sources, so that no test waits for a build.
  resolve: {
    alias: [
      { find: /^webgpu-segmented$/, replacement: source('') },
      { find: /^webgpu-segmented\/(\w+)$/, replacement: source('$1/') },
    ],
  },
  test: {
    include: ['tests/**/*.test.ts', 'property-tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...inOtherTurns()],
    // Worker threads get a copy of process.env that native code does not see: the embedded adapter needs forks.
    pool: 'forks',
    maxWorkers: 2,
    // A suite whose rows all have another turn (tests/support/cases.ts, inTurn) is empty and passes. A run without any
    // test fails: tests/adapters/tally.mjs.
    passWithNoTests: true,
    // Files of one worker share its device and so its compiled pipelines: tests/support/use-device.ts.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
