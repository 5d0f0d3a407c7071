/** Finds the texts in a setting that nobody must see. */
import { namedParts, partsOf } from './secret-parts.ts';
import { afterScheme, inAddress, isSecret } from './secret-settings.ts';

/** Returns the value and its parts where the name tells that it is a secret, and of any other value the secrets within it. */
export function secretsIn(name: string, value: string): readonly string[] {
  const own = isSecret(name, value.trim()) ? [value, ...afterScheme(value), ...partsOf(value)] : namedParts(value);
  return [...new Set([...own, ...inAddress(value)])];
}
