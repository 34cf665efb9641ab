/** The description of a segmented scan, and its checks. */
import type { Bounds } from '../api/array_call.ts';
import { refused } from '../checks.ts';
import type { InitialValue } from '../operators/initial.ts';
import type { CustomReduceOp, ReduceType } from '../operators/operators.ts';
import { type LoadedRequest, type ReduceRequest, reduceRequest } from '../reduce/descriptor.ts';
import type { Tuning } from '../tuning/tuning.ts';

export const SCAN_OP_NAMES = ['sum', 'product', 'min', 'max', 'and', 'or', 'xor'] as const;

/** Names of the operators that a scan takes. */
export type ScanOpName = (typeof SCAN_OP_NAMES)[number];

/** An operator of a scan: a name, or a custom operator in WGSL, the same as for a reduce. */
export type ScanOp = ScanOpName | CustomReduceOp;

/** Which results a scan gives. */
export interface ScanForm {
  /** `true`: a result does not include its own item. The first one is `initial` or the identity. Default: `false`. */
  exclusive?: boolean;
  /** `true`: the scan runs from each segment's last item to its first. Default: `false`. */
  reverse?: boolean;
  /** Start value: it is combined with every result on the left. */
  initial?: InitialValue;
  /** `true`: sums and products of integers of 8 and 16 bits have 32 bits. Default: they wrap in their type. */
  widen?: boolean;
}

/** The arguments of `createSegmentedScan`. */
export interface SegmentedScanDescriptor extends ScanForm {
  /** Type of the input's elements. */
  type: ReduceType;
  op: ScanOp;
  /**
   * `'omit'`: NaNs are as if they were not there. The result at a NaN is that of the item before it in the scan, in an
   * exclusive scan that of the next number. Default: `'propagate'`.
   */
  nan?: 'propagate' | 'omit';
  /** Maximum number of items in one call. */
  maxItems: number;
  /** Maximum number of segments in one call. */
  maxSegments: number;
  /**
   * Maximum length of a segment, in items. The plan omits passes that only longer segments need. A longer segment gets
   * no defined results. Default: `maxItems`.
   */
  maxSegmentSize?: number;
  /** `false`: the plan holds no scratch buffer, and every `encode` must pass `temporary`. Default: `true`. */
  ownTemporary?: boolean;
  /**
   * `true`: the GPU times every pass separately, for `profile()`. Needs the feature `timestamp-query`, and adds time
   * between passes. Default: `false`.
   */
  profile?: boolean;
  /** Parameters of the kernels, as in docs/tuning.md. Default: chosen by device. */
  tuning?: Tuning;
}

/** A checked request. */
export interface ScanRequest {
  readonly reduce: ReduceRequest;
  readonly exclusive: boolean;
  readonly reverse: boolean;
}

/** A request with its operator and initial value loaded. */
export interface LoadedScan extends Omit<ScanRequest, 'reduce'> {
  readonly reduce: LoadedRequest;
}

/** A segment longer than a batch is scanned window by window. `part` means that the call holds one window. */
export type ScanPhase = 'whole' | 'part';

/** The data that a plan depends on, besides the device, the tuning and the form of the segments. */
export interface ScanSpec extends LoadedScan, Bounds {
  readonly phase: ScanPhase;
}

function checkedFlag(name: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  throw refused('invalid-option', name, value, 'true or false');
}

/** Checks a request, except its initial value. `argument` names the type in messages. */
export function scanRequest(
  argument: string,
  {
    type,
    op,
    exclusive,
    reverse,
    initial,
    widen,
    nan,
  }: { type: unknown; op: unknown; nan?: unknown } & { [K in keyof ScanForm]?: unknown },
): ScanRequest {
  if (Array.isArray(op) || (typeof op === 'string' && !SCAN_OP_NAMES.some((name) => name === op))) {
    const names = SCAN_OP_NAMES.map((name) => `'${name}'`).join(', ');
    throw refused('unsupported-type', 'op', Array.isArray(op) ? 'a list' : op, `${names}, { wgsl, identity, type? }`);
  }
  return {
    reduce: reduceRequest(argument, { type, op, initial, widen, nan }),
    exclusive: checkedFlag('exclusive', exclusive),
    reverse: checkedFlag('reverse', reverse),
  };
}
