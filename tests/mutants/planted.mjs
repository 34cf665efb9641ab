/**
 * The source with the mutant's fault in it.
 * @param {import('./mutants.mjs').Mutant} mutant
 * @param {string} source
 */
export function planted({ file, find, replace }, source) {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${file} holds '${find}' ${parts.length - 1} times; it must be there once`);
  return parts.join(replace);
}
