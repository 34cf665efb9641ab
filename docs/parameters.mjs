/** A plugin of TypeDoc: what the parameters of all calls are, where a comment does not say it. */
import { Comment, Converter, ReflectionKind } from 'typedoc';

const TEXTS = {
  device: 'a device that is not lost; `null` in `webgpu-segmented/js`; a place in `webgpu-segmented/arrow` too',
  _device: 'not used; `null` will do',
  place: 'from `openPlace`',
  options: 'none is required',
  descriptor: 'what the plan is for, and the room that it needs',
  keys: 'any typed array except Uint8ClampedArray, or `{ type, data }`',
  values: 'any typed array except Uint8ClampedArray, or `{ type, data }`',
  segments: 'offsets, `{ lengths }`, `{ size, count? }`, `{ begin, end }` or `{ offsets, rows }`',
  op: 'an operator by its name, one of yours, or a list',
  ids: 'one id a row, or a list of columns of ids',
  quantiles: 'numbers from 0 to 1, or one number',
  k: 'how many items of each segment: one number, or one a segment',
  transform: 'a name, or `{ of, wgsl, js, type }`',
};

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) {
      const text = Object.hasOwn(TEXTS, parameter.name) ? TEXTS[parameter.name] : undefined;
      if (text && !parameter.comment) parameter.comment = new Comment([{ kind: 'text', text }]);
    }
  });
}
