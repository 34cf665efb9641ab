/** Numbers that modules name are numbers in built code: engines compile loops over variables to more instructions. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { constantsOf, sourceText } from '../../build/source-text.ts';

const src = (file: string) => path.resolve('src', file);

describe('constants of modules', () => {
  it('are numbers, of the module or of those that it imports', () => {
    expect(constantsOf(src('reduce/descriptor.ts')).get('LEAF')).toBe(16);
    expect(constantsOf(src('js/reduce/folds.ts')).get('BLOCK')).toBe(64);
    expect(constantsOf(src('checks.ts')).get('MAX_ITEMS')).toBe(2 ** 30 - 1);
    expect(constantsOf(src('js/reduce/walk_short.ts')).has('SHARED')).toBe(false);
  });

  it('come from a module that imports nothing, and lines keep their numbers', () => {
    const text = sourceText(src('js/reduce/folds.ts'), "import './first.ts';");
    expect(text.startsWith("import './first.ts'; import { BLOCK } from 'constants:")).toBe(true);
    expect(text).not.toContain('const BLOCK');
    const exported = sourceText(src('reduce/descriptor.ts'));
    expect(exported).toMatch(/export \{[^}]*\bLEAF\b[^}]*\} from 'constants:/);
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    for (const file of files) {
      const lines = readFileSync(src(file), 'utf8').split('\n');
      expect(sourceText(src(file)).split('\n').length, file).toBe(lines.length);
    }
  });
});
