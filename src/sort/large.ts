import { ARGS, blockPiece, SCAN_LENGTH_WORD } from '../partition/plan.ts';
import type { BindingName, Kernel, Pass, Resource } from '../record/plan.ts';
import { scanPasses } from '../scan/plan.ts';
import { type PieceName, pieces } from '../template/pieces.ts';
import { DIGIT_BITS, KEY_BITS, keyPieces, type SortContext } from './context.ts';

const TILE_PIECES: PieceName[] = ['state/layout', 'state/workgroup_index', 'partition/tiles', 'sort/digits'];

function upsweep(context: SortContext): Kernel {
  const { workgroup, tile } = context.table.sort.large;
  return {
    name: 'sort/large upsweep',
    subgroups: false,
    constants: { WORKGROUP: workgroup, TILE: tile },
    bindings: ['state', 'large', 'counters', 'keysFrom', 'digitShift'],
    pieces: [
      ...pieces(context.family === 'cpu' ? 'sort/large/upsweep_lone' : 'sort/large/upsweep_workgroup', ...TILE_PIECES),
      ...keyPieces(context),
    ],
  };
}

function downsweep(context: SortContext): Kernel {
  const { workgroup, tile } = context.table.sort.large;
  const { pairs } = context;
  const values: BindingName[] = pairs ? ['valuesFrom', 'valuesTo'] : [];
  const lone: PieceName[] = ['sort/large/downsweep_lone', pairs ? 'sort/large/move_pair' : 'sort/large/move_key'];
  const tiled: PieceName[] = [
    'sort/large/downsweep_workgroup',
    pairs ? 'sort/large/workgroup_pair' : 'sort/large/workgroup_key',
    'workgroup/radix_tile',
    pairs ? 'workgroup/payload_value' : 'workgroup/payload_none',
  ];
  const cooperative = context.family === 'gpu';
  return {
    name: 'sort/large downsweep',
    subgroups: false,
    aliases: { Scanned: 'u32' },
    constants: { WORKGROUP: workgroup, TILE: tile, ITEMS: Math.ceil(tile / workgroup) },
    bindings: ['state', 'large', 'counters', 'keysFrom', 'keysTo', ...values, 'digitShift'],
    pieces: [
      ...pieces(...(cooperative ? tiled : lone), ...TILE_PIECES),
      ...(cooperative ? [blockPiece(true)] : []),
      ...keyPieces(context),
    ],
  };
}

/**
 * All large segments together, a least-significant-digit radix sort over the tile table: upsweep, scan, downsweep for
 * each digit. An even number of passes, so that items go in → scratch → out → … → out, in place too.
 */
export function largePasses(context: SortContext): Pass[] {
  const { table, family } = context;
  const tiles = { kind: 'indirect', slot: ARGS.tiles } as const;
  const scanBlocks = { kind: 'indirect', slot: ARGS.radixScan } as const;
  const scratch = (what: 'Keys' | 'Values'): Resource => ({ kind: 'region', name: `scratch${what}` });
  const argument = (name: string): Resource => ({ kind: 'argument', name });
  const passes: Pass[] = [];
  const up = upsweep(context);
  const down = downsweep(context);
  for (let shift = 0; shift < KEY_BITS; shift += DIGIT_BITS) {
    const odd = (shift / DIGIT_BITS) % 2 === 1;
    const from = (what: 'Keys' | 'Values', name: 'keys' | 'values') => {
      if (odd) return scratch(what);
      return argument(shift === 0 ? `${name}In` : `${name}Out`);
    };
    const digitShift: Resource = { kind: 'constant', value: shift };
    const keysFrom = from('Keys', 'keys');
    passes.push({ kernel: up, grid: tiles, resources: { keysFrom, digitShift } });
    passes.push(...scanPasses(table, family === 'gpu', SCAN_LENGTH_WORD.radix, scanBlocks));
    passes.push({
      kernel: down,
      grid: tiles,
      resources: {
        digitShift,
        keysFrom,
        keysTo: odd ? argument('keysOut') : scratch('Keys'),
        valuesFrom: from('Values', 'values'),
        valuesTo: odd ? argument('valuesOut') : scratch('Values'),
      },
    });
  }
  return passes;
}
