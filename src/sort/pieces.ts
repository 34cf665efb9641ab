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
import partitionLarge from '../../wgsl/partition/large.wgsl';
import partitionLargeTable from '../../wgsl/partition/large_table.wgsl';
import partitionTiles from '../../wgsl/partition/tiles.wgsl';
import sortAccessKeysApart from '../../wgsl/sort/access/keys_apart.wgsl';
import sortAccessKeysInPlace from '../../wgsl/sort/access/keys_in_place.wgsl';
import sortAccessValuesApart from '../../wgsl/sort/access/values_apart.wgsl';
import sortAccessValuesInPlace from '../../wgsl/sort/access/values_in_place.wgsl';
import sortDigits from '../../wgsl/sort/digits.wgsl';
import sortLargeColumns from '../../wgsl/sort/large/columns.wgsl';
import sortLargeDownsweepLone from '../../wgsl/sort/large/downsweep_lone.wgsl';
import sortLargeDownsweepWorkgroup from '../../wgsl/sort/large/downsweep_workgroup.wgsl';
import sortLargeRows from '../../wgsl/sort/large/rows.wgsl';
import sortLargeScatterCoalesced from '../../wgsl/sort/large/scatter_coalesced.wgsl';
import sortLargeScatterDirect from '../../wgsl/sort/large/scatter_direct.wgsl';
import sortLargeUpsweepLone from '../../wgsl/sort/large/upsweep_lone.wgsl';
import sortLargeUpsweepWorkgroup from '../../wgsl/sort/large/upsweep_workgroup.wgsl';
import sortLargeWorkgroupKey from '../../wgsl/sort/large/workgroup_key.wgsl';
import sortLargeWorkgroupPair from '../../wgsl/sort/large/workgroup_pair.wgsl';
import sortLoneDigits from '../../wgsl/sort/lone_digits.wgsl';
import sortLoneMoves from '../../wgsl/sort/lone_moves.wgsl';
import sortMediumLone from '../../wgsl/sort/medium/lone.wgsl';
import sortRunsKeys from '../../wgsl/sort/medium/runs/keys.wgsl';
import sortRunsLeft from '../../wgsl/sort/medium/runs/left.wgsl';
import sortRunsMerge from '../../wgsl/sort/medium/runs/merge.wgsl';
import sortRunsMergedKeys from '../../wgsl/sort/medium/runs/merged_keys.wgsl';
import sortRunsMergedPairs from '../../wgsl/sort/medium/runs/merged_pairs.wgsl';
import sortRunsPairs from '../../wgsl/sort/medium/runs/pairs.wgsl';
import sortRunsShares from '../../wgsl/sort/medium/runs/shares.wgsl';
import sortRunsSort from '../../wgsl/sort/medium/runs/sort.wgsl';
import sortRunsToOutput from '../../wgsl/sort/medium/runs/to_output.wgsl';
import sortRunsToRange from '../../wgsl/sort/medium/runs/to_range.wgsl';
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
import sortSmallExchangeSubgroup from '../../wgsl/sort/small/exchange_subgroup.wgsl';
import sortSmallExchangeWorkgroup from '../../wgsl/sort/small/exchange_workgroup.wgsl';
import sortSmallItemKey from '../../wgsl/sort/small/item/key.wgsl';
import sortSmallItemKeyStored from '../../wgsl/sort/small/item/key_stored.wgsl';
import sortSmallItemStoredBits from '../../wgsl/sort/small/item/stored_bits.wgsl';
import sortSmallItemStoredSortKey from '../../wgsl/sort/small/item/stored_sort_key.wgsl';
import sortSmallItemTagged from '../../wgsl/sort/small/item/tagged.wgsl';
import sortSmallItemTaggedLoaded from '../../wgsl/sort/small/item/tagged_loaded.wgsl';
import sortSmallItemTaggedStored from '../../wgsl/sort/small/item/tagged_stored.wgsl';
import sortSmallItemValueNone from '../../wgsl/sort/small/item/value_none.wgsl';
import sortSmallItemValuePlaced from '../../wgsl/sort/small/item/value_placed.wgsl';
import sortSmallItemWordsTwoWords from '../../wgsl/sort/small/item/words_two_words.wgsl';
import sortSmallItemWordsTwoWordsValue from '../../wgsl/sort/small/item/words_two_words_value.wgsl';
import sortSmallItemWordsWord from '../../wgsl/sort/small/item/words_word.wgsl';
import sortSmallItemWordsWordValue from '../../wgsl/sort/small/item/words_word_value.wgsl';
import sortSmallKernel from '../../wgsl/sort/small/kernel.wgsl';
import workgroupPayloadNone from '../../wgsl/workgroup/payload_none.wgsl';
import workgroupPayloadValue from '../../wgsl/workgroup/payload_value.wgsl';
import workgroupRadixTile from '../../wgsl/workgroup/radix_tile.wgsl';
import type { Piece } from '../template/assemble.ts';
import { pieceLookup, type SharedPieceName } from '../template/pieces.ts';

