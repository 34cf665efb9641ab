/** `serve`: framed requests, each answered whole or with an error. */
import { Field, Float32, List, Table, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { useDevice } from '../support/use-device.ts';
import { columnsIn, cut, run, streamOf } from './program.ts';

const device = useDevice();
const lists = new Table({ x: vectorFromArray([[3, 1], [2]], new List(new Field('item', new Float32(), true))) });
const stream = streamOf(cut(lists));

function frame(header: object, data: Buffer = Buffer.alloc(0)): Buffer {
  const text = Buffer.from(JSON.stringify({ bytes: data.length, ...header }));
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32LE(text.length);
  return Buffer.concat([prefix, text, data]);
}

interface Answer {
  readonly header: { readonly id: unknown; readonly ok: boolean; readonly exit?: number; readonly error?: string };
  readonly data: Buffer;
}

function answersIn(bytes: Buffer): Answer[] {
  const answers: Answer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at);
    const header = JSON.parse(bytes.subarray(at + 4, at + 4 + length).toString());
    at += 4 + length;
    answers.push({ header, data: bytes.subarray(at, at + header.bytes) });
    at += header.bytes;
  }
  return answers;
}

const serve = async (...frames: Buffer[]) => {
  const { exit, stdout, stderr } = await run(device(), ['serve'], Buffer.concat(frames), 7);
  return { exit, stderr, answers: answersIn(stdout) };
};

const SORT = ['sort', '--column', 'x'];

describe('serve', () => {
  it('answers requests in their order', async () => {
    const { exit, answers } = await serve(
      frame({ id: 1, args: SORT }, stream),
      frame({ id: 'b', args: ['reduce', '--column', 'x', '--op', 'sum'] }, stream),
    );
    expect(exit).toBe(0);
    expect(answers.map(({ header }) => [header.id, header.ok])).toEqual([
      [1, true],
      ['b', true],
    ]);
    expect(answers.map(({ data }) => columnsIn(data))).toEqual([{ x: [[1, 3], [2]] }, { sum: [4, 2] }]);
  });

  it('goes on after a wrong request', async () => {
    const { exit, answers } = await serve(
      frame({ id: 1, args: ['sort', '--column', 'y'] }, stream),
      frame({ id: 2, args: SORT }, stream.subarray(0, -8)),
      frame({ id: 3, args: ['serve'] }),
      frame({ id: 4, args: [...SORT, '--output', 'file'] }, stream),
      frame({ id: 5, args: SORT }, stream),
    );
    expect(exit).toBe(0);
    expect(answers.map(({ header }) => [header.id, header.ok, header.exit])).toEqual([
      [1, false, 64],
      [2, false, 65],
      [3, false, 64],
      [4, false, 64],
      [5, true, undefined],
    ]);
    expect(answers[1]?.header.error).toContain('end-of-stream marker');
    expect(answers[3]?.header.error).toContain('--output in a request');
  });

  it.each([
    ['a cut frame', frame({ args: SORT }, stream).subarray(0, 200), 'the stream ends'],
    ['no frame', Buffer.from('sort\n'), 'a header of'],
    ['a header that is not JSON', Buffer.concat([Buffer.from([3, 0, 0, 0]), Buffer.from('abc')]), 'not JSON'],
    ['a header without args', frame({}), 'without args'],
  ])('ends at %s', async (_, bytes, says) => {
    const { exit, stderr } = await serve(bytes);
    expect([exit, stderr]).toEqual([65, expect.stringContaining(says)]);
  });
});
