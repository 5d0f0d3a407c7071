/** Rules of the options that say what the agent may reach: its sandbox, its network, and options of the CLI itself. */
import type { NativeOptions, RunOptions } from '../adapter/index.ts';
import type { ValidationFieldError } from '../errors.ts';
import {
  boolean,
  conflict,
  isJson,
  isRecord,
  listOf,
  matching,
  namedTexts,
  objectOf,
  oneOf,
  type Rules,
} from '../field-rules.ts';

const word = matching(/^[^\0]*$/, 'a string without a zero byte');

export const REACH_RULES: Rules<Pick<RunOptions, 'sandbox' | 'network' | 'native'>> = {
  sandbox: oneOf('read-only', 'workspace-write', 'off'),
  network: boolean,
  native: objectOf<NativeOptions>({
    args: listOf(word),
    config: {
      expected: 'an object that JSON has a form for',
      accepts: (value) => isRecord(value) && isJson(value),
      // A name stands on a command line before "=", where another sign would make it another name.
      inner: (value, field) =>
        Object.keys(value as object)
          .filter((name) => !/^[$\w][\w.-]*$/.test(name))
          .map((name) =>
            conflict([field], `has a setting ${JSON.stringify(name)}; names are letters, digits, "_", "." and "-".`),
          ),
    },
    env: namedTexts({ pattern: /^[^=\0]+$/, expected: 'named without "=" and zero bytes' }, word),
  }),
};

/** What contradicts each other, or stands where it cannot be taken for what it is. */
export function findReachConflicts({ sandbox, network, native }: Record<string, unknown>): ValidationFieldError[] {
  const errors: ValidationFieldError[] = [];
  if (network !== undefined && sandbox === undefined) {
    errors.push(
      conflict(['network'], "is about the CLI's sandbox: give `sandbox: 'read-only'` or 'workspace-write' too."),
    );
  }
  if (network === false && sandbox === 'off') {
    errors.push(
      conflict(['network', 'sandbox'], 'contradict: without a sandbox nothing keeps a command from the network.'),
    );
  }
  const args = isRecord(native) && Array.isArray(native['args']) ? native['args'] : [];
  const [first] = args;
  if (typeof first === 'string' && !first.startsWith('-')) {
    errors.push(
      conflict(
        ['native.args'],
        `begin with ${JSON.stringify(first)}, which the CLI would take for a command or a prompt; begin with a flag.`,
      ),
    );
  }
  if (args.includes('--')) {
    errors.push(conflict(['native.args'], 'hold "--", after which the CLI would take no flag any more; leave it out.'));
  }
  return errors;
}
