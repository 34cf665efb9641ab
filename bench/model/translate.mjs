/**
 * Makes a JavaScript function of each basic block of a kernel. It executes the block for the lanes of a mask, and
 * returns the lanes that take the branch at its end.
 *
 * Instructions whose lanes do not depend on each other run lane by lane, in one loop, with registers in local variables.
 * Shuffles, votes and stores end such a loop.
 */
import { atomic, HELPERS, literal, SPECIAL, shuffled, VALUES } from './meaning.mjs';

const IGNORED = /^(nop|bclear|bssy|bsync|membar|warpsync|cctl|bar)/;
const isUniformName = (text) => /^u[rp]\d/.test(text);

/** The parts of an address, such as [r4..6.x4+ur2+0x10]: the register, its factor, a uniform register, the offset. */
function address(text) {
  const parts =
    /^\[(u?r\d+|rZ|urZ)?(?:\.\.\d+)?(?:\.x(\d+))?(?:\+?(ur\d+)(?:\.\.\d+)?)?(?:\+?(-?0x[0-9a-f]+))?\]$/.exec(text);
  if (!parts) throw new Error(`address ${text}`);
  const [, register = 'rZ', factor = '1', uniform = 'urZ', offset = '0'] = parts;
  return { register, factor: Number(factor), uniform, offset: literal(offset) };
}

/** The registers of r4..8, or of r4. */
function range(text) {
  const [, kind, from, to] = /^(u?r)(\d+)(?:\.\.(\d+))?$/.exec(text) ?? [];
  if (from === undefined) return undefined;
  return Array.from({ length: to === undefined ? 1 : to - from }, (_, i) => `${kind}${Number(from) + i}`);
}

class BlockWriter {
  lines = [];
  #sites;
  #names = 0;
  #before = [];
  #body = [];
  #after = [];
  /** Lanes' registers that the loop reads before it writes them, and those that it writes. */
  #read = new Set();
  #written = new Set();
  #uniforms = new Set();
  #spaces = new Set();
  /** Names of arrays that hold addresses and shuffled words of 32 lanes. */
  arrays = [];

  constructor(sites) {
    this.#sites = sites;
  }

