/** Code that only some calls load: custom operators, initial values, walks that operators share, rare operators. */

import type * as omit from '../../api/omit.ts';
import { unknownMember } from '../../checks.ts';
import type { Rare } from '../../operators/initial.ts';
import { CUSTOM_MEMBERS } from '../../operators/operators.ts';
import { NOT_RARE, type ReduceRequest } from '../../reduce/descriptor.ts';
import type * as custom from './custom.ts';
import type { CustomFunctions } from './custom.ts';
import type * as initial from './initial.ts';
import type * as more from './more.ts';
import type * as walks from './walks.ts';

/** The loaded code. All that the operators and options ask for is there. */
export type ReduceModules = Partial<typeof custom & typeof initial & typeof walks & typeof more & typeof omit>;

interface Given {
  readonly op: unknown;
  readonly modules: ReduceModules;
}

/** The functions of each custom operator, checked. */
export function functionsOf({ ops, listed }: ReduceRequest, { op, modules }: Given): (CustomFunctions | undefined)[] {
  return ops.map((each, i) => {
    if (typeof each === 'string') return undefined;
    if (each.unknown !== undefined) throw unknownMember(each.name, each.unknown, CUSTOM_MEMBERS);
    return modules.customFunctions?.(each, listed ? (op as readonly unknown[])[i] : op);
  });
}

/** The options that few calls give, checked. */
export function rareOf({ type, ops, listed, rare }: ReduceRequest, { modules }: Given): Rare {
  return (rare && modules.checkedRare?.(rare, type, ops, listed)) ?? NOT_RARE;
}
