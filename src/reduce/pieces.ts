import partitionSpread from '../../wgsl/partition/spread.wgsl';
import partitionSpreadTable from '../../wgsl/partition/spread_table.wgsl';
import partitionTilesSpread from '../../wgsl/partition/tiles_spread.wgsl';
import reduceDeliver from '../../wgsl/reduce/deliver.wgsl';
import reduceElementPacked from '../../wgsl/reduce/element/packed.wgsl';
import reduceElementPackedSigned from '../../wgsl/reduce/element/packed_signed.wgsl';
import reduceElementThreeWords from '../../wgsl/reduce/element/three_words.wgsl';
import reduceElementWord from '../../wgsl/reduce/element/word.wgsl';
import reduceElementWordOfVectors from '../../wgsl/reduce/element/word_of_vectors.wgsl';
import reduceFlatFinish from '../../wgsl/reduce/flat/finish.wgsl';
import reduceFlatList from '../../wgsl/reduce/flat/list.wgsl';
import reduceFlatOwned from '../../wgsl/reduce/flat/owned.wgsl';
import reduceFlatWalkLone from '../../wgsl/reduce/flat/walk_lone.wgsl';
import reduceFlatWalkWorkgroup from '../../wgsl/reduce/flat/walk_workgroup.wgsl';
import reduceFold from '../../wgsl/reduce/fold.wgsl';
import reduceLargePartials from '../../wgsl/reduce/large/partials.wgsl';
import reduceLargeTiles from '../../wgsl/reduce/large/tiles.wgsl';
import reduceLeaf from '../../wgsl/reduce/leaf.wgsl';
import reduceLeafVectors from '../../wgsl/reduce/leaf_vectors.wgsl';
import reduceLengths from '../../wgsl/reduce/lengths.wgsl';
import reduceNeighbourNone from '../../wgsl/reduce/neighbour/none.wgsl';
import reduceNeighbourSubgroup from '../../wgsl/reduce/neighbour/subgroup.wgsl';
import reduceNeighbourWorkgroup from '../../wgsl/reduce/neighbour/workgroup.wgsl';
import reduceNumberF32 from '../../wgsl/reduce/number/f32.wgsl';
import reduceNumberSigned from '../../wgsl/reduce/number/signed.wgsl';
import reduceNumberUnsigned from '../../wgsl/reduce/number/unsigned.wgsl';
import reduceOperatorCompensated from '../../wgsl/reduce/operator/compensated.wgsl';
import reduceOperatorExtreme from '../../wgsl/reduce/operator/extreme.wgsl';
import reduceOperatorMoments from '../../wgsl/reduce/operator/moments.wgsl';
import reduceOperatorTwoWords from '../../wgsl/reduce/operator/two_words.wgsl';
import reduceRankF16 from '../../wgsl/reduce/rank/f16.wgsl';
import reduceRankF32 from '../../wgsl/reduce/rank/f32.wgsl';
import reduceRankF64 from '../../wgsl/reduce/rank/f64.wgsl';
import reduceRankI64 from '../../wgsl/reduce/rank/i64.wgsl';
import reduceRankLessTwoWords from '../../wgsl/reduce/rank/less_two_words.wgsl';
import reduceRankLessWord from '../../wgsl/reduce/rank/less_word.wgsl';
import reduceRankSigned from '../../wgsl/reduce/rank/signed.wgsl';
import reduceRankU64 from '../../wgsl/reduce/rank/u64.wgsl';
import reduceRankUnsigned from '../../wgsl/reduce/rank/unsigned.wgsl';
import reduceRoundsFixed from '../../wgsl/reduce/rounds_fixed.wgsl';
import reduceRoundsGroups from '../../wgsl/reduce/rounds_groups.wgsl';
import reduceRoundsOwn from '../../wgsl/reduce/rounds_own.wgsl';
import reduceRoundsWorkgroup from '../../wgsl/reduce/rounds_workgroup.wgsl';
import reduceSegments from '../../wgsl/reduce/segments.wgsl';
import reduceSourceChunk from '../../wgsl/reduce/source_chunk.wgsl';
import reduceSourceInput from '../../wgsl/reduce/source_input.wgsl';
import reduceSourcePartials from '../../wgsl/reduce/source_partials.wgsl';
import reduceStack from '../../wgsl/reduce/stack.wgsl';
import segmentsOffsetsOrSize from '../../wgsl/segments/offsets_or_size.wgsl';
import setupList from '../../wgsl/setup/list.wgsl';
import type { Piece } from '../template/assemble.ts';
import { pieceLookup, type SharedPieceName } from '../template/pieces.ts';

