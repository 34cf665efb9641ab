/** The program that records the operation of the form into an encoder, with the user's buffers and no readback. */
import { operatorsOf, quantilesOf, type Settings } from '../settings.ts';

interface PlanText {
  readonly create: string;
  readonly members: readonly string[];
  readonly buffers: string;
  readonly note?: string;
}

function sortText({ operation, type, order, stable }: Settings): PlanText {
  const pairs = operation !== 'sort';
  const index = operation === 'argsort';
  return {
    create: 'createSegmentedSort',
    members: [
      `keyType: '${type}'`,
      ...(pairs ? [index ? `valueType: 'index'` : `valueType: 'u32'`] : []),
      ...(order === 'descending' ? [`order: 'descending'`] : []),
      ...(stable || index ? ['stable: true'] : []),
    ],
    buffers: `keysIn, keysOut${index ? ', valuesOut' : pairs ? ', valuesIn, valuesOut' : ''}`,
  };
}

function planText(settings: Settings): PlanText {
  const { operation, type, order, k, operator, exclusive, reverse } = settings;
  const [op = 'sum'] = operatorsOf(settings);
  if (operation === 'top-k') {
    const members = [`keyType: '${type}'`, ...(order === 'ascending' ? [`order: 'ascending'`] : []), `maxK: ${k}`];
    return { create: 'createSegmentedTopK', members, buffers: 'keysIn, keysOut, indicesOut, countsOut' };
  }
  if (operation === 'quantile') {
    const members = [`keyType: '${type}'`, `quantiles: [${quantilesOf(settings).join(', ')}]`];
    return { create: 'createSegmentedQuantile', members, buffers: 'keysIn, keysLow, keysHigh' };
  }
  if (operation === 'scan') {
    const forms = [...(exclusive ? ['exclusive: true'] : []), ...(reverse ? ['reverse: true'] : [])];
    const members = [`type: '${type}'`, `op: '${operator}'`, ...forms];
    return { create: 'createSegmentedScan', members, buffers: 'input, output' };
  }
  if (operation === 'reduce' || operation === 'group by') {
    const both = op === 'argmin' || op === 'argmax';
    const members = [`type: '${type}'`, `op: '${op}'`];
    return { create: 'createSegmentedReduce', members, buffers: `input, output${both ? ', outputIndex' : ''}` };
  }
  return sortText(settings);
}

const planLines = (name: string, create: string, members: readonly string[]) => [
  `const ${name} = await ${create}(device, { ${members.join(', ')} });`,
];

export function planCode(settings: Settings): string {
  const { data, lengths, operation, type } = settings;
  const { create, members, buffers } = planText(settings);
  const room = ['maxItems', 'maxSegments'];
  const grouped = data === 'own' || operation === 'group by';
  if (!grouped) {
    const segments = lengths === 'fixed' ? '{ size, count }' : '{ offsets, count }';
    return [
      `import { ${create} } from 'webgpu-segmented';`,
      '',
      ...planLines('plan', create, [...members, ...room]),
      '',
      '// As often as you like, between your passes. Buffers need only STORAGE.',
      `plan.encode(encoder, { ${buffers}, segments: ${segments}, itemCount });`,
      '',
    ].join('\n');
  }
  const gathers = [
    { gather: 'gather', itemType: type, from: 'column', to: /^(?:keysIn|input)/.exec(buffers)?.[0] },
    ...(buffers.includes('valuesIn')
      ? [{ gather: 'gatherValues', itemType: 'u32', from: 'values', to: 'valuesIn' }]
      : []),
  ];
  return [
    `import { createGather, createGroupBy, ${create} } from 'webgpu-segmented';`,
    '',
    ...planLines('group', 'createGroupBy', [`keyType: 'u32'`, 'maxItems', 'maxGroups: maxSegments']),
    ...gathers.flatMap(({ gather, itemType }) =>
      planLines(gather, 'createGather', [`itemType: '${itemType}'`, 'maxItems']),
    ),
    ...planLines('plan', create, [...members, ...room]),
    '',
    '// The number of groups stays on the GPU. A gather puts a column into the order of the groups.',
    'group.encode(encoder, { idsIn, offsetsOut, rowsOut, countOut, itemCount });',
    ...gathers.map(
      ({ gather, from, to }) =>
        `${gather}.encode(encoder, { itemsIn: ${from}, rows: rowsOut, itemsOut: ${to}, itemCount });`,
    ),
    `plan.encode(encoder, { ${buffers}, segments: { offsets: offsetsOut, count: countOut }, itemCount });`,
    '',
  ].join('\n');
}
