/** The lines of a secret of several lines, which programs such as `cat` and `env | sort` print one by one. */
import { isAboutASecret, isEveryday } from './secret-settings.ts';

/** A shorter line would be found in other texts. */
const MIN_LINE = 16;
/** The most lines of one secret that are searched: a private key of 16,384 bits has 200. The others are only found with the whole. */
const MAX_LINES = 256;
/** A break as it is, and as JSON and files of settings write it within a value. */
const BREAK = /\r\n|\r|\n|(?:\\r)?\\n/;
/** A field of JSON, YAML, a header or a file of settings. */
const FIELD = /^["']?([\w.-]+)["']?\s*[:=]\s*["']?(.*?)["']?,?$/;
const MARK = /^-{3,}.*-{3,}$/;

/** Returns the lines of a secret that tell something of it by themselves; none of a secret of one line. */
export function linesOf(secret: string): readonly string[] {
  const lines = secret.split(BREAK);
  return lines.length < 2 ? [] : [...new Set(lines.map((line) => line.trim()).filter(isTelling))].slice(0, MAX_LINES);
}

function isTelling(line: string): boolean {
  if (line.length < MIN_LINE || !/[\p{L}\p{N}]/u.test(line) || MARK.test(line)) {
    return false;
  }
  // `"type": "service_account",` stands in every file of its kind.
  const [, name = '', value = ''] = FIELD.exec(line) ?? [];
  return name === '' || !(isAboutASecret(name) || isEveryday(value));
}
