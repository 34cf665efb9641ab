/** A plugin of TypeDoc: what the parameters of all calls are, where a comment does not say it. */
import { Comment, Converter, ReflectionKind } from 'typedoc';

const TEXTS = {
  device: 'a device that is not lost; `null` in `webgpu-segmented/js`; a place in `webgpu-segmented/arrow` too',
  _device: 'not used; `null` will do',
  place: 'from `openPlace`',
  options: 'none is required',
  descriptor: 'what the plan is for, and the room that it needs',
};

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) {
      const text = Object.hasOwn(TEXTS, parameter.name) ? TEXTS[parameter.name] : undefined;
      if (text && !parameter.comment) parameter.comment = new Comment([{ kind: 'text', text }]);
    }
  });
}
