/** The plans and kernels of a wide set of requests agree with tests/snapshots. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { legibleKernel } from './legible.ts';
import { snapshotOf } from './snapshot.ts';
import { wideSet } from './wide-set.ts';

const FOLDER = 'tests/snapshots';
const KERNELS = path.join(FOLDER, 'kernels');
const UPDATE = process.env.UPDATE_SNAPSHOTS === '1';

/** A kernel of each stage and variant: the plan that has it, and its name in the plan. */
const SHOWN: Readonly<Record<string, readonly [plan: string, kernel: string]>> = {
  'partition_setup.gpu': ['gpu: u32 keys', 'setup'],
  'partition_count.gpu': ['gpu: u32 keys', 'partition/count'],
  'partition_count.software': ['swiftshader: u32 keys', 'partition/count'],
  'partition_finish.gpu': ['gpu: u32 keys', 'partition/finish'],
  'partition_scatter.gpu': ['gpu: u32 keys', 'partition/scatter'],
  'partition_scatter.software': ['swiftshader: u32 keys', 'partition/scatter'],
  'scan_reduce.gpu': ['gpu: u32 keys of many segments', 'scan/reduce'],
  'scan_spine.gpu': ['gpu: u32 keys of many segments', 'scan/spine'],
  'scan_apply.gpu': ['gpu: u32 keys of many segments', 'scan/apply'],
  'sort_small_joined.gpu': ['gpu: u32 keys', 'sort/small 4 to 64'],
  'sort_small_512.gpu': ['gpu: u32 keys', 'sort/small 512'],
  'sort_small_16.software': ['swiftshader: u32 pairs', 'sort/small 16'],
  'sort_small_16_looped.software': ['lavapipe: u32 keys', 'sort/small 16'],
  'sort_medium_radix.gpu': ['gpu: u32 pairs', 'sort/medium 1024'],
  'sort_large_downsweep_ballots.gpu': ['nvidia: u32 pairs', 'sort/large downsweep'],
  'sort_medium_radix.software': ['swiftshader: u32 pairs in place', 'sort/medium'],
  'sort_medium_runs.software': ['swiftshader: u64 keys', 'sort/runs'],
  'sort_medium_run_merger.software': ['swiftshader: u32 keys', 'sort/merge of 4 runs'],
  'sort_large_upsweep.gpu': ['gpu: u32 pairs', 'sort/large upsweep'],
  'sort_large_upsweep.software': ['swiftshader: u32 pairs', 'sort/large upsweep'],
  'sort_large_columns.gpu': ['gpu: u32 pairs', 'sort/large columns'],
  'sort_large_columns.software': ['swiftshader: u32 pairs', 'sort/large columns'],
  'sort_large_downsweep.gpu': ['gpu: u32 pairs', 'sort/large downsweep'],
  'sort_large_downsweep.software': ['swiftshader: u32 pairs', 'sort/large downsweep'],
  'sort_merge_medium_merge.gpu': ['gpu: compare', 'sort/medium 512'],
  'sort_merge_medium_merge.software': ['swiftshader: compare', 'sort/medium 8192 merge'],
  'sort_merge_large_runs.gpu': ['gpu: compare', 'sort/large runs'],
  'sort_merge_large_runs.software': ['swiftshader: compare', 'sort/large runs'],
  'sort_merge_large_cuts.gpu': ['gpu: compare', 'sort/large cuts'],
  'sort_merge_large_merge.gpu': ['gpu: compare', 'sort/large merge'],
  'sort_merge_large_merge.software': ['swiftshader: compare', 'sort/large merge'],
  sort_convert_widen: ['gpu: i8 keys', 'sort/convert/widen'],
  sort_convert_gather: ['gpu: u32 with values of 8 bytes', 'sort/convert/gather'],
  'reduce_sweep_tiles.gpu': ['gpu: f32 sum', 'reduce/sweep tiles'],
  'reduce_sweep_tiles.software': ['swiftshader: f32 sum', 'reduce/sweep tiles'],
  'reduce_sweep_join.gpu': ['gpu: f32 sum', 'reduce/sweep join'],
  'reduce_sweep_join.software': ['swiftshader: f32 sum', 'reduce/sweep join'],
  reduce_segments: ['gpu: f32 sum by begin and end', 'reduce/small 64'],
  reduce_large_tiles: ['gpu: f32 sum by begin and end', 'reduce/large tiles'],
  reduce_large_partials: ['gpu: f32 sum by begin and end', 'reduce/large partials'],
  'group_count.gpu': ['gpu: groups of u32', 'group/boundaries/count'],
  'group_number.gpu': ['gpu: groups of u32', 'group/boundaries/number'],
  'group_number.software': ['swiftshader: groups of sorted i64', 'group/boundaries/number'],
  group_atomic_shared: ['gpu: u32 sums of 1000 groups', 'group/atomic/shared'],
  group_prepare: ['gpu: groups of f32, zeros tie, values of 4 bytes', 'group/prepare'],
  group_gather: ['gpu: gather of bytes', 'group/gather/kernel'],
  group_numbered: ['gpu: 1000 groups of sorted i32', 'group/numbered/offsets'],
  'select_count.gpu': ['gpu: top 100 of u32', 'select/count'],
  'select_count.software': ['swiftshader: top 100 of u32', 'select/count'],
  'select_descend.gpu': ['gpu: top 100 of u32', 'select/descend'],
  'select_keep.gpu': ['gpu: top 100 of u32', 'select/keep'],
  'select_keep.software': ['swiftshader: top 100 of u32', 'select/keep'],
  select_quantile_deliver: ['gpu: median of u32', 'select/quantile deliver'],
  reduce_deliver: ['gpu: several of i8', 'reduce/deliver'],
  'segmented_scan_fold.software': ['lavapipe: scan, f32 sum', 'segmented_scan/fold'],
  'segmented_scan_join.software': ['lavapipe: scan, f32 sum', 'segmented_scan/join'],
  'segmented_scan_apply.software': ['lavapipe: scan, f32 sum', 'segmented_scan/apply'],
  'segmented_scan_apply_no_tree.software': ['lavapipe: scan, u32 sum', 'segmented_scan/apply'],
};

