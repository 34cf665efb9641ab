/** The program of the tarball, as npm installs it: pipes, signals, readers that end early. */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Field, Float32, List, Table, tableFromIPC, tableToIPC, vectorFromArray } from 'apache-arrow';
import { beforeAll, describe, expect, it } from 'vitest';
import { link, pack, project } from './tarball.ts';

let folder: string;
let bare: string;
beforeAll(async () => {
  const packed = await pack();
  [folder, bare] = [await project(packed), await project(packed)];
  link(folder, 'webgpu', '@sparticuz/chromium', 'apache-arrow', 'flatbuffers', 'json-with-bigint', 'tslib');
});

const program = (where: string) => path.join(where, 'node_modules/.bin/webgpu-segmented');
const lists = new Table({
  x: vectorFromArray(
    Array.from({ length: 40_000 }, (_, i) => [i, 2 * i, 1]),
    new List(new Field('item', new Float32(), true)),
  ),
});
const stream = Buffer.from(tableToIPC(lists, 'stream'));

function run(args: readonly string[], input: Buffer = stream, where = folder) {
  const { status, stdout, stderr } = spawnSync(program(where), args, {
    ...{ input, cwd: where, maxBuffer: 2 ** 28, timeout: 60_000 },
    env: { ...process.env, WEBGPU_SEGMENTED_ADAPTER: 'swiftshader' },
  });
  return { status, stdout, stderr: stderr.toString() };
}

const SORT = ['sort', '--quiet', '--column', 'x'];

describe('the program', () => {
  it('sorts from stdin to stdout', () => {
    const { status, stdout } = run(SORT);
    expect(status).toBe(0);
    expect(Array.from(tableFromIPC(stdout).getChild('x')?.get(7) ?? [])).toEqual([1, 7, 14]);
  });

  it('lists the adapters', () => {
    const { status, stdout } = run(['adapters', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout.toString())).toContainEqual({
      ...{ name: expect.stringContaining('SwiftShader'), kind: 'software', source: 'swiftshader' },
    });
  });

  it('chooses an adapter by its name', () => {
    expect(run([...SORT, '--adapter-name', 'swiftSHADER']).status).toBe(0);
    const { status, stderr } = run([...SORT, '--adapter-name', 'radeon']);
    expect([status, stderr]).toEqual([
      69,
      expect.stringContaining("adapterName: 'radeon' is in the name of no adapter"),
    ]);
  });

  it('says what to install where optional packages are missing', () => {
    const { status, stderr } = run(SORT, stream, bare);
    expect([status, stderr]).toEqual([69, expect.stringContaining('npm install apache-arrow')]);
    for (const args of [['--help'], ['--version'], ['sort', '--help']]) {
      const help = run(args, stream, bare);
      expect([help.status, help.stderr]).toEqual([0, '']);
      expect(help.stdout.length).toBeGreaterThan(4);
    }
  });

  it('that is killed leaves no output, and no older output is changed', async () => {
    writeFileSync(path.join(folder, 'out.arrow'), 'older');
    const child = spawn(program(folder), [...SORT, '--output', 'out.arrow'], {
      cwd: folder,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.on('error', () => undefined);
    child.stdin.write(stream.subarray(0, stream.length - 1000));
    for (let i = 0; i < 300 && !readdirSync(folder).some((name) => name.endsWith('.part')); i++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill('SIGKILL');
    await new Promise((resolve) => child.on('close', resolve));
    expect(readFileSync(path.join(folder, 'out.arrow'), 'utf8')).toBe('older');
  });

  it('ends with 141, without a message, if its reader ends', () => {
    const { stdout } = spawnSync(
      'bash',
      ['-c', `"$0" ${SORT.join(' ')} | head -c 100 >/dev/null; echo "\${PIPESTATUS[0]}"`, program(folder)],
      {
        ...{ input: stream, cwd: folder, env: { ...process.env, WEBGPU_SEGMENTED_ADAPTER: 'swiftshader' } },
      },
    );
    expect(stdout.toString().trim()).toBe('141');
  });
});
