/** Source maps of the package: they name its TypeScript, and nothing of kernels, which no debugger can step into. */
import { readFile, writeFile } from 'node:fs/promises';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import type { Options } from 'tsup';

interface SourceMap {
  sources: string[];
  names: string[];
  mappings: string;
}

/** A map with TypeScript sources only. Places of other sources belong to none. */
export function withoutKernels<M extends SourceMap>(map: M): M {
  const kept = map.sources.filter((source) => source.endsWith('.ts'));
  const indices = map.sources.map((source) => kept.indexOf(source));
  const lines = decode(map.mappings).map((line) =>
    line.map((segment): SourceMapSegment => {
      const source = segment[1] === undefined ? -1 : (indices[segment[1]] as number);
      return source < 0 ? [segment[0]] : [segment[0], source, segment[2] as number, segment[3] as number];
    }),
  );
  return { ...map, sources: kept, names: [], mappings: encode(lines) };
}

export const sourceMaps: NonNullable<Options['plugins']>[number] = {
  name: 'source-maps',
  async buildEnd({ writtenFiles }) {
    for (const { name } of writtenFiles.filter(({ name }) => name.endsWith('.map'))) {
      const map = JSON.parse(await readFile(name, 'utf8')) as SourceMap;
      await writeFile(name, JSON.stringify(withoutKernels(map)));
    }
  },
};
