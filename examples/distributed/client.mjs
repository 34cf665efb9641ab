/**
 * A client of `webgpu-segmented serve`: one child process, requests one after another, each answered whole or with an
 * error. Needs no package.
 */
import { spawn } from 'node:child_process';

/** An error that the program answered, with its exit code: 64 and 65 are final, 75 may be tried again. */
export class ServeError extends Error {
  constructor(message, exit) {
    super(message);
    this.exit = exit;
  }
}

export class Client {
  #child;
  #chunks;
  #rest = Buffer.alloc(0);
  #last = Promise.resolve();
  #id = 0;

  /** `command`: the program and its arguments before `serve`. */
  constructor(command = ['npx', 'webgpu-segmented'], options = []) {
    this.#child = spawn(command[0], [...command.slice(1), 'serve', ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
    // The end of the child is reported by the read.
    this.#child.stdin.on('error', () => undefined);
    this.#chunks = this.#child.stdout[Symbol.asyncIterator]();
  }

  get pid() {
    return this.#child.pid;
  }

  /** Runs a command on an Arrow stream. Resolves to the Arrow stream of the results. */
  request(args, data) {
    const answer = this.#last.then(() => this.#exchange(args, data));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the child after the requests so far. */
  async close() {
    await this.#last;
    this.#child.stdin.end();
    await new Promise((resolve) => (this.#child.exitCode === null ? this.#child.once('close', resolve) : resolve()));
  }

  async #exchange(args, data) {
    const id = ++this.#id;
    const header = Buffer.from(JSON.stringify({ id, args, bytes: data.length }));
    const prefix = Buffer.alloc(4);
    prefix.writeUInt32LE(header.length);
    // Not awaited, because the answer must be read while the request is written. Otherwise both pipes could be full.
    for (const part of [prefix, header, data]) this.#child.stdin.write(part);
    const length = (await this.#read(4)).readUInt32LE();
    const answer = JSON.parse((await this.#read(length)).toString());
    const body = await this.#read(answer.bytes);
    if (answer.id !== id) throw new ServeError(`answer ${answer.id} to request ${id}`, 70);
    if (!answer.ok) throw new ServeError(answer.error, answer.exit);
    return body;
  }

  async #read(length) {
    const parts = [this.#rest];
    let held = this.#rest.length;
    while (held < length) {
      const { done, value } = await this.#chunks.next();
      if (done) throw new ServeError('the child has ended', 75);
      parts.push(value);
      held += value.length;
    }
    const all = Buffer.concat(parts);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }
}
