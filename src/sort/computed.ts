/** Items that kernels compute instead of reading them. Only a sort that has such items loads this code. */
import singletonFile from '../../wgsl/partition/singleton.wgsl';
import access from '../../wgsl/sort/access.wgsl';
import { section } from '../plan/module.ts';
import type { ComputedModules } from './stages.ts';

export const COMPUTED: ComputedModules = {
  key: /* @__PURE__ */ section(access, 'inputKey', 'index'),
  value: {
    array: /* @__PURE__ */ section(access, 'inputValue', 'index'),
    segment: /* @__PURE__ */ section(access, 'inputValue', 'indexInSegment'),
  },
  singleton: {
    array: /* @__PURE__ */ section(singletonFile, 'singleton', 'index'),
    segment: /* @__PURE__ */ section(singletonFile, 'singleton', 'indexInSegment'),
  },
};