  #name(kind) {
    return `${kind}${this.#names++}`;
  }

  #array() {
    const name = `t${this.#sites.arrays++}`;
    this.arrays.push(name);
    return name;
  }

  /** Ends the loop over lanes. */
  flush() {
    this.lines.push(...this.#before);
    if (this.#body.length > 0) {
      const place = (name) => `${name[0] === 'r' ? 'R' : 'P'}[${Number(name.slice(1)) * 32} + l]`;
      const locals = new Set([...this.#read, ...this.#written]);
      this.lines.push(
        '{',
        ...[...this.#uniforms].map((name) => `const ${name} = ${this.#uniformPlace(name)};`),
        'for (let l = 0; l < 32; l++) if (mask >>> l & 1) {',
        ...[...locals].map((name) => `let ${name}${this.#read.has(name) ? ` = ${place(name)}` : ''};`),
        ...this.#body,
        ...[...this.#written].map((name) => `${place(name)} = ${name};`),
        '} }',
      );
    }
    this.lines.push(...this.#after);
    for (const list of [this.#before, this.#body, this.#after]) list.length = 0;
    for (const set of [this.#read, this.#written, this.#uniforms, this.#spaces]) set.clear();
  }

  #uniformPlace(name) {
    return name[1] === 'r' ? `U[${name.slice(2)}]` : `V[${name.slice(2)}]`;
  }

  /** An operand. In a loop over lanes registers are local variables, else they are read where they lie. */
  #operand(text, inLoop) {
    if (text === undefined) return undefined;
    if (/^-/.test(text) && !/^-?(0x|\d)/.test(text)) return `(-${this.#operand(text.slice(1), inLoop)} | 0)`;
    if (/^~/.test(text)) return `(~${this.#operand(text.slice(1), inLoop)})`;
    if (/^!/.test(text)) return `(${this.#operand(text.slice(1), inLoop)} ^ 1)`;
    if (/^u?(rZ|pF)$/.test(text)) return '0';
    if (/^u?pT$/.test(text)) return '1';
    if (/^-?(0x[0-9a-f]+|\d+)$/.test(text)) return `${literal(text) | 0}`;
    const constant = /^c\[0x([01])\]\[\+?0x([0-9a-f]+)\]$/.exec(text);
    if (constant) return `C${constant[1]}[${parseInt(constant[2], 16) >> 2}]`;
    const bound = /^cx\[(ur\d+)\.\.\d+\]\[(?:\+?(r\d+))?(?:\+?0x([0-9a-f]+))?\]$/.exec(text);
    if (bound) {
      const [, base, lane, offset = '0'] = bound;
      const index = lane ? ` + ${this.#operand(lane, inLoop)}` : '';
      return `heap[${this.#operand(base, inLoop)} + ${parseInt(offset, 16)}${index} >>> 2]`;
    }
    if (/^u[rp]\d+$/.test(text)) {
      if (!inLoop) return this.#uniformPlace(text);
      this.#uniforms.add(text);
      return text;
    }
    if (/^[rp]\d+$/.test(text)) {
      if (!inLoop) return `${text[0] === 'r' ? 'R' : 'P'}[${Number(text.slice(1)) * 32} + first]`;
      if (!this.#written.has(text)) this.#read.add(text);
      return text;
    }
    if (/^\[0x[0-9a-f]+\]$/.test(text) || /^LUT\[/.test(text)) return text;
    throw new Error(`operand ${text}`);
  }

  /** A statement in the loop over lanes. `to` are the registers that it assigns. */
  #perLane(guard, to, statement) {
    if (guard) {
      const condition = this.#operand(guard, true);
      for (const name of to) if (!this.#written.has(name)) this.#read.add(name);
      this.#body.push(`if (${condition}) { ${statement} }`);
    } else {
      this.#body.push(statement);
    }
    for (const name of to) this.#written.add(name);
  }

  /** A statement for the whole warp. It goes before the loop if that does not read what the statement changes. */
  #perWarp(guard, to, statement, { readsLanes = false } = {}) {
    if (readsLanes || to.some((name) => this.#uniforms.has(name))) this.flush();
    this.#before.push(guard ? `if (${this.#operand(guard, false)}) { ${statement} }` : statement);
  }

  #assign(to, value) {
    if (to === 'null' || to === 'rZ' || to === 'urZ') return `${value};`;
    return isUniformName(to) ? `${this.#uniformPlace(to)} = ${value};` : `${to} = ${value};`;
  }

  /** An instruction whose results are values of its operands. `results` gives the statement. */
  #compute({ guard, to, args }, statement) {
    const targets = to.filter((name) => !/^(null|u?rZ)$/.test(name));
    const isUniform = targets.length > 0 && targets.every(isUniformName);
    const operands = args.map((arg) => this.#operand(arg, !isUniform));
    if (!isUniform) this.#perLane(guard, targets, statement(operands));
    else {
      const readsLanes = [guard, ...args].some((arg) => /^[-~!]*[rp]\d/.test(arg));
      this.#perWarp(guard, targets, statement(operands), { readsLanes });
    }
  }

  add(one) {
    const [kind] = one.op.split('.');
    if (IGNORED.test(one.op) || kind === 'bra' || kind === 'exit') return;
    if (/^(ld|st|atom|red)$/.test(kind)) this.#memory(one);
    else if (kind === 'ldc') this.#loadConstant(one);
    else if (kind === 'shfl') this.#shuffle(one);
    else if (kind === 'vote' || kind === 'redux') this.#together(one, kind);
    else if (kind === 's2r' || kind === 's2ur' || kind === 'cs2r') this.#special(one);
    else if (kind === 'iadd3' && (one.to.length > 1 || one.op === 'iadd3.x')) this.#addWithCarry(one);
    else if (kind === 'imad64') this.#wideProduct(one);
    else if (kind === 'plop3') this.#logicOfPredicates(one);
    else {
      const value = VALUES[kind];
      if (!value || one.to.length !== 1) throw new Error(`instruction ${one.text}`);
      if (/^f/.test(kind)) this.#floats(one, value);
      else this.#compute(one, (operands) => this.#assign(one.to[0], value(one.op, operands)));
    }
  }

  /** An instruction whose operands may be negated, or stand for their magnitudes: -r1, |r1|, -|r1|. */
  #floats(one, value) {
    const forms = one.args.map((arg) => /^(-?)(\|?)([^|]*)\|?$/.exec(arg));
    if (forms.some((form) => !form || /^[-~]/.test(form[3]))) throw new Error(`instruction ${one.text}`);
    this.#compute({ ...one, args: forms.map(([, , , arg]) => arg) }, (operands) => {
      const signed = operands.map((x, i) => {
        const [, minus, bar] = forms[i];
        const magnitude = bar ? `(${x} & 0x7fffffff)` : x;
        return minus ? `(${magnitude} ^ 0x80000000)` : magnitude;
      });
      return this.#assign(one.to[0], value(one.op, signed));
    });
  }

  #special(one) {
    const value = SPECIAL[literal(one.args[0])];
    if (value === undefined) throw new Error(`instruction ${one.text}`);
    this.#compute({ ...one, args: [] }, () =>
      this.#assign(one.to[0], value.replace(/\bl\b/g, isUniformName(one.to[0]) ? 'first' : 'l')),
    );
  }

  #addWithCarry(one) {
    const [sum, carry = 'null', second = 'null'] = one.to;
    const isThird = one.op === 'iadd3.x';
    if (second !== 'null' || (isThird && one.args.length !== 5)) throw new Error(`instruction ${one.text}`);
    // The carry of a difference a − b is that of a + ~b + 1.
    const negated = one.args.map((arg) => /^-[ru]/.test(arg));
    const args = one.args.map((arg) => arg.replace(/^-(?=[ru])/, ''));
    this.#compute({ ...one, to: [sum, carry], args }, (operands) => {
      const terms = operands.map((x, i) => (negated[i] ? `(4294967296 - (${x} >>> 0))` : `(${x} >>> 0)`));
      const over = carry === 'null' ? '' : this.#assign(carry, '(sum >= 4294967296 ? 1 : 0)');
      return `{ const sum = ${terms.join(' + ')}; ${this.#assign(sum, 'sum | 0')} ${over} }`;
    });
  }

  #wideProduct(one) {
    const [low, high] = range(one.to[0]);
    const third = range(one.args[2]) ?? [one.args[2]];
    const args = [one.args[0], one.args[1], third[0], third[1] ?? 'rZ'];
    this.#compute({ ...one, to: [low, high], args }, ([a, b, addLow, addHigh]) => {
      const sum = `(Math.imul(${a}, ${b}) >>> 0) + (${addLow} >>> 0)`;
      const carry = '(sum >= 4294967296 ? 1 : 0)';
      const top = `const top = highProduct(${a}, ${b}) + ${addHigh} + ${carry} | 0;`;
      return `{ const sum = ${sum}; ${top} ${this.#assign(low, 'sum | 0')} ${this.#assign(high, 'top')} }`;
    });
  }

  #logicOfPredicates(one) {
    const tables = one.args.slice(3).map(literal);
    this.#compute({ ...one, args: one.args.slice(0, 3) }, ([a, b, c]) => {
      const index = `const index = ${a} << 2 | ${b} << 1 | ${c};`;
      const each = one.to.map((to, i) => (to === 'null' ? '' : this.#assign(to, `${tables[i]} >>> index & 1`)));
      return `{ ${index} ${each.join(' ')} }`;
    });
  }

  #loadConstant(one) {
    const words = Number(/^ldc\.b(\d+)$/.exec(one.op)[1]) / 32;
    const to = range(one.to[0]);
    if (to.length !== words) throw new Error(`instruction ${one.text}`);
    this.#compute({ ...one, to }, ([from]) => {
      const [, array, index] = /^(\w+)\[(.*)\]$/.exec(from);
      return `{ const at = ${index}; ${to.map((name, i) => this.#assign(name, `${array}[at + ${i}]`)).join(' ')} }`;
    });
  }

  #shuffle(one) {
    const to = one.to.filter((name) => name[0] !== 'p');
    const [flag] = one.to.filter((name) => name[0] === 'p');
    if (to.length !== 1 || one.guard || !/^u?r/.test(one.args[0])) throw new Error(`instruction ${one.text}`);
    this.flush();
    const words = this.#array();
    const [, lanes] = /^r(\d+)$/.exec(one.args[0]) ?? [];
    const place = lanes ? `R[${lanes * 32} + l]` : this.#operand(one.args[0], false);
    this.lines.push(`for (let l = 0; l < 32; l++) ${words}[l] = ${place};`);
    this.#compute({ ...one, args: one.args.slice(1), to: flag ? [to[0], flag] : to }, ([by, bounds]) => {
      const { from, within } = shuffled(one.op.split('.')[1], by, bounds);
      const ok = `const from = ${from}; const ok = ${within};`;
      return `{ ${ok} ${this.#assign(to[0], `${words}[ok ? from : l]`)} ${flag ? this.#assign(flag, '(ok ? 1 : 0)') : ''} }`;
    });
  }

  /** Votes and sums: each lane adds to a word of the warp. */
  #together(one, kind) {
    if (one.guard) throw new Error(`instruction ${one.text}`);
    const word = this.#name('w');
    const [, ...parts] = one.op.split('.');
    if (kind === 'vote') {
      this.#before.push(`let ${word} = 0;`);
      this.#body.push(`${word} |= ${this.#operand(one.args[0], true)} << l;`);
    } else {
      const how = parts.find((part) => /^(sum|add|min|max|and|or|xor)$/.test(part));
      if (!how || parts.some((part) => /^[if]\d+$/.test(part) && how.startsWith('m'))) throw new Error(one.text);
      const a = this.#operand(one.args[0], true);
      const next = {
        min: `(${word} >>> 0) < (${a} >>> 0) ? ${word} : ${a}`,
        max: `(${word} >>> 0) > (${a} >>> 0) ? ${word} : ${a}`,
        and: `${word} & ${a}`,
        or: `${word} | ${a}`,
        xor: `${word} ^ ${a}`,
      }[how];
      this.#before.push(`let ${word} = ${how === 'min' || how === 'and' ? -1 : 0};`);
      this.#body.push(`${word} = ${next ?? `${word} + ${a} | 0`};`);
    }
    this.flush();
    const truth = parts[0] === 'all' ? `${word} === mask` : parts[0] === 'any' ? `${word} !== 0` : undefined;
    for (const to of one.to) {
      if (to === 'null') continue;
      const value = !/^u?p/.test(to) ? word : truth && `(${truth} ? 1 : 0)`;
      if (value === undefined) throw new Error(`instruction ${one.text}`);
      this.#compute({ guard: '', to: [to], args: [] }, () => this.#assign(to, value));
    }
  }

  #memory(one) {
    const [kind] = one.op.split('.');
    const space = /\.(global|shared|local)\b/.exec(one.op)?.[1];
    const words = Number(/\.b(\d+)$/.exec(one.op)?.[1] ?? 32) / 32;
    if (!space || !Number.isInteger(words)) throw new Error(`instruction ${one.text}`);
    const isLoad = kind === 'ld';
    // A lane would see the stores of lanes that are before it in the loop.
    if (!isLoad && this.#spaces.has(space)) this.flush();
    const { register, factor, uniform, offset } = address(one.args[0]);
    const term = (text) => this.#operand(text, true);
    const at = `${term(register)} * ${factor} + ${term(uniform)} + ${offset} | 0`;
    const high = space === 'global' ? register.replace(/\d+/, (n) => Number(n) + 1) : 'rZ';
    const [addresses, lanes] = [this.#array(), this.#name('m')];
    const site = this.#sites.list.push({ text: one.text, space, kind, bytes: 4 * words }) - 1;
    this.#before.push(`let ${lanes} = 0;`);
    const where =
      space === 'local'
        ? (i) => `L[((at >>> 2) + ${i}) * 32 + l]`
        : (i) => `${space === 'global' ? 'heap' : 'S'}[(at >>> 2) + ${i}]`;
    const check = space === 'global' ? `if (${term(high)} !== 1) wrong(${site}, at);` : '';
    const head = `const at = ${at}; ${check} ${addresses}[l] = at; ${lanes} |= 1 << l;`;
    if (isLoad) {
      const to = range(one.to[0]);
      if (to.length !== words) throw new Error(`instruction ${one.text}`);
      const guard = one.args[1] ? term(one.args[1]) : '1';
      const loads = to.map((name, i) => `${name} = ${where(i)};`).join(' ');
      const zeros = to.map((name) => `${name} = 0;`).join(' ');
      this.#perLane(one.guard, to, `if (${guard}) { ${head} ${loads} } else { ${zeros} }`);
      this.#spaces.add(space);
    } else if (kind === 'st') {
      const from = range(one.args[1])?.map(term) ?? [term(one.args[1])];
      if (from.length !== words) throw new Error(`instruction ${one.text}`);
      this.#perLane(one.guard, [], `{ ${head} ${from.map((value, i) => `${where(i)} = ${value};`).join(' ')} }`);
    } else {
      const [to = 'null'] = one.to;
      const xy = `const x = ${term(one.args[1])}; ${one.args[2] ? `const y = ${term(one.args[2])};` : ''}`;
      const old = `const old = ${where(0)}; ${where(0)} = ${atomic(one.op)};`;
      const targets = to === 'null' || to === 'rZ' ? [] : [to];
      this.#perLane(one.guard, targets, `{ ${head} ${xy} ${old} ${targets.length > 0 ? `${to} = old;` : ''} }`);
    }
    this.#after.push(`if (${lanes}) touch(${site}, ${lanes}, ${addresses});`);
    if (!isLoad) this.flush();
  }

  /** The lanes that take the branch, or the exit, at the block's end. */
  end({ op, guard, args }) {
    const conditions = [guard, ...(op === 'bra' && args.length > 1 ? [args[0]] : [])].filter(
      (text) => text && !/^u?pT$/.test(text),
    );
    if (conditions.length === 0) {
      this.flush();
      return 'mask';
    }
    if (conditions.every((text) => /^!?up/.test(text))) {
      this.flush();
      return `(${conditions.map((text) => this.#operand(text, false)).join(' & ')} ? mask : 0)`;
    }
    const word = this.#name('w');
    this.#before.push(`let ${word} = 0;`);
    this.#body.push(`${word} |= (${conditions.map((text) => this.#operand(text, true)).join(' & ')}) << l;`);
    this.flush();
    return word;
  }
}

