/** The forms that one secret can have in a line: other separators, a project folder's name, levels of JSON escaping. */
import { trimEndOf } from '../trim-end.ts';

// The levels are those of a tool's output in a message in a log in a line; deeper ones were not seen.
const LEVELS = 4;

/**
 * Returns all forms of a secret, in any order. A folder that is too short to be told from other text, such as `/`, has
 * none.
 */
export function writeForms(value: string, type: 'folder' | 'secret'): string[] {
  const forms = new Set<string>();
  for (const spelling of type === 'folder' ? spellFolder(value) : [value, ...encode(value)]) {
    let plain = spelling;
    let others: readonly string[] = [];
    forms.add(plain);
    for (let level = 0; level < LEVELS; level++) {
      plain = escapeJson(plain);
      others = [...new Set([...others.map(escapeJson), ...WRITERS.map((write) => write(plain))])];
      for (const form of [plain, ...others]) {
        forms.add(form);
      }
    }
  }
  return [...forms];
}

function spellFolder(path: string): string[] {
  const folder = trimEndOf(path, /^[A-Za-z]:|^\\\\/.test(path) ? /[\\/]/ : /\//);
  if (folder.length < 3 || /^[A-Za-z]:$/.test(folder)) {
    return [];
  }
  const spellings = [folder, encodeURI(folder.replaceAll('\\', '/'))];
  const drive = /^([A-Za-z]):[\\/](.*)$/s.exec(folder);
  if (drive !== null) {
    const [, letter = '', rest = ''] = drive;
    const slashed = rest.replaceAll('\\', '/');
    for (const name of [letter.toLowerCase(), letter.toUpperCase()]) {
      spellings.push(`${name}:\\${rest.replaceAll('/', '\\')}`, `${name}:/${slashed}`, `/${name}/${slashed}`);
    }
  }
  // Claude names the folder of a project's sessions after its path. A path of one name ("-tmp") would be found in any
  // text.
  const name = folder.replace(/[^A-Za-z0-9]/g, '-');
  if (name.lastIndexOf('-') > 0) {
    spellings.push(name);
  }
  return spellings;
}

/** The fewest characters of an encoded form; a shorter one would be found in any text. */
const MIN_ENCODED = 6;

/** Encodes a secret as programs write it into addresses, headers and dumps. */
function encode(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const encoded = [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...[0, 1, 2].flatMap((by) => base64(bytes, by)),
    ...WIDTHS.flatMap((width) => base64Lines(bytes, width)),
  ];
  return [
    ...percentEncode(value).filter((form) => form !== value),
    ...encoded.filter((form) => form.length >= MIN_ENCODED),
  ];
}

/** The characters of a line of base64, as `base64` of GNU and mail, and PEM and `openssl`, break it. */
const WIDTHS = [76, 64];
/** A shorter rest of base64 would be found in other texts. */
const MIN_LINE = 8;
/** The most lines of a text in base64 that are searched. */
const MAX_LINES = 256;

/** Returns the lines of base64 of a text that begins with the secret; of the last one what does not depend on what follows. */
function base64Lines(bytes: Buffer, width: number): string[] {
  const known = bytes.subarray(0, Math.floor(bytes.length / 3) * 3).toString('base64');
  if (known.length < width) {
    return [];
  }
  const lines = known.slice(0, width * MAX_LINES).match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  return lines.filter((line) => line.length >= MIN_LINE);
}

/** What programs put into addresses and forms: they differ in what they leave alone, in the space and in the letters of the numbers. */
function percentEncode(value: string): string[] {
  // Half of a surrogate pair has no bytes of its own; what writes bytes puts this sign in its place.
  const percent = encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
  const strict = percent.replace(/[!'*()]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const all = [
    percent,
    strict,
    ...[percent, strict].flatMap((form) => [form.replaceAll('%20', '+'), form.replaceAll('%2F', '/')]),
    new URLSearchParams([['', value]]).toString().slice(1),
  ];
  return [...all, ...all.map((form) => form.replace(/%../g, (number) => number.toLowerCase()))];
}

/**
 * Returns the part of the base64 text that does not depend on the bytes before the secret (`by` beyond a multiple of
 * three) and after it.
 */
function base64(bytes: Buffer, by: number): string[] {
  const whole = Buffer.concat([Buffer.alloc(by), bytes]).toString('base64');
  const known = whole.slice(Math.ceil((by * 8) / 6), Math.floor(((by + bytes.length) * 8) / 6));
  return [known, known.replaceAll('+', '-').replaceAll('/', '_')];
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

type Write = (json: string) => string;

const number = (char: string): string => char.charCodeAt(0).toString(16).padStart(4, '0');
const escapeSmall =
  (chars: RegExp): Write =>
  (json) =>
    json.replace(chars, (char) => `\\u${number(char)}`);
const escapeInCapitals =
  (chars: RegExp): Write =>
  (json) =>
    json.replace(chars, (char) => `\\u${number(char).toUpperCase()}`);

const BEYOND_ASCII = /[\u0080-\uffff]/g;
const toAscii = escapeSmall(BEYOND_ASCII);
const escapeSlashes: Write = (json) => json.replaceAll('/', '\\/');

/** How programs write a string of JSON that JSON.stringify writes otherwise. */
const WRITERS: readonly Write[] = [
  // Python, and PHP besides its slashes.
  toAscii,
  // Java's.
  escapeInCapitals(BEYOND_ASCII),
  // PHP, with and without its escapes of letters.
  (json) => escapeSlashes(toAscii(json)),
  escapeSlashes,
  // Go, and others whose JSON may stand in a page of HTML.
  escapeSmall(/[<>&]/g),
  escapeInCapitals(/[<>&]/g),
  escapeInCapitals(/[<>/]/g),
];
