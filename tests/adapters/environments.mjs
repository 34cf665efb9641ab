/** The software adapters that tests and benchmarks use, as environments of a child process. */
import { rmSync } from 'node:fs';
import { findLavapipe, lavapipeEnvironment, shaderCache } from './lavapipe.mjs';
import { maskLibrary, wideChanges, wideLavapipe } from './wide-lavapipe.mjs';

// The full mode tests any three factors on SwiftShader, and any two on lavapipe, where LLVM compiles a kernel for
// seconds.
function lavapipe(bits, more = {}) {
  return { lavapipe: true, env: { ...lavapipeEnvironment(bits), ...more } };
}

export const RUNS = {
  swiftshader: { env: { WEBGPU_SEGMENTED_ADAPTER: 'swiftshader' } },
  'lavapipe-128': lavapipe(128),
  'lavapipe-256': lavapipe(256),
  'lavapipe-512': lavapipe(512),
  /** Without immediate data, like older browsers. */
  'no-subgroups': lavapipe(256, {
    WEBGPU_SEGMENTED_TEST_SUBGROUPS: 'off',
    WEBGPU_SEGMENTED_TEST_IMMEDIATES: 'off',
  }),
  /** The subgroup sizes of NVIDIA's and AMD's GPUs, 32 and 64. LLVM compiles kernels with such vectors for minutes. */
  'lavapipe-1024': { ...lavapipe(1024), wide: true, onRequest: true },
  'lavapipe-2048': { ...lavapipe(2048), wide: true, masks: true, onRequest: true },
  /** The adapter that the system chooses, such as a GPU. It runs only if --only names it. */
  system: { env: { WEBGPU_SEGMENTED_ADAPTER: 'system' }, onRequest: true },
};

/** The runs and their environments. Prints which runs are omitted because lavapipe is missing. */
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
  const wide = icd ? wideDrivers(icd, names) : {};
  return names
    .filter((name) => !left.includes(name) && !(RUNS[name].wide && !wide[name]))
    .map((name) => ({ name, env: rowsOf(name, environment(RUNS[name].env, wide[name] ?? driverOf(RUNS[name], icd))) }));
}

function driverOf(run, icd) {
  return run.lavapipe ? { VK_ICD_FILENAMES: icd } : {};
}

/**
 * Per run with wide subgroups, the variables of its driver, which exists as long as this process. Prints what is missing.
 */
function wideDrivers(icd, names) {
  const wanted = names.filter((name) => RUNS[name].wide);
  if (wanted.length === 0) return {};
  const { folder, icd: wide, reason } = wideLavapipe(icd);
  if (reason) console.log(`no lavapipe with 32 or 64 lanes, its runs are left out: ${reason}`);
  if (reason) return {};
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const variables = { VK_ICD_FILENAMES: wide };
  const masks = wanted.some((name) => RUNS[name].masks) ? maskLibrary(folder) : {};
  if (masks.reason) console.log(`no lavapipe with 64 lanes, its runs are left out: ${masks.reason}`);
  return Object.fromEntries(
    wanted
      .filter((name) => !RUNS[name].masks || masks.library)
      .map((name) => [
        name,
        {
          ...variables,
          ...shaderCache(`${name}-${wideChanges()}`),
          ...(RUNS[name].masks ? { LD_PRELOAD: masks.library } : {}),
        },
      ]),
  );
}

/** The rows of the full matrix that a run has. */
function rowsOf(name, env) {
  const thinned = RUNS[name].lavapipe && env.WEBGPU_SEGMENTED_TEST_ROWS === 'full';
  return thinned ? { ...env, WEBGPU_SEGMENTED_TEST_ROWS: 'pairwise' } : env;
}

/** This process's environment, without variables that choose an adapter. */
function environment(more, driver) {
  const clean = Object.entries(process.env).filter(
    ([name]) => !/^(VK_|LP_|WEBGPU_SEGMENTED_(ADAPTER|TEST_SUBGROUPS)$)/.test(name),
  );
  return { ...Object.fromEntries(clean), ...more, ...driver };
}