/**
 * A kernel as functions. `make` gives a function for each block. `ends` has the number of its instructions, how it ends,
 * where its branch goes, whether it begins where lanes meet, and the blocks where the lanes that run it will meet.
 * `sites` are the instructions that access memory, in the order of their numbers.
 */
export function translated({ blocks, labels }) {
  const sites = { list: [], arrays: 0 };
  const texts = [];
  const arrays = [];
  const ends = blocks.map((block) => {
    const writer = new BlockWriter(sites);
    const last = block.at(-1);
    for (const one of block) writer.add(one);
    const isBranch = last?.op === 'bra' || last?.op === 'exit';
    const taken = isBranch ? writer.end(last) : writer.flush();
    texts.push(`(W, mask) => { const { R, P, U, V, S, L } = W; const first = 31 - Math.clz32(mask & -mask);
${writer.lines.join('\n')}
return ${isBranch ? taken : '0'}; }`);
    arrays.push(...writer.arrays);
    const target = last?.op === 'bra' ? labels.get(last.args.at(-1)) : undefined;
    if (last?.op === 'bra' && target === undefined) throw new Error(`label of ${last.text}`);
    const kind = last?.op === 'bar.sync' ? 'barrier' : isBranch ? last.op : 'next';
    const meetings = block.filter(({ op }) => op === 'bssy').map(({ args }) => labels.get(args.at(-1)));
    return { kind, target, meets: block[0]?.op === 'bsync', meetings, size: block.length };
  });
  const declared = arrays.map((name) => `const ${name} = new Int32Array(32);`).join('\n');
  const source = `${HELPERS}\n${declared}\nreturn [\n${texts.join(',\n')}\n];`;
  const make = new Function('heap', 'C0', 'C1', 'touch', 'wrong', source);
  return { make, ends, sites: sites.list };
}
