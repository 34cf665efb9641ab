/** The names of options that calls know. */
import { unknownIn } from '../checks.ts';

/** Refuses options that a call does not know. Only a call that has one loads the text of the refusal. */
export async function requireKnown(argument: string, given: object, known: readonly string[]): Promise<void> {
  if (unknownIn(given, known) !== undefined) (await import('../unknown.ts')).requireMembers(argument, given, known);
}
