import elementFile from '../../../wgsl/operators/element.wgsl';
import { requireMembers, requireOneOf, requireTypeMembers, requireWgsl } from '../../checks.ts';
import { nameOf, refused } from '../../errors.ts';
import {
  isItemTypeName,
  isStrided,
  longName,
  NAMED_TYPES,
  type NumberType,
  type StridedType,
  typeBytes,
  type VectorType,
} from '../../item_types.ts';
import { callersText } from '../../plan/link.ts';
import { section, storage, type WgslModule, written } from '../../plan/module.ts';

import { structBytes } from './struct.ts';

const STRUCT_BYTES = [4, 8, 12, 16] as const;

/** Keys that are structs, which the user's declarations describe. */
export interface StructKeyType {
  /** Bytes of a key. */
  bytes: (typeof STRUCT_BYTES)[number];
}

/** Keys that `compare` and `orderBy` take: any number or vector, or a struct of the user's declarations. */
export type CompareKeyType = NumberType | VectorType | StridedType | StructKeyType;

/** The checked WGSL texts of a custom order, and how the kernels load a key for them. */
export interface CustomKeys {
  /** The option's name in messages. */
  readonly option: 'compare' | 'orderBy';
  /** Bytes of a key in the caller's arrays. A vec3 takes three words, without padding. */
  readonly bytes: number;
  /** WGSL type of a key in the user's text. For a struct it is an alias that the library chooses. */
  readonly type: string;
  /** The struct's name in the user's declarations. */
  readonly struct?: string;
  /** WGSL type of an element of the binding `input`. */
  readonly inputWord: string;
  /** WGSL expression for key `i`. */
  readonly load: string;
  readonly wgsl: string;
  readonly declarations: string;
}

type View = Pick<CustomKeys, 'type' | 'struct' | 'inputWord' | 'load'>;

/** How kernels load a number. Narrow numbers are packed into words, lowest bits first. */
function numberView(keyType: string): View {
  const bits = Number(keyType.slice(1));
  const perWord = 32 / bits;
  const word = `input[i / ${perWord}u]`;
  const shift = `i % ${perWord}u * ${bits}u`;
  const unsigned = `(${word} >> (${shift})) & ${2 ** bits - 1}u`;
  if (bits === 64) return { type: 'vec2<u32>', inputWord: 'vec2<u32>', load: 'input[i]' };
  if (bits === 32) return { type: keyType, inputWord: keyType, load: 'input[i]' };
  if (keyType === 'f16') return { type: 'f32', inputWord: 'u32', load: `numberOf(${unsigned})` };
  if (keyType[0] === 'u') return { type: 'u32', inputWord: 'u32', load: unsigned };
  const signed = `bitcast<i32>(${word} << (${32 - bits}u - ${shift})) >> ${32 - bits}u`;
  return { type: 'i32', inputWord: 'u32', load: signed };
}

function namedView(keyType: string): View {
  if (!keyType.startsWith('vec')) return numberView(keyType);
  // WGSL pads the elements of an array of vec3.
  if (!keyType.startsWith('vec3')) return { type: keyType, inputWord: keyType, load: 'input[i]' };
  const words = 'vec3u(input[3u * i], input[3u * i + 1u], input[3u * i + 2u])';
  return { type: keyType, inputWord: 'u32', load: `bitcast<${keyType}>(${words})` };
}

/** Checks the WGSL texts of an option. */
export function orderTexts(option: CustomKeys['option'], given: unknown) {
  requireWgsl(option, given, option === 'compare' ? "{ wgsl: 'return a < b;' }" : "{ wgsl: 'return key;' }");
  const own = option === 'orderBy' ? ['returns', 'bits'] : [];
  requireMembers(option, given, ['wgsl', 'declarations', 'type', 'js', ...own]);
  const { wgsl, declarations = '' } = Object(given) as Record<string, unknown>;
  for (const [name, text] of Object.entries({ wgsl, declarations })) {
    if (typeof text !== 'string') {
      throw refused(
        'invalid-option',
        `${option}.${name}`,
        text === undefined ? 'not given' : nameOf(text),
        'a string of WGSL',
      );
    }
  }
  return { option, wgsl: wgsl as string, declarations: declarations as string };
}

