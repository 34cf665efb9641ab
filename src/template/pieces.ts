import blockCooperative from '../../wgsl/block/cooperative.wgsl';
import blockLone from '../../wgsl/block/lone.wgsl';
import convertCopy from '../../wgsl/convert/copy.wgsl';
import convertCopyPacked from '../../wgsl/convert/copy_packed.wgsl';
import convertEach from '../../wgsl/convert/each.wgsl';
import convertGather from '../../wgsl/convert/gather.wgsl';
import convertGatherPacked from '../../wgsl/convert/gather_packed.wgsl';
import convertIndices from '../../wgsl/convert/indices.wgsl';
import convertMapped from '../../wgsl/convert/mapped.wgsl';
import convertNarrow from '../../wgsl/convert/narrow.wgsl';
import convertUnwritten from '../../wgsl/convert/unwritten.wgsl';
import convertWiden from '../../wgsl/convert/widen.wgsl';
import keysCompared from '../../wgsl/keys/compared.wgsl';
import keysTwoWords from '../../wgsl/keys/two_words.wgsl';
import keysWord from '../../wgsl/keys/word.wgsl';
import partitionBins from '../../wgsl/partition/bins.wgsl';
import partitionClassify from '../../wgsl/partition/classify.wgsl';
import partitionCount from '../../wgsl/partition/count.wgsl';
import partitionFinish from '../../wgsl/partition/finish.wgsl';
import partitionFixedLarge from '../../wgsl/partition/fixed_large.wgsl';
import partitionLarge from '../../wgsl/partition/large.wgsl';
import partitionNoLarge from '../../wgsl/partition/no_large.wgsl';
import partitionScatter from '../../wgsl/partition/scatter.wgsl';
import partitionSpread from '../../wgsl/partition/spread.wgsl';
import partitionTiles from '../../wgsl/partition/tiles.wgsl';
import partitionTilesSpread from '../../wgsl/partition/tiles_spread.wgsl';
import profileCount from '../../wgsl/profile/count.wgsl';
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
import reduceLeaf from '../../wgsl/reduce/leaf.wgsl';
import reduceLeafFours from '../../wgsl/reduce/leaf_fours.wgsl';
import reduceLeafVectors from '../../wgsl/reduce/leaf_vectors.wgsl';
import reduceLengths from '../../wgsl/reduce/lengths.wgsl';
import reduceNeighbourNone from '../../wgsl/reduce/neighbour/none.wgsl';
import reduceNeighbourSubgroup from '../../wgsl/reduce/neighbour/subgroup.wgsl';
import reduceNeighbourWorkgroup from '../../wgsl/reduce/neighbour/workgroup.wgsl';
import reduceNumberF16 from '../../wgsl/reduce/number/f16.wgsl';
import reduceNumberF32 from '../../wgsl/reduce/number/f32.wgsl';
import reduceNumberSigned from '../../wgsl/reduce/number/signed.wgsl';
import reduceNumberUnsigned from '../../wgsl/reduce/number/unsigned.wgsl';
import reduceOperatorCompensated from '../../wgsl/reduce/operator/compensated.wgsl';
import reduceOperatorExtreme from '../../wgsl/reduce/operator/extreme.wgsl';
import reduceOperatorExtremeAtTwoWords from '../../wgsl/reduce/operator/extreme_at_two_words.wgsl';
import reduceOperatorExtremeAtWord from '../../wgsl/reduce/operator/extreme_at_word.wgsl';
import reduceOperatorMoments from '../../wgsl/reduce/operator/moments.wgsl';
import reduceOperatorTwoWords from '../../wgsl/reduce/operator/two_words.wgsl';
import reducePartials from '../../wgsl/reduce/partials.wgsl';
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
import reduceRoundsOwn from '../../wgsl/reduce/rounds_own.wgsl';
import reduceRoundsWorkgroup from '../../wgsl/reduce/rounds_workgroup.wgsl';
import reduceSegments from '../../wgsl/reduce/segments.wgsl';
import reduceSourceChunk from '../../wgsl/reduce/source_chunk.wgsl';
import reduceSourceInput from '../../wgsl/reduce/source_input.wgsl';
import reduceSourcePartials from '../../wgsl/reduce/source_partials.wgsl';
import reduceStack from '../../wgsl/reduce/stack.wgsl';
import reduceTiles from '../../wgsl/reduce/tiles.wgsl';
import scanApply from '../../wgsl/scan/apply.wgsl';
import scanReduce from '../../wgsl/scan/reduce.wgsl';
import scanSpine from '../../wgsl/scan/spine.wgsl';
import segmentsOffsets from '../../wgsl/segments/offsets.wgsl';
import segmentsOffsetsOrSize from '../../wgsl/segments/offsets_or_size.wgsl';
import segmentsRanges from '../../wgsl/segments/ranges.wgsl';
import setupCountBuffer from '../../wgsl/setup/count_buffer.wgsl';
import setupCountGiven from '../../wgsl/setup/count_given.wgsl';
import setupKernel from '../../wgsl/setup/kernel.wgsl';
import setupList from '../../wgsl/setup/list.wgsl';
import setupNoList from '../../wgsl/setup/no_list.wgsl';
import sortAccessKeysApart from '../../wgsl/sort/access/keys_apart.wgsl';
import sortAccessKeysInPlace from '../../wgsl/sort/access/keys_in_place.wgsl';
import sortAccessValuesApart from '../../wgsl/sort/access/values_apart.wgsl';
import sortAccessValuesInPlace from '../../wgsl/sort/access/values_in_place.wgsl';
import sortDigits from '../../wgsl/sort/digits.wgsl';
import sortLargeDownsweepLone from '../../wgsl/sort/large/downsweep_lone.wgsl';
import sortLargeDownsweepWorkgroup from '../../wgsl/sort/large/downsweep_workgroup.wgsl';
import sortLargeUpsweepLone from '../../wgsl/sort/large/upsweep_lone.wgsl';
import sortLargeUpsweepWorkgroup from '../../wgsl/sort/large/upsweep_workgroup.wgsl';
import sortLargeWorkgroupKey from '../../wgsl/sort/large/workgroup_key.wgsl';
import sortLargeWorkgroupPair from '../../wgsl/sort/large/workgroup_pair.wgsl';
import sortLoneDigits from '../../wgsl/sort/lone_digits.wgsl';
import sortLoneMoves from '../../wgsl/sort/lone_moves.wgsl';
import sortMediumLone from '../../wgsl/sort/medium/lone.wgsl';
import sortMediumWorkgroup from '../../wgsl/sort/medium/workgroup.wgsl';
import sortMediumWorkgroupKey from '../../wgsl/sort/medium/workgroup_key.wgsl';
import sortMediumWorkgroupPair from '../../wgsl/sort/medium/workgroup_pair.wgsl';
import sortMergeCuts from '../../wgsl/sort/merge/cuts.wgsl';
import sortMergeLarge from '../../wgsl/sort/merge/large.wgsl';
import sortMergeLargeLone from '../../wgsl/sort/merge/large_lone.wgsl';
import sortMergeLargeWorkgroup from '../../wgsl/sort/merge/large_workgroup.wgsl';
import sortMergeMedium from '../../wgsl/sort/merge/medium.wgsl';
import sortMergeMediumWorkgroup from '../../wgsl/sort/merge/medium_workgroup.wgsl';
import sortMergeMerge from '../../wgsl/sort/merge/merge.wgsl';
import sortMergePairs from '../../wgsl/sort/merge/pairs.wgsl';
import sortMergeRuns from '../../wgsl/sort/merge/runs.wgsl';
import sortMergeTileCuts from '../../wgsl/sort/merge/tile_cuts.wgsl';
import sortMergeWhole from '../../wgsl/sort/merge/whole.wgsl';
import sortMergeWorkgroup from '../../wgsl/sort/merge/workgroup.wgsl';
import sortMoveKey from '../../wgsl/sort/move_key.wgsl';
import sortMovePair from '../../wgsl/sort/move_pair.wgsl';
import sortRunsItem from '../../wgsl/sort/runs/item.wgsl';
import sortRunsLeaveBits from '../../wgsl/sort/runs/leave_bits.wgsl';
import sortRunsLeaveSortKey from '../../wgsl/sort/runs/leave_sort_key.wgsl';
import sortRunsMerge from '../../wgsl/sort/runs/merge.wgsl';
import sortRunsSort from '../../wgsl/sort/runs/sort.wgsl';
import sortRunsToOutput from '../../wgsl/sort/runs/to_output.wgsl';
import sortRunsToScratch from '../../wgsl/sort/runs/to_scratch.wgsl';
import sortSmallExchangeSubgroup from '../../wgsl/sort/small/exchange_subgroup.wgsl';
import sortSmallExchangeWorkgroup from '../../wgsl/sort/small/exchange_workgroup.wgsl';
import sortSmallItemKey from '../../wgsl/sort/small/item/key.wgsl';
import sortSmallItemKeyStored from '../../wgsl/sort/small/item/key_stored.wgsl';
import sortSmallItemStoredBits from '../../wgsl/sort/small/item/stored_bits.wgsl';
import sortSmallItemStoredSortKey from '../../wgsl/sort/small/item/stored_sort_key.wgsl';
import sortSmallItemTagged from '../../wgsl/sort/small/item/tagged.wgsl';
import sortSmallItemWordsTwoWords from '../../wgsl/sort/small/item/words_two_words.wgsl';
import sortSmallItemWordsTwoWordsPlaced from '../../wgsl/sort/small/item/words_two_words_placed.wgsl';
import sortSmallItemWordsTwoWordsValue from '../../wgsl/sort/small/item/words_two_words_value.wgsl';
import sortSmallItemWordsWord from '../../wgsl/sort/small/item/words_word.wgsl';
import sortSmallItemWordsWordPlaced from '../../wgsl/sort/small/item/words_word_placed.wgsl';
import sortSmallItemWordsWordValue from '../../wgsl/sort/small/item/words_word_value.wgsl';
import sortSmallKernel from '../../wgsl/sort/small/kernel.wgsl';
import stateGrid from '../../wgsl/state/grid.wgsl';
import stateLayout from '../../wgsl/state/layout.wgsl';
import stateLists from '../../wgsl/state/lists.wgsl';
import stateWorkgroupIndex from '../../wgsl/state/workgroup_index.wgsl';
import workgroupPayloadNone from '../../wgsl/workgroup/payload_none.wgsl';
import workgroupPayloadValue from '../../wgsl/workgroup/payload_value.wgsl';
import workgroupRadixTile from '../../wgsl/workgroup/radix_tile.wgsl';
import type { Piece } from './assemble.ts';

