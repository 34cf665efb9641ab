/** The software adapters that tests and benchmarks run on, as environments of a child process. */
import { findLavapipe, lavapipeEnvironment } from './lavapipe.mjs';

// With full rows: any three factors on SwiftShader; any two on the others, where LLVM compiles every new kernel for seconds.
function lavapipe(bits, more = {}) {
  return { lavapipe: true, env: { ...lavapipeEnvironment(bits), ...more } };
}

export const RUNS = {
  swiftshader: { env: { WEBGPU_SEGMENTED_ADAPTER: 'swiftshader' } },
  'lavapipe-128': lavapipe(128),
  'lavapipe-256': lavapipe(256),
  'lavapipe-512': lavapipe(512),
  'no-subgroups': lavapipe(256, { WEBGPU_SEGMENTED_TEST_SUBGROUPS: 'off' }),
  /** The system's own choice, such as a GPU: only when named by --only. */
  system: { env: { WEBGPU_SEGMENTED_ADAPTER: 'system' }, onRequest: true },
};

/** The runs to make, with their environments; says which are left out for want of lavapipe. */
export function chosenRuns(only) {
  const names = only ?? Object.keys(RUNS).filter((name) => !RUNS[name].onRequest);
  const unknown = names.filter((name) => !(name in RUNS));
  if (unknown.length > 0) {
    console.error(`--only names '${unknown.join(', ')}'; allowed: ${Object.keys(RUNS).join(', ')}`);
    process.exit(2);
  }
  const icd = findLavapipe();
  const left = names.filter((name) => RUNS[name].lavapipe && !icd);
  if (left.length > 0) {
    console.log(`lavapipe is not installed (Debian: mesa-vulkan-drivers of backports), left out: ${left.join(', ')}`);
  }
  return names
    .filter((name) => !left.includes(name))
    .map((name) => ({ name, env: rowsOf(name, environment(RUNS[name].env, RUNS[name].lavapipe ? icd : undefined)) }));
}

/** The rows that a run takes of the full matrix. */
function rowsOf(name, env) {
  const thinned = RUNS[name].lavapipe && env.WEBGPU_SEGMENTED_TEST_ROWS === 'full';
  return thinned ? { ...env, WEBGPU_SEGMENTED_TEST_ROWS: 'pairwise' } : env;
}

/** This process's environment, without what would pick another adapter. */
function environment(more, icd) {
  const clean = Object.entries(process.env).filter(
    ([name]) => !/^(VK_|LP_|WEBGPU_SEGMENTED_(ADAPTER|TEST_SUBGROUPS)$)/.test(name),
  );
  return { ...Object.fromEntries(clean), ...(icd ? { VK_ICD_FILENAMES: icd } : {}), ...more };
}
