/** The begin and the end of a section of a `.wgsl` file: `part bank` or `choice store: keys`. */
function sectionOf(file, source, section) {
  const mark = `// ---- ${section}\n`;
  const begin = source.indexOf(mark);
  if (begin < 0) throw new Error(`${file} has no section '${section}'`);
  const end = source.indexOf('\n// ---- ', begin + mark.length);
  return [begin, end < 0 ? source.length : end];
}

/**
 * The source with the mutant's fault in it.
 * @param {import('./mutants.mjs').Mutant} mutant
 * @param {string} source
 */
export function planted({ file, section, find, replace }, source) {
  const [begin, end] = section ? sectionOf(file, source, section) : [0, source.length];
  const parts = source.slice(begin, end).split(find);
  if (parts.length !== 2) {
    const place = section ? `${file}, ${section},` : file;
    throw new Error(`${place} holds '${find}' ${parts.length - 1} times; it must be there once`);
  }
  return source.slice(0, begin) + parts.join(replace) + source.slice(end);
}
