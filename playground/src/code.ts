/** The program for the call that the form describes, with a few sample items. */
import type { NumberType } from 'webgpu-segmented';
import { className } from './items.ts';
import { pieceBytes, type Settings } from './settings.ts';

const SAMPLE: Readonly<Record<string, string>> = {
  u: '8, 6, 7, 5, 3, 0, 9, 1',
  i: '8, -6, 7, 5, -3, 0, 9, 1',
  f: '8, 6.5, 7, 5, -3, 0, 9, 1',
};

function sampleItems(type: NumberType): string {
  if (type === 'f16') {
    return `{ type: 'f16', data: new Uint16Array([0x4800, 0x4680, 0x4700, 0x4500, 0xc200, 0, 0x4880, 0x3c00]) }`;
  }
  const numbers = SAMPLE[type[0] as string] as string;
  const big = type === 'u64' || type === 'i64';
  return `new ${className(type)}([${big ? numbers.replaceAll(/\d+/g, '$&n') : numbers}])`;
}

const DEVICE = `const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice(deviceDescriptor(adapter));`;

function segmentsText({ lengths }: Settings): string {
  if (lengths === 'fixed') return 'const segments = { size: 4 }; // segments of one size need no offsets';
  return 'const segments = [0, 3, 3, 8]; // segment i is segments[i] to segments[i + 1]';
}

const optionsText = (members: readonly string[]) => (members.length > 0 ? `, { ${members.join(', ')} }` : '');

function callOf(settings: Settings): { name: string; lines: string[] } {
  const { operation, operator, order, stable } = settings;
  const bytes = pieceBytes(settings);
  const tuning = bytes ? [`tuning: { maxBindingBytes: ${bytes} }`] : [];
  const options = optionsText([...(order === 'descending' ? [`order: 'descending'`] : []), ...tuning]);
  if (operation === 'reduce') {
    const both = operator === 'argmin' || operator === 'argmax';
    const call = `await segmentedReduce(device, values, segments, '${operator}'${optionsText(tuning)})`;
    return {
      name: 'segmentedReduce',
      lines: both
        ? [`const { values: extremes, indices } = ${call};`, 'console.log(extremes, indices);']
        : [`const results = ${call};`, 'console.log(results);'],
    };
  }
  if (operation === 'argsort') {
    const call = `await segmentedArgsort(device, keys, segments${options})`;
    return { name: 'segmentedArgsort', lines: [`const rows = ${call};`, 'console.log(rows);'] };
  }
  const name = `segmented${stable ? 'Stable' : ''}Sort${operation === 'sort' ? '' : 'ByKey'}`;
  if (operation === 'sort') {
    return { name, lines: [`const sorted = await ${name}(device, keys, segments${options});`, 'console.log(sorted);'] };
  }
  return {
    name,
    lines: [
      'const rows = Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7); // any values of 1, 2, 4, 8, 12 or 16 bytes',
      `const sorted = await ${name}(device, keys, rows, segments${options});`,
      'console.log(sorted.keys, sorted.values);',
    ],
  };
}

/** A call on arrays. */
export function callCode(settings: Settings): string {
  const { name, lines } = callOf(settings);
  const input = settings.operation === 'reduce' ? 'values' : 'keys';
  return [
    `import { deviceDescriptor, ${name} } from 'webgpu-segmented';`,
    '',
    DEVICE,
    '',
    `const ${input} = ${sampleItems(settings.type)};`,
    segmentsText(settings),
    ...lines,
    '',
  ].join('\n');
}

/** A plan that is recorded into an encoder, with the user's buffers and no readback. */
export function planCode(settings: Settings): string {
  const { operation, operator, type, order, stable, lengths } = settings;
  const isReduce = operation === 'reduce';
  const pairs = operation === 'sort by key' || operation === 'argsort';
  const create = isReduce ? 'createSegmentedReduce' : 'createSegmentedSort';
  const members = isReduce
    ? [`type: '${type}',`, `op: '${operator}',`]
    : [
        `keyType: '${type}',`,
        ...(pairs ? [`valueType: 'u32',`] : []),
        `order: '${order}',`,
        ...(stable ? ['stable: true,'] : []),
      ];
  const both = operator === 'argmin' || operator === 'argmax';
  const buffers = isReduce
    ? `input, output${both ? ', outputIndex' : ''}`
    : `keysIn, keysOut${pairs ? ', valuesIn, valuesOut' : ''}`;
  const segments = lengths === 'fixed' ? '{ size, count }' : '{ offsets, count }';
  return [
    `import { ${create} } from 'webgpu-segmented';`,
    '',
    `const plan = await ${create}(device, {`,
    ...members.map((line) => `  ${line}`),
    '  maxItems,',
    '  maxSegments,',
    '});',
    '',
    '// As often as you like, between your passes. Buffers need only STORAGE.',
    ...(operation === 'argsort'
      ? ['// valuesIn has the indices 0, 1, 2, …; valuesOut receives them in sorted order.']
      : []),
    `plan.encode(encoder, { ${buffers}, segments: ${segments}, itemCount });`,
    '',
  ].join('\n');
}
