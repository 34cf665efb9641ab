/** `--place`: where the program's calls run. Results are those of a device. */
import { Field, Float32, Int32, List, Table, vectorFromArray } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace, type Place, segmentedReduce } from '../../src/auto/index.ts';
import { programPlace } from '../../src/cli/device.ts';
import { readOptions } from '../../src/cli/options.ts';
import { useDevice } from '../support/use-device.ts';
import { cut, run, streamOf } from './program.ts';

const device = useDevice();
let place: Place;
beforeAll(async () => {
  place = await openPlace({ prefer: 'js', strict: true });
});
afterAll(() => place.close());

const lists = new Table({
  x: vectorFromArray([[3, null, 1], null, [], [2, 9, 4]], new List(new Field('item', new Float32(), true))),
});
const rows = new Table({
  id: vectorFromArray([7, 7, 3, 7, 3, 3], new Int32()),
  x: vectorFromArray([3, 1, null, 2, 9, 4], new Float32()),
});
const OF_LISTS = streamOf(cut(lists, 1));
const OF_ROWS = streamOf(cut(rows, 2));
const BY = ['--by', 'id', '--column', 'x'];

describe('the program in a place', () => {
  it.each([
    ['sort', ['--column', 'x'], OF_LISTS],
    ['argsort', ['--column', 'x'], OF_LISTS],
    ['top-k', ['--column', 'x', '--k', '2'], OF_LISTS],
    ['scan', ['--column', 'x', '--op', 'sum'], OF_LISTS],
    ['quantile', ['--column', 'x', '--q', '0.5'], OF_LISTS],
    ['rank', ['--column', 'x'], OF_LISTS],
    ['unique', ['--column', 'x'], OF_LISTS],
    ['mode', ['--column', 'x'], OF_LISTS],
    ['histogram', ['--column', 'x', '--range', '0,9'], OF_LISTS],
    ['transform', ['--column', 'x', '--op', 'diff'], OF_LISTS],
    ['reduce', ['--column', 'x', '--op', 'sum,count,argmax'], OF_LISTS],
    ['sort', BY, OF_ROWS],
    ['sort', [...BY, '--unsorted'], OF_ROWS],
    ['reduce', [...BY, '--unsorted', '--op', 'sum,min'], OF_ROWS],
  ] as const)('%s %s gives what it gives on a device', async (command, args, stdin) => {
    const want = await run(device(), [command, ...args], stdin);
    const found = await run(place, [command, ...args, '--quiet'], stdin);
    expect(found).toEqual({ ...want, stderr: '' });
    expect(want.exit).toBe(0);
    expect(place.last?.ran).toBe('js');
  });

  it('says where the last call ran, and why', async () => {
    const { stderr } = await run(place, ['sort', '--column', 'x'], OF_LISTS);
    expect(stderr).toBe('webgpu-segmented: ran in JavaScript: the place prefers JavaScript\n');
  });

  it('answers requests', async () => {
    const header = JSON.stringify({ id: 1, args: ['sort', '--column', 'x'], bytes: OF_LISTS.length });
    const prefix = Buffer.alloc(4);
    prefix.writeUInt32LE(header.length);
    const request = Buffer.concat([prefix, Buffer.from(header), OF_LISTS]);
    const { exit, stdout } = await run(place, ['serve'], request);
    expect(exit).toBe(0);
    const length = stdout.readUInt32LE();
    expect(JSON.parse(stdout.subarray(4, 4 + length).toString())).toMatchObject({ id: 1, ok: true });
    const { stdout: sorted } = await run(device(), ['sort', '--column', 'x'], OF_LISTS);
    expect(stdout.subarray(4 + length)).toEqual(sorted);
  });
});

describe('--place', () => {
  const opened = (...args: string[]) => programPlace(readOptions('reduce', ['--quiet', ...args]));

  it('auto and js are places, and gpu is a device', async () => {
    for (const args of [[], ['--place', 'auto'], ['--place', 'js']]) {
      const found = await opened(...args);
      if (!('last' in found)) throw new Error('a device');
      // Without a function beside it, WGSL runs on a GPU, which the place for js refuses.
      const op = { wgsl: 'return a;', identity: 0 };
      const refused = segmentedReduce(found, Float32Array.of(1), [0, 1], op);
      await expect(refused).rejects.toThrow(args[1] === 'js' ? 'the place runs nothing on a GPU' : 'beside the WGSL');
      found.close();
    }
    const found = await opened('--place', 'gpu');
    expect('queue' in found).toBe(true);
    if ('queue' in found) found.destroy();
  });

  it.each([
    [['--place', 'cpu'], "--place: 'cpu'; allowed: auto, gpu, js"],
    [['--place', 'js', '--adapter-name', 'Swift'], "--place: 'js' with --adapter-name; allowed: gpu"],
    [['--place', 'auto', '--partial'], "--place: 'auto' with --partial; allowed: gpu"],
  ])('%s is refused by name', async (args, message) => {
    await expect((async () => opened(...args))()).rejects.toThrow(message);
  });

  it('is given to serve, and to no request', async () => {
    const header = JSON.stringify({ id: 1, args: ['sort', '--column', 'x', '--place', 'js'], bytes: 0 });
    const prefix = Buffer.alloc(4);
    prefix.writeUInt32LE(header.length);
    const { stdout } = await run(place, ['serve'], Buffer.concat([prefix, Buffer.from(header)]));
    expect(stdout.toString()).toContain('--place in a request; give it to serve');
  });
});
