/** A call on host arrays as a program of about ten lines. */

/** Longer arrays are cut in the program. */
const MAX_ITEMS = 400;

const hex = (word: number) => `0x${word.toString(16)}`;

function list(items: Iterable<unknown>, count: number): string {
  const shown = Array.from(items, (item) => (typeof item === 'bigint' ? `${item}n` : `${item}`)).slice(0, MAX_ITEMS);
  return `${shown.join(', ')}${count > MAX_ITEMS ? `, /* ${count - MAX_ITEMS} more */` : ''}`;
}

/** Floats by their bits, which keep a NaN's payload and a zero's sign. */
function floats(array: Float32Array | Float64Array): string {
  const words = new Uint32Array(array.buffer.slice(array.byteOffset, array.byteOffset + array.byteLength));
  const text = list(Array.from(words, hex), words.length);
  return `new ${array.constructor.name}(Uint32Array.of(${text}).buffer)`;
}

/** A value as JavaScript. */
export function literal(value: unknown): string {
  if (value instanceof Float32Array || value instanceof Float64Array) return floats(value);
  if (ArrayBuffer.isView(value)) {
    const array = value as Uint32Array;
    return `${array.constructor.name}.of(${list(array, array.length)})`;
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{ ${members.map(([name, member]) => `${name}: ${literal(member)}`).join(', ')} }`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** The program of a call with these arguments after the device. */
export function programOf(name: string, args: readonly unknown[]): string {
  return [
    `import { ${name} } from 'webgpu-segmented';`,
    "import { requestDevice } from 'webgpu-segmented/node';",
    'const device = await requestDevice({ quiet: true });',
    `const result = await ${name}(`,
    '  device,',
    ...args.map((arg) => `  ${literal(arg)},`),
    ');',
    'console.log(result);',
    'device.destroy();',
    '',
  ].join('\n');
}