const TEXTS = {
  'partition/large': partitionLarge,
  'partition/large_table': partitionLargeTable,
  'partition/tiles': partitionTiles,
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
  'sort/access/keys_apart': sortAccessKeysApart,
  'sort/access/keys_in_place': sortAccessKeysInPlace,
  'sort/access/values_apart': sortAccessValuesApart,
  'sort/access/values_in_place': sortAccessValuesInPlace,
  'sort/digits': sortDigits,
  'sort/large/columns': sortLargeColumns,
  'sort/large/downsweep_lone': sortLargeDownsweepLone,
  'sort/large/downsweep_workgroup': sortLargeDownsweepWorkgroup,
  'sort/large/rows': sortLargeRows,
  'sort/large/scatter_coalesced': sortLargeScatterCoalesced,
  'sort/large/scatter_direct': sortLargeScatterDirect,
  'sort/large/upsweep_lone': sortLargeUpsweepLone,
  'sort/large/upsweep_workgroup': sortLargeUpsweepWorkgroup,
  'sort/large/workgroup_key': sortLargeWorkgroupKey,
  'sort/large/workgroup_pair': sortLargeWorkgroupPair,
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
  'sort/lone_digits': sortLoneDigits,
  'sort/lone_moves': sortLoneMoves,
  'sort/medium/runs/keys': sortRunsKeys,
  'sort/medium/runs/left': sortRunsLeft,
  'sort/medium/runs/merge': sortRunsMerge,
  'sort/medium/runs/merged_keys': sortRunsMergedKeys,
  'sort/medium/runs/merged_pairs': sortRunsMergedPairs,
  'sort/medium/runs/pairs': sortRunsPairs,
  'sort/medium/runs/shares': sortRunsShares,
  'sort/medium/runs/sort': sortRunsSort,
  'sort/medium/runs/to_output': sortRunsToOutput,
  'sort/medium/runs/to_range': sortRunsToRange,
  'sort/small/item/key_stored': sortSmallItemKeyStored,
  'sort/small/item/value_none': sortSmallItemValueNone,
  'sort/small/item/value_placed': sortSmallItemValuePlaced,
  'sort/small/exchange_subgroup': sortSmallExchangeSubgroup,
  'sort/small/exchange_workgroup': sortSmallExchangeWorkgroup,
  'sort/small/item/key': sortSmallItemKey,
  'sort/small/item/stored_bits': sortSmallItemStoredBits,
  'sort/small/item/stored_sort_key': sortSmallItemStoredSortKey,
  'sort/small/item/tagged': sortSmallItemTagged,
  'sort/small/item/tagged_loaded': sortSmallItemTaggedLoaded,
  'sort/small/item/tagged_stored': sortSmallItemTaggedStored,
  'sort/small/item/words_two_words': sortSmallItemWordsTwoWords,
  'sort/small/item/words_two_words_value': sortSmallItemWordsTwoWordsValue,
  'sort/small/item/words_word': sortSmallItemWordsWord,
  'sort/small/item/words_word_value': sortSmallItemWordsWordValue,
  'sort/small/kernel': sortSmallKernel,
  'workgroup/payload_none': workgroupPayloadNone,
  'workgroup/payload_value': workgroupPayloadValue,
  'workgroup/radix_tile': workgroupRadixTile,
} as const;

/** Pieces of sorts: their own, and those they share. */
export type PieceName = keyof typeof TEXTS | SharedPieceName;

// Pure, so that a bundle without this area's kernels is without their texts.
export const piece = /* @__PURE__ */ pieceLookup(TEXTS);
export const pieces = (...names: PieceName[]): Piece[] => names.map(piece);
