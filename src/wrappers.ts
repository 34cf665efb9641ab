/** Objects of frameworks that hold an object of WebGPU. A call refuses them and says which member to pass. */

/** Members of TypeGPU, luma.gl, three.js, tfjs, ONNX Runtime, Babylon and PlayCanvas that hold objects of WebGPU. */
const MEMBERS = [
  ...['device', 'handle', 'gpuBuffer', 'buffer', 'backend', '_device', 'wgpu', 'impl', 'underlyingResource'],
  ...['encoder', 'commandEncoder', 'renderer', 'engine'],
];

function memberAt(value: unknown, name: string): unknown {
  try {
    return (Object(value) as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** The path of a member that `is` accepts, such as `.backend.device`. It has at most two names. */
function pathOf(value: unknown, is: (value: object) => boolean, depth: number): string | undefined {
  for (const name of MEMBERS) {
    const member = Object(memberAt(value, name)) as object;
    if (is(member)) return `.${name}`;
    const inner = depth > 1 ? pathOf(member, is, depth - 1) : undefined;
    if (inner) return `.${name}${inner}`;
  }
  return typeof memberAt(value, 'unwrap') === 'function' ? '.unwrap(…)' : undefined;
}

/** What a message adds to an allowed object if the object found holds one. */
export function insteadOf(value: unknown, is: (value: object) => boolean): string {
  const path = value ? pathOf(value, is, 2) : undefined;
  return path ? `: pass its ${path}` : '';
}