/** Lines that only the first text has. */
const missing = (lines: string, from: string) => {
  const others = new Set(from.split('\n'));
  return lines.split('\n').filter((line) => !others.has(line));
};

/** The first lines that differ, of each side. */
function difference(file: string, is: string): string {
  const was = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (is === was) return '';
  const some = (sign: string, lines: readonly string[]) =>
    lines.slice(0, 8).map((line) => `  ${sign} ${line.slice(0, 200)}`);
  const [gone, come] = [missing(was, is), missing(is, was)];
  return [
    `${file}: ${gone.length} lines gone, ${come.length} new. If that is meant, run \`npm run snapshots\`, and look at the diff.`,
    ...some('-', gone),
    ...some('+', come),
  ].join('\n');
}

function check(file: string, text: string): void {
  if (UPDATE) writeFileSync(file, text);
  const differs = difference(file, text);
  if (differs) throw new Error(differs);
}

describe('a snapshot', () => {
  const plans = new Map(wideSet());
  if (UPDATE) {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(KERNELS, { recursive: true });
  }

  it('has the passes, bindings and memory of every plan', () => {
    check(path.join(FOLDER, 'plans.txt'), snapshotOf([...plans]));
  });

  it.each(Object.entries(SHOWN))('shows a kernel: %s', (file, [plan, name]) => {
    const kernel = plans.get(plan)?.passes.find((pass) => pass.kernel.name === name)?.kernel;
    if (!kernel) throw new Error(`${plan} has no kernel ${name}: SHOWN in this file names another one`);
    check(path.join(KERNELS, `${file}.wgsl`), legibleKernel(kernel));
  });

  it('has no kernel that no longer exists', () => {
    expect(readdirSync(KERNELS).sort()).toEqual(
      Object.keys(SHOWN)
        .map((file) => `${file}.wgsl`)
        .sort(),
    );
  });
});
