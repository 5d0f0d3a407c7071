/** Finds the secrets in the settings of MCP servers: their tokens may have any name, and may stand in addresses and arguments. */

import { isOdd, partsOf } from './secret-parts.ts';
import { isChoice, isEveryday, isSecret } from './secret-settings.ts';
import { secretsIn } from './secrets-in.ts';

/** The settings of a server that may have secrets in them. */
export interface ToolServer {
  readonly env?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly args?: readonly string[];
}

/** A shorter part of a path, or a shorter parameter, names something. */
const MIN_IN_ADDRESS = 16;
/** A shorter word behind a flag, such as `--auth github`, is found in other texts. */
const MIN_WORD = 8;
/** Headers that say how a conversation is held, and nothing of who holds it. */
const PLAIN_HEADER =
  /^(?:accept(?:-.*)?|content-(?:type|length|encoding)|user-agent|connection|cache-control|host|origin)$/i;

/** Returns the secrets in a value of this name. */
export type FindIn = (name: string, value: string) => readonly string[];

/**
 * Returns the secrets in the values of their environments and headers as `findIn` finds them, what stands behind a flag that is called a
 * secret, and long parts of their addresses.
 */
export function findServerSecrets(servers: readonly ToolServer[], findIn: FindIn = findKeyLike): readonly string[] {
  const inHeader: FindIn = (name, value) => (PLAIN_HEADER.test(name) ? secretsIn : findIn)(name, value);
  const found = servers.flatMap(({ env = {}, headers = {}, url = '', args = [] }) => [
    ...Object.entries(env).flatMap(([name, value]) => findIn(name, value)),
    ...Object.entries(headers).flatMap(([name, value]) => inHeader(name, value)),
    ...secretsIn('', url),
    ...findLongParts(url),
    ...findInArguments(args, inHeader),
  ]);
  return [...new Set(found)];
}

/** Returns the secrets in a value that is one wherever its name does not say otherwise. */
export function findGiven(name: string, value: string): readonly string[] {
  return [...ownTexts(name, value), ...secretsIn(name, value)];
}

/** The same but for texts that look like no key: a word such as `update` would be found in the frame of each message of a recording. */
function findKeyLike(name: string, value: string): readonly string[] {
  return [...ownTexts(name, value).filter(isKeyLike), ...secretsIn(name, value)];
}

/** The value and the parts of it that look like keys, unless it is one of every conversation. */
function ownTexts(name: string, value: string): readonly string[] {
  return isChoice(name) || isEveryday(value.trim()) ? [] : [value, ...partsOf(value).filter(isKeyLike)];
}

/** Whether a text looks like a key, whatever it is called: a flag, or a word such as `TypeScript`, is none. */
function isKeyLike(text: string): boolean {
  return isOdd(text) && /\d/.test(text) && /[a-z]/i.test(text) && !text.startsWith('-');
}

function findLongParts(url: string): readonly string[] {
  if (!URL.canParse(url)) {
    return [];
  }
  const { pathname, searchParams } = new URL(url);
  const parts = [...pathname.split('/'), ...searchParams.values()];
  return parts.filter((part) => part.length >= MIN_IN_ADDRESS && isOdd(part));
}

/** The arguments of a program: `--api-key value`, `--api-key=value`, `--header 'Name: value'`, `-e NAME=value`. */
function findInArguments(args: readonly string[], inHeader: FindIn): readonly string[] {
  return args.flatMap((arg, at) => {
    const [, name = '', value] = /^--?([A-Za-z][\w.-]*)(?:=(.*))?$/s.exec(arg) ?? [];
    const next = args[at + 1] ?? '';
    // A flag may have no value, and the next word be a flag itself.
    const given = value ?? (next.startsWith('--') ? '' : next);
    const [, header = '', text = ''] = /^([\w-]+):\s*(.+)$/s.exec(/^(?:header|H)$/.test(name) ? given : '') ?? [];
    return [
      ...secretsIn('', arg),
      ...secretsIn('', value ?? ''),
      ...(isSecret(name, given)
        ? findGiven(name, given).filter((text) => text.length >= MIN_WORD || /\d/.test(text))
        : []),
      ...(header === '' ? [] : inHeader(header, text)),
    ];
  });
}
