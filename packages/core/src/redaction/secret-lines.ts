/** What of a secret of several lines is one by itself, since programs such as `cat`, `jq` and `env | sort` print its lines and fields one by one. */

import { isWellKnown, NAME } from './secret-parts.ts';
import { isAboutASecret, isChoice, isEveryday } from './secret-settings.ts';
import { secretsIn } from './secrets-in.ts';

/** A shorter line would be found in other texts, and so would a shorter value whose name does not say that it is a secret. */
const MIN_LINE = 16;
/** A shorter value is only found together with its name. */
const MIN_VALUE = 8;
/** The most texts of one secret that are searched: a private key of 16,384 bits has 200 lines. The others are only found with the whole. */
const MAX_LINES = 256;
/** A longer line is one by itself, with no fields: a variable of Linux has no more, and V8 matches a repeated group on its stack. */
const MAX_LINE = 128 * 1024;
/** A break as it is, and as JSON and files of settings write it within a value. */
const BREAK = /\r\n|\r|\n|(?:\\r)?\\n/;
/** A field of JSON, of which a line may have many. The end of its text may be in a later line. */
const JSON_FIELD = /"([\w.-]+)"\s*:\s*(?:"((?:[^"\\]|\\.)*)|([^\s"{}[\],]+))/g;
/** A field of YAML, a header or a file of settings. Neither an address nor the padding of base64 is one. */
const FIELD = /^(?:export\s+|-\s+)?["']?([\w.-]+)["']?\s*[:=](?!\/\/)\s*["']?(?!=)(.+?)["']?,?$/s;
/** Bytes as `openssl` dumps them, which look like a field. */
const DUMP = /^(?:[\da-f]{2}:)+[\da-f]{0,2}$/i;
const WORDS = /^(?:#+|\/\/|;)?\s*[\p{L}'’]+[,;:.!?]?(?:\s+[\p{L}'’]+[,;:.!?]?)+$/u;
/** Words that a sentence has; lists of words that passwords and recovery phrases are made of have none of them. */
const SMALL_WORD = /(?:^|\s)(?:an?|the|of|to|in|on|at|by|for|from|and|or|not|is|are|as|it|be)(?=[\s,;:.!?]|$)/i;
/** Returns the lines of a secret that tell something of it by themselves, and the values of its fields; none of a secret of one line. */
export function linesOf(secret: string): readonly string[] {
  const lines = secret.split(BREAK);
  return lines.length < 2 ? [] : [...new Set(lines.flatMap((line) => tellingOf(line.trim())))].slice(0, MAX_LINES);
}

function tellingOf(line: string): readonly string[] {
  if (line.length > MAX_LINE) {
    return [line];
  }
  const fields = fieldsOf(line);
  const [first, ...others] = fields;
  if (first === undefined) {
    const bare = line.replace(/^["']|["'],?$/g, '');
    return isTelling(bare) ? [bare] : [];
  }
  // A line of several fields has other things too, such as lists.
  const whole = others.length === 0 ? [] : [line];
  return [...whole, ...fields.flatMap(([name, value]) => tellingIn(name, value, line))];
}

/** Returns the names and values of the fields of a line. */
function fieldsOf(line: string): readonly (readonly [name: string, value: string])[] {
  if (DUMP.test(line)) {
    return [];
  }
  const all = [...line.matchAll(JSON_FIELD)];
  const found = all.length > 0 ? all : [FIELD.exec(line) ?? []];
  return found.flatMap(([, name = '', text, word = '']) => (name === '' ? [] : [[name, text ?? word] as const]));
}

function tellingIn(name: string, value: string, line: string): readonly string[] {
  if (isAboutASecret(name) || isWellKnown(value)) {
    return [];
  }
  const secrets = secretsIn(name, value).filter(({ length }) => length >= MIN_VALUE);
  if (secrets.includes(value)) {
    return [...new Set([...secrets.map(readEscapes), ...secrets])];
  }
  // `"type": "service_account",` stands in every file of its kind.
  if (isChoice(name) || isEveryday(value) || isSentence(value)) {
    return [];
  }
  if (value.length >= MIN_LINE && !NAME.test(value)) {
    return [...new Set([readEscapes(value), value, ...secrets])];
  }
  return isTelling(line) ? [line] : [];
}

/** The text that a string of JSON stands for, since a program that prints a field alone prints that. */
function readEscapes(value: string): string {
  try {
    return String(JSON.parse(`"${value}"`));
  } catch {
    // It is no string of JSON, and stands for itself.
    return value;
  }
}

function isTelling(line: string): boolean {
  return line.length >= MIN_LINE && /[\p{L}\p{N}]/u.test(line) && !isWellKnown(line) && !isSentence(line);
}

function isSentence(text: string): boolean {
  return WORDS.test(text) && SMALL_WORD.test(text);
}
