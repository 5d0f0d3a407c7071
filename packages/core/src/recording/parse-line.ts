/** Turns one line of a cassette into its header or an entry, or says what is wrong with it. */
import { describeError } from '../describe-error.ts';
import { isRecord } from '../field-rules.ts';
import type { Framing } from '../process/index.ts';
import {
  CASSETTE_VERSION,
  type CassetteEntry,
  type CassetteHeader,
  type ExitEntry,
  type HostEntry,
  type WireEntry,
} from './format.ts';
import { HOST_ACTIONS, isHostAction } from './parse-host-entry.ts';
import { isPieces, type RepeatedText } from './repeated-text.ts';

/**
 * The kind of a bad line. With `foreign` it is no cassette that we read, with `syntax` it is not JSON, with `shape` it
 * is JSON of another form, and with `end` something is missing at the end.
 */
export type BadLineKind = 'foreign' | 'syntax' | 'shape' | 'end';

/** An error that says what was expected of a line and what to do; the reader adds file and line. */
export class BadLine extends Error {
  readonly kind: BadLineKind;

  constructor(kind: BadLineKind, message: string) {
    super(message);
    this.name = 'BadLine';
    this.kind = kind;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const FRAMINGS: readonly string[] = ['lines', 'content-length', 'document', 'pty'] satisfies Framing[];

/** Parses the header. Throws BadLine. */
export function parseHeader(line: string): CassetteHeader {
  const fields = parseObject(line, 'the header of a cassette (JSON with the field "cassette")', true);
  const version = fields['cassette'];
  if (version === undefined) {
    const message = 'expected the header of a cassette, but the field "cassette" is missing. Is this another file?';
    throw new BadLine('foreign', message);
  }
  if (version !== CASSETTE_VERSION) {
    throw new BadLine(
      'foreign',
      `the cassette has format version ${JSON.stringify(version)}, but this agent-mux reads version ${CASSETTE_VERSION}. Update agent-mux, or record it again.`,
    );
  }
  const problem = findHeaderProblem(fields);
  if (problem !== undefined) {
    throw new BadLine('foreign', `the header is wrong: ${problem}. Record it again, or correct the header.`);
  }
  return fields as Fields & CassetteHeader;
}

type FieldRule = readonly [names: readonly string[], what: string, is: (value: unknown) => boolean];

const isText = (value: unknown): boolean => typeof value === 'string';
const orAbsent = (is: (value: unknown) => boolean) => (value: unknown) => value === undefined || is(value);

/** The fields in the order in which they are checked. */
const HEADER_FIELDS: readonly FieldRule[] = [
  [['agent', 'cliVersion', 'scenario'], 'a string', isText],
  [['notes', 'modelScript', 'mode', 'platform', 'runId', 'handWritten'], 'a string or absent', orAbsent(isText)],
  [['argv'], 'an array of strings', (value) => Array.isArray(value) && value.every(isText)],
  [['framing'], `one of ${FRAMINGS.join(', ')}`, (value) => FRAMINGS.some((framing) => framing === value)],
  [['ordered'], 'true or false', (value) => typeof value === 'boolean'],
  [['startedAt'], 'a number or absent', orAbsent(Number.isFinite)],
  [['options'], 'an object or absent', orAbsent(isRecord)],
  [['prior'], 'an object with a "turnCount", or absent', orAbsent(isPrior)],
  [['redactions'], 'an array or absent', orAbsent(Array.isArray)],
];

function findHeaderProblem(fields: Fields): string | undefined {
  for (const [names, what, is] of HEADER_FIELDS) {
    const wrong = names.find((name) => !is(fields[name]));
    if (wrong !== undefined) {
      return `"${wrong}" must be ${what}`;
    }
  }
  return undefined;
}

function isPrior(value: unknown): boolean {
  return isRecord(value) && Number.isSafeInteger(value['turnCount']);
}

/** Parses an entry; `repeated` has read all messages before. Throws BadLine. */
export function parseEntry(line: string, repeated: RepeatedText): CassetteEntry {
  const fields = parseObject(line, 'an entry (JSON with the field "dir")', false);
  const { t, dir } = fields as { readonly t?: unknown; readonly dir?: unknown };
  if (t !== undefined && !Number.isFinite(t)) {
    throw new BadLine('shape', '"t" must be a number of milliseconds or absent.');
  }
  switch (dir) {
    case 'in':
    case 'out':
    case 'err':
      return demand(
        withText(fields, dir, repeated),
        isWire,
        'one of "text" and "base64", a string, or "pieces" that fit the message before, and "partial" true, false or absent',
      );
    case 'host':
      return demand(fields, isHostEntry, `"action", one of ${HOST_ACTIONS.join(', ')}, with its fields`);
    case 'exit':
      return demand(fields, isExit, '"code" (a number or null) and "signal" (a string or null)');
    default:
      throw new BadLine('shape', `"dir" is ${JSON.stringify(dir)}, expected one of in, out, err, host, exit.`);
  }
}

/** Adds the text where the line has only the pieces of it. */
function withText(fields: Fields, dir: string, repeated: RepeatedText): Fields {
  const { text, pieces, ...rest } = fields as Partial<Record<string, unknown>>;
  if (typeof text === 'string') {
    repeated.read(dir, { text });
    return fields;
  }
  return isPieces(pieces) ? { ...rest, text: repeated.read(dir, { pieces }) } : fields;
}

function demand<T extends CassetteEntry>(
  fields: Fields,
  is: (fields: Fields) => fields is Fields & T,
  what: string,
): T {
  if (!is(fields)) {
    throw new BadLine('shape', `an entry of "dir" ${JSON.stringify(fields['dir'])} needs ${what}.`);
  }
  return fields;
}

function isWire(fields: Fields): fields is Fields & WireEntry {
  const { text, base64, partial } = fields as Partial<Record<string, unknown>>;
  const hasOne = typeof text === 'string' ? base64 === undefined : text === undefined && typeof base64 === 'string';
  return hasOne && (partial === undefined || typeof partial === 'boolean');
}

function isExit(fields: Fields): fields is Fields & ExitEntry {
  const { code, signal, asked, settled } = fields as Partial<Record<string, unknown>>;
  return (
    (code === null || Number.isInteger(code)) &&
    (signal === null || typeof signal === 'string') &&
    (asked === undefined || asked === null || asked === 'interrupt' || asked === 'abort' || asked === 'timeout') &&
    (settled === undefined || typeof settled === 'boolean')
  );
}

function isHostEntry(fields: Fields): fields is Fields & HostEntry {
  return isHostAction(fields);
}

function parseObject(line: string, what: string, isHeader: boolean): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    const reason = describeError(error);
    throw new BadLine(isHeader ? 'foreign' : 'syntax', `expected ${what}, but the line is not JSON (${reason}).`);
  }
  if (!isRecord(value)) {
    const found = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
    throw new BadLine(isHeader ? 'foreign' : 'shape', `expected ${what}, but the line is ${found}.`);
  }
  return value;
}
