/** Refuses a command that no process can be started with, and says which option has made it so long. */
import type { Command, ResolvedOptions } from '../adapter/index.ts';
import { ValidationError } from '../errors.ts';
import { type Excess, findExcess } from '../process/index.ts';
import { environmentOf } from './environment.ts';
import type { PreparedRun } from './prepared-run.ts';

type Wanted = Pick<PreparedRun, 'adapter' | 'mode' | 'options'>;

/** Throws a ValidationError with what is too long, how long it is, and what to do. */
export function demandStartable(
  wanted: Wanted,
  command: Command,
  otherCommands: () => ReadonlyMap<string, Command>,
): void {
  const excess = excessOf(command, wanted);
  if (excess === undefined) {
    return;
  }
  const { adapter, mode, options } = wanted;
  const { field, place } = nameExcess(excess, command, options);
  const expected = `at most ${format(excess.limit)} bytes`;
  const better = [...otherCommands()]
    .filter(([, other]) => excessOf(other, wanted) === undefined)
    .map(([name]) => `"${name}"`);
  const advice = better.length === 0 ? 'Shorten it.' : `Shorten it, or use mode ${better.join(' or ')}.`;
  const message = `${field}: in mode "${mode.name}" ${adapter.displayName} is given it ${place}, which has ${format(excess.bytes)} bytes; this system takes ${expected}. ${advice}`;
  throw new ValidationError([{ field, message, received: `${format(excess.bytes)} bytes`, expected }]);
}

function excessOf(command: Command, wanted: Wanted): Excess | undefined {
  return findExcess({ ...command, env: environmentOf(wanted, command) });
}

function nameExcess(
  excess: Excess,
  { args, env }: Command,
  options: ResolvedOptions,
): Record<'field' | 'place', string> {
  switch (excess.what) {
    case 'word': {
      const flag = args.slice(0, excess.index).findLast((word) => word.startsWith('-'));
      const place = `in a word of the command line${flag === undefined ? '' : ` after ${flag}`}`;
      return { field: optionIn(args[excess.index] ?? '', options) ?? `arguments[${excess.index}]`, place };
    }
    case 'variable': {
      const place = `in the variable ${excess.name}`;
      const isGiven = options.env?.[excess.name] !== undefined;
      const field = isGiven ? `env.${excess.name}` : optionIn(env[excess.name] ?? '', options);
      return { field: field ?? `environment variable ${excess.name}`, place };
    }
    case 'all':
      return { field: optionIn(args.join(' '), options) ?? 'env', place: 'in its command line and environment' };
    default:
      return excess satisfies never;
  }
}

/** Returns the option with the longest text that the given text contains, as it is or in JSON. */
function optionIn(text: string, options: ResolvedOptions): string | undefined {
  return Object.entries(options)
    .flatMap(([name, value]) => textsIn(value).map((found) => ({ name, found })))
    .filter(({ found }) => found !== '' && (text.includes(found) || text.includes(JSON.stringify(found).slice(1, -1))))
    .sort((one, other) => other.found.length - one.found.length)[0]?.name;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function format(bytes: number): string {
  return bytes.toLocaleString('en-US');
}