const TEXTS = {
  'block/cooperative': blockCooperative,
  'block/lone': blockLone,
  'convert/copy': convertCopy,
  'convert/copy_packed': convertCopyPacked,
  'convert/each': convertEach,
  'convert/gather': convertGather,
  'convert/gather_packed': convertGatherPacked,
  'convert/indices': convertIndices,
  'convert/mapped': convertMapped,
  'convert/narrow': convertNarrow,
  'convert/unwritten': convertUnwritten,
  'convert/widen': convertWiden,
  'keys/compared': keysCompared,
  'keys/two_words': keysTwoWords,
  'keys/word': keysWord,
  'partition/bins': partitionBins,
  'partition/classify': partitionClassify,
  'partition/count': partitionCount,
  'partition/finish': partitionFinish,
  'partition/fixed_large': partitionFixedLarge,
  'partition/large': partitionLarge,
  'partition/no_large': partitionNoLarge,
  'partition/scatter': partitionScatter,
  'partition/spread': partitionSpread,
  'partition/tiles': partitionTiles,
  'partition/tiles_spread': partitionTilesSpread,
  'profile/count': profileCount,
  'reduce/deliver': reduceDeliver,
  'reduce/element/packed': reduceElementPacked,
  'reduce/element/packed_signed': reduceElementPackedSigned,
  'reduce/element/three_words': reduceElementThreeWords,
  'reduce/element/word': reduceElementWord,
  'reduce/element/word_of_vectors': reduceElementWordOfVectors,
  'reduce/flat/finish': reduceFlatFinish,
  'reduce/flat/list': reduceFlatList,
  'reduce/flat/owned': reduceFlatOwned,
  'reduce/flat/walk_lone': reduceFlatWalkLone,
  'reduce/flat/walk_workgroup': reduceFlatWalkWorkgroup,
  'reduce/fold': reduceFold,
  'reduce/leaf': reduceLeaf,
  'reduce/leaf_fours': reduceLeafFours,
  'reduce/leaf_vectors': reduceLeafVectors,
  'reduce/lengths': reduceLengths,
  'reduce/neighbour/none': reduceNeighbourNone,
  'reduce/neighbour/subgroup': reduceNeighbourSubgroup,
  'reduce/neighbour/workgroup': reduceNeighbourWorkgroup,
  'reduce/number/f16': reduceNumberF16,
  'reduce/number/f32': reduceNumberF32,
  'reduce/number/signed': reduceNumberSigned,
  'reduce/number/unsigned': reduceNumberUnsigned,
  'reduce/operator/compensated': reduceOperatorCompensated,
  'reduce/operator/extreme': reduceOperatorExtreme,
  'reduce/operator/extreme_at_two_words': reduceOperatorExtremeAtTwoWords,
  'reduce/operator/extreme_at_word': reduceOperatorExtremeAtWord,
  'reduce/operator/moments': reduceOperatorMoments,
  'reduce/operator/two_words': reduceOperatorTwoWords,
  'reduce/partials': reducePartials,
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
  'reduce/rounds_own': reduceRoundsOwn,
  'reduce/rounds_workgroup': reduceRoundsWorkgroup,
  'reduce/segments': reduceSegments,
  'reduce/source_chunk': reduceSourceChunk,
  'reduce/source_input': reduceSourceInput,
  'reduce/source_partials': reduceSourcePartials,
  'reduce/stack': reduceStack,
  'reduce/tiles': reduceTiles,
  'scan/apply': scanApply,
  'scan/reduce': scanReduce,
  'scan/spine': scanSpine,
  'segments/offsets': segmentsOffsets,
  'segments/offsets_or_size': segmentsOffsetsOrSize,
  'segments/ranges': segmentsRanges,
  'setup/count_buffer': setupCountBuffer,
  'setup/count_given': setupCountGiven,
  'setup/kernel': setupKernel,
  'setup/list': setupList,
  'setup/no_list': setupNoList,
  'sort/access/keys_apart': sortAccessKeysApart,
  'sort/access/keys_in_place': sortAccessKeysInPlace,
  'sort/access/values_apart': sortAccessValuesApart,
  'sort/access/values_in_place': sortAccessValuesInPlace,
  'sort/digits': sortDigits,
  'sort/large/downsweep_lone': sortLargeDownsweepLone,
  'sort/large/downsweep_workgroup': sortLargeDownsweepWorkgroup,
  'sort/large/upsweep_lone': sortLargeUpsweepLone,
  'sort/large/upsweep_workgroup': sortLargeUpsweepWorkgroup,
  'sort/large/workgroup_key': sortLargeWorkgroupKey,
  'sort/large/workgroup_pair': sortLargeWorkgroupPair,
  'sort/lone_digits': sortLoneDigits,
  'sort/lone_moves': sortLoneMoves,
  'sort/medium/lone': sortMediumLone,
  'sort/medium/workgroup': sortMediumWorkgroup,
  'sort/medium/workgroup_key': sortMediumWorkgroupKey,
  'sort/medium/workgroup_pair': sortMediumWorkgroupPair,
  'sort/merge/cuts': sortMergeCuts,
  'sort/merge/large': sortMergeLarge,
  'sort/merge/large_lone': sortMergeLargeLone,
  'sort/merge/large_workgroup': sortMergeLargeWorkgroup,
  'sort/merge/medium': sortMergeMedium,
  'sort/merge/medium_workgroup': sortMergeMediumWorkgroup,
  'sort/merge/merge': sortMergeMerge,
  'sort/merge/pairs': sortMergePairs,
  'sort/merge/runs': sortMergeRuns,
  'sort/merge/tile_cuts': sortMergeTileCuts,
  'sort/merge/whole': sortMergeWhole,
  'sort/merge/workgroup': sortMergeWorkgroup,
  'sort/move_key': sortMoveKey,
  'sort/move_pair': sortMovePair,
  'sort/runs/item': sortRunsItem,
  'sort/runs/leave_bits': sortRunsLeaveBits,
  'sort/runs/leave_sort_key': sortRunsLeaveSortKey,
  'sort/runs/merge': sortRunsMerge,
  'sort/runs/sort': sortRunsSort,
  'sort/runs/to_output': sortRunsToOutput,
  'sort/runs/to_scratch': sortRunsToScratch,
  'sort/small/item/key_stored': sortSmallItemKeyStored,
  'sort/small/exchange_subgroup': sortSmallExchangeSubgroup,
  'sort/small/exchange_workgroup': sortSmallExchangeWorkgroup,
  'sort/small/item/key': sortSmallItemKey,
  'sort/small/item/stored_bits': sortSmallItemStoredBits,
  'sort/small/item/stored_sort_key': sortSmallItemStoredSortKey,
  'sort/small/item/tagged': sortSmallItemTagged,
  'sort/small/item/words_two_words': sortSmallItemWordsTwoWords,
  'sort/small/item/words_two_words_value': sortSmallItemWordsTwoWordsValue,
  'sort/small/item/words_word': sortSmallItemWordsWord,
  'sort/small/item/words_word_placed': sortSmallItemWordsWordPlaced,
  'sort/small/item/words_two_words_placed': sortSmallItemWordsTwoWordsPlaced,
  'sort/small/item/words_word_value': sortSmallItemWordsWordValue,
  'sort/small/kernel': sortSmallKernel,
  'state/grid': stateGrid,
  'state/layout': stateLayout,
  'state/lists': stateLists,
  'state/workgroup_index': stateWorkgroupIndex,
  'workgroup/payload_none': workgroupPayloadNone,
  'workgroup/payload_value': workgroupPayloadValue,
  'workgroup/radix_tile': workgroupRadixTile,
} as const;

export type PieceName = keyof typeof TEXTS;

/** The piece of a `.wgsl` file, by its path below `wgsl/` without the ending. */
export function piece(name: PieceName): Piece {
  return { name: `wgsl/${name}.wgsl`, text: TEXTS[name] };
}

export function pieces(...names: PieceName[]): Piece[] {
  return names.map(piece);
}
