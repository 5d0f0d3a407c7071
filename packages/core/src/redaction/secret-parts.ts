/** Takes a setting apart: programs print the item of a list, the value of a pair or a leaf of JSON without the rest of it. */
import { trimEndOf } from '../trim-end.ts';
import { isAboutASecret, isChoice, isEveryday, isSecret, isSecretName } from './secret-settings.ts';

/** A shorter part would be found in other texts. */
const MIN_PART = 8;
/** A shorter leaf of JSON whose name tells nothing is a name of something, such as `deploy-2025`. */
const MIN_LEAF = 16;
/** The most parts of one setting: what has more is a text, and no list of keys. */
const MAX_PARTS = 256;
/** A longer setting is not taken apart. */
const MAX_LENGTH = 128 * 1024;
/** The deepest value of JSON that is looked at. */
const MAX_DEPTH = 16;
const QUOTED = /^(["'`])(.*)\1$/s;
const BREAK = /[\r\n]/;
/** A pair as connection strings, cookies and command lines write it; the value may be in quotes. */
const PAIR = /(?:^|[\s,;&?#'"`-])([A-Za-z][\w.-]{0,63}(?: (?:Id|Key|Name))?)\s?=\s?("[^"]*"|'[^']*'|[^\s,;&"']+)/g;
/** A header, or a line of YAML. */
const HEADER = /^([A-Za-z][\w-]*):\s+(\S.*)$/s;
/** A login. What begins with slashes is an address, and what is behind a drive's letter a path. */
const LOGIN = /^[^\s:=]{2,64}:(?!\/\/)\s*(\S+)$/;
/** The names of what stands beside a secret in connection strings and cookies. */
const PLAIN_PAIR =
  /^(?:server|host|hostname|addr|address|data_?source|database|db|dbname|initial_?catalog|catalog|source|user_?id|id|uid|user|username|login|email|port|path|domain|expires|max-age|samesite|theme|lang|locale|app(?:lication)?_?name|sslmode|endpoint_?suffix|account_?name|default_?endpoints_?protocol|version|timeout|driver)$/i;
/** A value that may be a name of something, such as `blue-green`. */
export const NAME: RegExp = /^\p{Lu}?\p{Ll}+(?:[ _.:/-]+\p{Lu}?\p{Ll}+)*$/u;
const MARK = /^-{3}.*-{3}$/s;
/** An address without a user and parameters, or a host. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?|[a-z-]+(?:\.[a-z-]+)+)$/i;
/** The part of a path that only who knows it can tell, as in the address of a webhook. */
const KEY_IN_PATH = /\/(?=[^/]*\d)(?=[^/]*[a-z])[\w-]{16,}(?=\/|$)/i;
/** A host with a port, a moment, or a version: it opens nothing. */
const PLACE = /^(?:[a-z]{2,8}:)?(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?$|^\d{4}-\d\d-\d\d|^v?\d+(?:\.\d+)+$/i;

/** Returns the texts in the value of a secret that are secrets by themselves: items of a list, values of pairs, leaves of JSON, the password of a login. */
export function partsOf(value: string): readonly string[] {
  const bare = withoutQuotes(value);
  const whole = bare === value || isEveryday(bare) ? [] : [bare];
  if (bare.length > MAX_LENGTH || BREAK.test(bare)) {
    return whole;
  }
  const leaves = leavesOf(bare);
  if (leaves !== undefined) {
    return unique([...whole, ...leaves.flatMap(([name, text]) => (isTelling(name, text, MIN_LEAF) ? [text] : []))]);
  }
  const items = bare.split(/[,;]/).flatMap((item) => [item, ...item.split(/\s+/)].map(withoutQuotes));
  const pairs = pairsIn(bare).flatMap(([name, text]) => (isTelling(name, text) ? [text] : []));
  const logins = [bare, ...items].flatMap((item) => LOGIN.exec(item)?.[1] ?? []);
  const own = [...items.filter((item) => !/[=:]/.test(trimEndOf(item, /=/))), ...logins].filter(
    (item) => item !== value && isTelling('', item),
  );
  return unique([...whole, ...pairs, ...own]);
}

/** Returns the secrets in a value that their own names tell, whatever the value is called. */
export function namedParts(value: string): readonly string[] {
  const bare = withoutQuotes(value);
  if (bare.length > MAX_LENGTH || BREAK.test(bare)) {
    return [];
  }
  const named = leavesOf(bare) ?? pairsIn(bare);
  return unique(named.flatMap(([name, text]) => (isNamedSecret(name, text) ? [text] : [])));
}

/** Whether the name of a part says that it is a secret, and the part is so long that it may be one. */
export function isNamedSecret(name: string, text: string): boolean {
  return isSecret(name, text) && text.length >= leastOf(name) && !isWellKnown(text);
}

/** Whether a text is so long and so odd that it is found in no other text by chance. */
export function isOdd(text: string): boolean {
  // What is longer is no name, and a group that repeats so often would be matched on the stack.
  return text.length > MAX_LENGTH || (text.length >= MIN_PART && !isEveryday(text) && !isNamed(text));
}

function isNamed(text: string): boolean {
  return NAME.test(text) || PLACE.test(text) || isWellKnown(text);
}

/** Whether a text is a marker around a key, or an address that opens nothing. */
export function isWellKnown(text: string): boolean {
  return MARK.test(text) || (ADDRESS.test(text) && !KEY_IN_PATH.test(text));
}

function isTelling(name: string, text: string, least: number = MIN_PART): boolean {
  if (isSecretName(name)) {
    return isNamedSecret(name, text);
  }
  // `theme=darkmode` stands beside the secret of a cookie.
  return text.length >= least && isOdd(text) && (name === '' || (!isPlain(name) && /\d/.test(text)));
}

function isPlain(name: string): boolean {
  return PLAIN_PAIR.test(name) || isAboutASecret(name) || isChoice(name);
}

/** A password may be short, and nothing else is called one. */
function leastOf(name: string): number {
  return /pass|pwd|secret|(?:^|[_-])pw$/i.test(name) ? 4 : MIN_PART;
}

function withoutQuotes(text: string): string {
  const bare = text.trim();
  return QUOTED.exec(bare)?.[2]?.trim() ?? bare;
}

function pairsIn(text: string): readonly (readonly [name: string, value: string])[] {
  const header = HEADER.exec(text);
  // The parameters of an address are looked for elsewhere: what follows them is no part of their values.
  const isAddress = text.includes('://');
  const pairs = [...text.matchAll(PAIR)].filter(([whole]) => !isAddress || !/^[?&#]/.test(whole)).slice(0, MAX_PARTS);
  return [...(header === null ? [] : [header]), ...pairs].map(([, name = '', value = '']) => [
    name.replaceAll(' ', '_'),
    withoutQuotes(value).replace(/^[A-Za-z]{3,12} +(?=\S+$)/, ''),
  ]);
}

/** Returns the texts of a value of JSON with their names, and undefined where it is none. */
function leavesOf(text: string): readonly (readonly [name: string, value: string])[] | undefined {
  const value = parseStructure(text);
  return value === undefined ? undefined : textsIn(value).slice(0, MAX_PARTS);
}

/** Returns the object or the list that a text of JSON holds; undefined where the text is something else. */
export function parseStructure(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    // It only begins like JSON.
    return undefined;
  }
}

function textsIn(value: unknown, name = '', depth = 0): readonly (readonly [name: string, value: string])[] {
  if (typeof value === 'string') {
    return [[name, value]];
  }
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) {
    return [];
  }
  // The items of a list are called as the list.
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, Array.isArray(value) ? name : key, depth + 1));
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].slice(0, MAX_PARTS);
}
