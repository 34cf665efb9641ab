/**
 * Vulkan drivers whose compilers check the kernels, and the GPUs that each driver sees. No GPU is needed: the shim, a
 * preloaded library, answers the driver in place of the operating system's GPU driver.
 *
 *   so     the driver's file          shim   the shim's file
 *   env    environment of a GPU       ids    GPUs of the full run
 */
export const DRIVERS = {
  amd: {
    so: 'libvulkan_radeon.so',
    shim: 'libamdgpu_noop_drm_shim.so',
    env: (id) => ({ AMDGPU_GPU_ID: id }),
    ids: ['polaris10', 'vega10', 'navi21', 'navi31', 'gfx1150'],
  },
  intel: {
    so: 'libvulkan_intel.so',
    shim: 'libpaper_drm.so',
    env: (id) => ({ PAPER_GPU: id }),
    ids: ['skl', 'tgl', 'dg2', 'lnl'],
  },
  nvidia: {
    so: 'libvulkan_nouveau.so',
    shim: 'libnouveau_noop_drm_shim.so',
    env: (id) => ({
      NOUVEAU_CHIPSET: { turing: '164', ampere: '174' }[id] ?? id,
      NVK_I_WANT_A_BROKEN_VULKAN_DRIVER: '1',
    }),
    ids: ['turing', 'ampere'],
  },
  apple: { so: 'libvulkan_asahi.so', shim: 'libasahi_noop_drm_shim.so', env: () => ({}), ids: ['m1'] },
  qualcomm: {
    so: 'libvulkan_freedreno.so',
    shim: 'libfreedreno_noop_drm_shim.so',
    env: (id) => ({ FD_GPU_ID: id }),
    ids: ['660', '730'],
  },
};

/** The names that drivers give one figure. `spills` and `scratch` are what is stored in memory. */
const NAMES = {
  instructions: ['Instruction Count', 'Instruction count', 'Instructions'],
  cycles: ['Cycle Count', 'Static cycle count', 'Inverse Throughput', 'ALU'],
  spills: ['Spill Count', 'Spills to memory', 'Spills', 'STP Count', 'Spilled VGPRs'],
  scratch: ['Scratch Memory Size', 'SLM size', 'Scratch', 'Scratch size', 'Stack Size'],
  registers: ['Max live registers', 'Number of GPRs', 'GPRs', 'Registers used', 'VGPRs', 'Register Count'],
  workgroupBytes: ['Workgroup Memory Size', 'LDS size'],
};

/** The figures of one executable, with the same names for every driver. Figures that a driver lacks are left out. */
export function figuresOf({ subgroup, stats }) {
  const found = Object.entries(NAMES).map(([figure, names]) => [figure, stats[names.find((name) => name in stats)]]);
  return { subgroup, ...Object.fromEntries(found.filter(([, value]) => value !== undefined)) };
}
