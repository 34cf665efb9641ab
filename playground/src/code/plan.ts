/** The program that records the operation of the form into an encoder, with the user's buffers and no readback. */
import { keepsType, operatorsOf, quantilesOf, rangeOf, type Settings } from '../settings.ts';

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

/** Ranks, distinct keys, modes, histograms and transforms. */
function moreText({ operation, type, order, ties, bins, range, transform, lag }: Settings): PlanText | undefined {
  const keyType = `keyType: '${type}'`;
  if (operation === 'rank') {
    const how = [
      ...(ties === 'ordinal' ? [] : [`ties: '${ties}'`]),
      ...(order === 'descending' ? [`order: '${order}'`] : []),
    ];
    return { create: 'createSegmentedRank', members: [keyType, ...how], buffers: 'keysIn, ranksOut' };
  }
  if (operation === 'unique') {
    return { create: 'createSegmentedUnique', members: [keyType], buffers: 'keysIn, keysOut, countsOut, offsetsOut' };
  }
  if (operation === 'mode') {
    return { create: 'createSegmentedMode', members: [keyType], buffers: 'keysIn, valuesOut, countsOut' };
  }
  if (operation === 'histogram') {
    const ends = rangeOf({ range });
    const members = [
      `type: '${type}'`,
      `bins: ${bins}`,
      `range: [${ends.length === 2 ? ends.join(', ') : 'least, greatest'}]`,
    ];
    return { create: 'createSegmentedHistogram', members, buffers: 'input, output' };
  }
  if (operation !== 'transform') return undefined;
  const by = keepsType(transform) && lag !== 1 ? [`lag: ${lag}`] : [];
  const members = [`type: '${type}'`, `transform: '${transform}'`, ...by];
  return { create: 'createSegmentedTransform', members, buffers: 'input, output' };
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
  return moreText(settings) ?? sortText(settings);
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