/** How kernels load a struct of `bytes` bytes. It checks that the declared struct has this size. */
function structView(bytes: unknown, type: unknown, texts: ReturnType<typeof orderTexts>): View {
  const { option, wgsl, declarations } = texts;
  requireOneOf('keys of { bytes }', bytes, STRUCT_BYTES, 'unsupported-type');
  if (typeof type !== 'string' || !/^[A-Za-z_]\w*$/.test(type)) {
    throw refused(
      'invalid-option',
      `${option}.type`,
      type,
      `the name of a struct of ${bytes} bytes that ${option}.declarations declares`,
    );
  }
  const found = structBytes(option, type, declarations);
  if (found !== bytes) {
    throw refused(
      'invalid-option',
      `${option}.type`,
      `struct ${type} takes ${found} bytes in memory`,
      `the keys' ${bytes} bytes`,
    );
  }
  // The kernel's names get a prefix, and the struct's name may equal one of them. So the library refers to the struct
  // by an alias that occurs in no text of the user.
  let alias = 'CustomKey';
  while (`${wgsl}${declarations}`.includes(alias)) alias += '_';
  return { type: alias, struct: type, inputWord: alias, load: 'input[i]' };
}

/** Checks a custom order against the type of the keys. */
export function customKeys(givenType: unknown, option: CustomKeys['option'], given: unknown): CustomKeys {
  requireTypeMembers('keyType', givenType);
  const keyType: unknown = isStrided(givenType) ? longName(givenType.type) : longName(givenType);
  const texts = orderTexts(option, given);
  const { type } = Object(given) as Record<string, unknown>;
  if ('bytes' in Object(keyType)) {
    const { bytes } = keyType as { bytes: unknown };
    return { ...texts, bytes: bytes as number, ...structView(bytes, type, texts) };
  }
  if (!isItemTypeName(keyType)) throw refused('unsupported-type', 'keyType', keyType, `${NAMED_TYPES}, { bytes }`);
  if (type !== undefined) {
    throw refused('invalid-option', `${option}.type`, type, `none for ${keyType} keys: only { bytes } keys have one`);
  }
  // An array of vec3 has a word of padding per element in WGSL.
  if (isStrided(givenType)) return { ...texts, bytes: 16, type: keyType, inputWord: keyType, load: 'input[i]' };
  return { ...texts, bytes: typeBytes(keyType), ...namedView(keyType) };
}

/** Rejects the options that order keys by bits: they have no meaning with a custom order. */
export function requireNoBits(option: CustomKeys['option'], options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const given = name === 'signedZero' ? value === 'equal' : value !== undefined;
    if (given) throw refused('invalid-option', name, value, `none together with ${option}`);
  }
}

/**
 * The modules of `customKey(i)` and of the user's function. Each text of the user is a separate module, so that compile
 * errors give line numbers within that text.
 *
 * @param head the function's declaration, without the opening brace
 */
export function customModules(keys: CustomKeys, head: string): WgslModule[] {
  const { option, type, struct, load, wgsl, declarations } = keys;
  const keyText = `${storage('input', 'array<InputWord>')}\nfn customKey(i: u32) -> ${type} {\n  return ${load};\n}`;
  return [
    ...(struct ? [callersText('(struct of the keys)', `alias ${type} = ${struct};`, 'declarations')] : []),
    written(
      'key of the caller',
      keyText,
      ...(load.startsWith('numberOf') ? [section(elementFile, 'number', 'f16')] : []),
    ),
    // The user may omit the last semicolon. Another one does no harm, also inside a comment.
    callersText(`${option}.declarations`, `${declarations};`, 'declarations'),
    written(`function of ${option}`, `${head} {`),
    callersText(`${option}.wgsl`, wgsl, 'body'),
    { name: `(end of ${option})`, text: '}', closes: true },
  ];
}
