import { ARGS, blockPiece } from '../partition/plan.ts';
import type { Kernel, Pass } from '../record/plan.ts';
import { scanPasses } from '../scan/plan.ts';
import { digitConstants, movedBytes, type SortContext } from './context.ts';
import { keyAliases, keyBindings, keyPieces } from './keys.ts';
import { localDigits } from './medium.ts';
import { digitPasses, moveBindings, movePieces } from './passes.ts';
import { type PieceName, pieces } from './pieces.ts';

const TILE_PIECES: PieceName[] = ['state/layout', 'state/workgroup_index', 'partition/tiles', 'sort/digits'];

function upsweep(context: SortContext): Kernel {
  const { workgroup, tile } = context.table.sort.large;
  return {
    name: 'sort/large upsweep',
    subgroups: false,
    constants: { WORKGROUP: workgroup, TILE: tile, ...digitConstants(context) },
    aliases: keyAliases(context),
    bindings: ['state', 'large', 'counters', 'keysFrom', 'digitShift', ...keyBindings(context)],
    pieces: [
      ...(context.family === 'cpu'
        ? pieces('sort/large/upsweep_lone', 'sort/lone_digits')
        : pieces('sort/large/upsweep_workgroup')),
      ...pieces(...TILE_PIECES),
      ...keyPieces(context),
    ],
  };
}

/** What moves a tile's items: an invocation in order, or a workgroup that sorts the tile first. */
function downsweepPieces(context: SortContext) {
  if (context.family === 'cpu')
    return [
      ...pieces('sort/large/downsweep_lone', 'sort/lone_digits', 'sort/lone_moves'),
      ...movePieces(context, 'sort/move'),
    ];
  return [
    ...pieces('sort/large/downsweep_workgroup', 'workgroup/radix_tile'),
    ...pieces(context.pairs ? 'workgroup/payload_value' : 'workgroup/payload_none'),
    ...movePieces(context, 'sort/large/workgroup'),
    blockPiece(true),
  ];
}

function downsweep(context: SortContext): Kernel {
  const { workgroup, tile } = context.table.sort.large;
  return {
    name: 'sort/large downsweep',
    subgroups: false,
    aliases: { ...keyAliases(context), Scanned: 'u32' },
    constants: { WORKGROUP: workgroup, TILE: tile, ITEMS: Math.ceil(tile / workgroup), ...localDigits(context) },
    bindings: ['state', 'large', 'counters', ...moveBindings(context), ...keyBindings(context)],
    pieces: [...downsweepPieces(context), ...pieces(...TILE_PIECES), ...keyPieces(context)],
  };
}

/**
 * All large segments together, a least-significant-digit radix sort over the tile table: upsweep, scan, downsweep for
 * each digit.
 */
export function largePasses(context: SortContext, bin: number): Pass[] {
  const tiles = { kind: 'indirect', slot: ARGS.tiles } as const;
  const scanBlocks = { kind: 'indirect', slot: ARGS.radixScan } as const;
  const scan = scanPasses(context.table, context.family === 'gpu', 'radix', scanBlocks);
  const { key, item } = movedBytes(context);
  const up = upsweep(context);
  const down = downsweep(context);
  const passes: Pass[] = digitPasses(context).flatMap(({ read, move }) => [
    { kernel: up, grid: tiles, resources: read, traffic: { item: key, radixCounter: 4 } },
    ...scan,
    { kernel: down, grid: tiles, resources: move, traffic: { item: 2 * item, radixCounter: 4 } },
  ]);
  return passes.map((pass) => ({ ...pass, bin }));
}