const TEXTS = {
  'segments/offsets_or_size': segmentsOffsetsOrSize,
  'partition/spread': partitionSpread,
  'partition/spread_table': partitionSpreadTable,
  'setup/list': setupList,
  'reduce/flat/list': reduceFlatList,
  'partition/tiles_spread': partitionTilesSpread,
  'reduce/deliver': reduceDeliver,
  'reduce/element/packed': reduceElementPacked,
  'reduce/element/packed_signed': reduceElementPackedSigned,
  'reduce/element/three_words': reduceElementThreeWords,
  'reduce/element/word': reduceElementWord,
  'reduce/element/word_of_vectors': reduceElementWordOfVectors,
  'reduce/flat/finish': reduceFlatFinish,
  'reduce/flat/owned': reduceFlatOwned,
  'reduce/flat/walk_lone': reduceFlatWalkLone,
  'reduce/flat/walk_workgroup': reduceFlatWalkWorkgroup,
  'reduce/fold': reduceFold,
  'reduce/leaf': reduceLeaf,
  'reduce/leaf_vectors': reduceLeafVectors,
  'reduce/lengths': reduceLengths,
  'reduce/neighbour/none': reduceNeighbourNone,
  'reduce/neighbour/subgroup': reduceNeighbourSubgroup,
  'reduce/neighbour/workgroup': reduceNeighbourWorkgroup,
  'reduce/number/f32': reduceNumberF32,
  'reduce/number/signed': reduceNumberSigned,
  'reduce/number/unsigned': reduceNumberUnsigned,
  'reduce/operator/compensated': reduceOperatorCompensated,
  'reduce/operator/extreme': reduceOperatorExtreme,
  'reduce/operator/moments': reduceOperatorMoments,
  'reduce/operator/two_words': reduceOperatorTwoWords,
  'reduce/large/partials': reduceLargePartials,
  'reduce/rank/f16': reduceRankF16,
  'reduce/rank/f32': reduceRankF32,
  'reduce/rank/f64': reduceRankF64,
  'reduce/rank/i64': reduceRankI64,
  'reduce/rank/less_two_words': reduceRankLessTwoWords,
  'reduce/rank/less_word': reduceRankLessWord,
  'reduce/rank/signed': reduceRankSigned,
  'reduce/rank/u64': reduceRankU64,
  'reduce/rank/unsigned': reduceRankUnsigned,
  'reduce/rounds_fixed': reduceRoundsFixed,
  'reduce/rounds_groups': reduceRoundsGroups,
  'reduce/rounds_own': reduceRoundsOwn,
  'reduce/rounds_workgroup': reduceRoundsWorkgroup,
  'reduce/segments': reduceSegments,
  'reduce/source_chunk': reduceSourceChunk,
  'reduce/source_input': reduceSourceInput,
  'reduce/source_partials': reduceSourcePartials,
  'reduce/stack': reduceStack,
  'reduce/large/tiles': reduceLargeTiles,
} as const;

/** Pieces of reduces: their own, and those they share. */
export type PieceName = keyof typeof TEXTS | SharedPieceName;

// Pure, so that a bundle without this area's kernels is without their texts.
export const piece = /* @__PURE__ */ pieceLookup(TEXTS);
export const pieces = (...names: PieceName[]): Piece[] => names.map(piece);
