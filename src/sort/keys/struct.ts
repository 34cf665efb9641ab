import { refused } from '../../errors.ts';
import { COMMENT } from '../../plan/link.ts';

/** The size of a WGSL struct: its members' types. */
const MEMBER_TYPE = /^(?:[uif]32|vec([234])(?:<[uif]32>|[uif]))$/;
/** A member: its attributes, name, type and comma. */
const MEMBER = /\s*((?:@\s*\w+\s*\([^)]*\)\s*)*)(\w+)\s*:\s*(\w+(?:\s*<[^>]*>)?)\s*(?:,|$)/y;
const ATTRIBUTE = /@\s*(\w+)\s*\(\s*([^)]*)\)/g;
const MEMBERS_ALLOWED = 'members of u32, i32, f32 and vectors of these';

const roundedUp = (value: number, step: number) => Math.ceil(value / step) * step;

/** Size and alignment of a member in bytes, by WGSL's rules: a vec3 has the alignment of a vec4. */
function memberLayout(attributes: string, type: string, refuse: (found: string) => never) {
  const plain = type.replace(/[\s,]/g, '');
  const components = MEMBER_TYPE.exec(plain);
  if (!components) return refuse(plain);
  const count = Number(components[1] ?? 1);
  const layout = { size: 4 * count, align: count === 3 ? 16 : 4 * count };
  for (const [, name, number] of attributes.matchAll(ATTRIBUTE)) {
    const known = name === 'size' || name === 'align' ? name : refuse(`@${name}`);
    layout[known] = Number(/^(\d+)[iu]?\s*,?\s*$/.exec(number as string)?.[1]) || refuse(`@${name}(${number})`);
  }
  return layout;
}

/** The text between the braces of `struct name`. */
function structBody(option: string, name: string, declarations: string): string {
  const text = declarations.replace(COMMENT, ' ');
  const body = new RegExp(`\\bstruct\\s+${name}\\s*\\{([^}]*)\\}`).exec(text)?.[1];
  if (body !== undefined) return body.trim();
  throw refused('invalid-option', `${option}.type`, name, `the name of a struct that ${option}.declarations declares`);
}

/**
 * Bytes of an element of `array<name>` in memory, by WGSL's rules: https://www.w3.org/TR/WGSL/#memory-layouts. WGSL has
 * no query for the size before the kernel is compiled. A kernel with a different size would read past the caller's
 * keys.
 *
 * @param option the messages' name for the option that holds the declarations
 */
export function structBytes(option: string, name: string, declarations: string): number {
  const body = structBody(option, name, declarations);
  const refuse = (found: string): never => {
    throw refused(
      'invalid-option',
      `${option}.declarations`,
      `struct ${name}: ${found}`,
      `${MEMBERS_ALLOWED}, @size, @align`,
    );
  };
  let end = 0;
  let widest = 1;
  MEMBER.lastIndex = 0;
  for (let from = 0; from < body.length || end === 0; from = MEMBER.lastIndex) {
    const member = MEMBER.exec(body);
    if (!member) return refuse(body.slice(from).trim() || 'no members');
    const { size, align } = memberLayout(member[1] as string, member[3] as string, refuse);
    end = roundedUp(end, align) + size;
    widest = Math.max(widest, align);
  }
  return roundedUp(end, widest);
}
