/** Finds the secrets in the settings of MCP servers: their tokens may have any name, and may stand in addresses and arguments. */

import { isOdd, partsOf } from './secret-parts.ts';
import { isChoice, isEveryday, isSecret, isSecretName } from './secret-settings.ts';
import { secretsIn } from './secrets-in.ts';

interface ToolServer {
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

/**
 * Returns the values of their environments and headers but for words of every conversation, plain numbers, folders and the names of models,
 * what stands behind a flag that is called a secret, and long parts of their addresses.
 */
export function findServerSecrets(servers: readonly ToolServer[]): readonly string[] {
  const found = servers.flatMap(({ env = {}, headers = {}, url = '', args = [] }) => [
    ...Object.entries(env).flatMap(([name, value]) => findInSetting(name, value)),
    ...Object.entries(headers).flatMap(([name, value]) => findInHeader(name, value)),
    ...secretsIn('', url),
    ...findLongParts(url),
    ...findInArguments(args),
  ]);
  return [...new Set(found)];
}

/** Returns the secrets in a value that is one wherever its name does not say otherwise. */
export function findGiven(name: string, value: string): readonly string[] {
  const isOwn = !isChoice(name) && !isEveryday(value.trim());
  return isOwn
    ? [value, ...secretsIn(name, value), ...partsOf(value).filter((part) => isSecretName(name) || isKeyLike(part))]
    : secretsIn(name, value);
}

/** Whether a text looks like a key, whatever it is called: a flag, or a word such as `TypeScript`, is none. */
function isKeyLike(text: string): boolean {
  return isOdd(text) && /\d/.test(text) && /[a-z]/i.test(text) && !text.startsWith('-');
}

/** The secrets in a setting of a server. A word such as `update` would be found in the frame of each message. */
function findInSetting(name: string, value: string): readonly string[] {
  const known = secretsIn(name, value);
  return findGiven(name, value).filter((text) => known.includes(text) || isKeyLike(text));
}

function findInHeader(name: string, value: string): readonly string[] {
  return PLAIN_HEADER.test(name) ? secretsIn(name, value) : findInSetting(name, value);
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
function findInArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    const [, name = '', value] = /^--?([A-Za-z][\w.-]*)(?:=(.*))?$/s.exec(arg) ?? [];
    const next = args[at + 1] ?? '';
    // A flag may have no value, and the next word be a flag itself.
    const given = value ?? (next.startsWith('--') ? '' : next);
    const [, header = '', text = ''] = /^([\w-]+):\s*(.+)$/s.exec(/^(?:header|H)$/.test(name) ? given : '') ?? [];
    return [
      ...secretsIn('', arg),
      ...secretsIn('', value ?? ''),
      ...(isSecretName(name) && isSecret(name, given)
        ? findGiven(name, given).filter((text) => text.length >= MIN_WORD || /\d/.test(text))
        : []),
      ...(header === '' ? [] : findInHeader(header, text)),
    ];
  });
}
