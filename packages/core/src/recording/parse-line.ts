/** Turns one line of a cassette into its header or an entry, or says what is wrong with it. */
import { describeError } from '../describe-error.ts';
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

/** `foreign`: no cassette that we read. `syntax`: not JSON. `shape`: JSON of another form. `end`: something is missing at the end. */
export type BadLineKind = 'foreign' | 'syntax' | 'shape' | 'end';

/** What was expected of a line and what to do; the reader adds file and line. */
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

/** Throws BadLine. */
export function parseHeader(line: string): CassetteHeader {
  const fields = parseObject(line, 'the header of a cassette (JSON with the field "cassette")', true);
  const version = fields['cassette'];
  if (version === undefined) {
    throw new BadLine(
      'foreign',
      'expected the header of a cassette, but the field "cassette" is missing. Is this another file?',
    );
  }
  if (version !== CASSETTE_VERSION) {
    throw new BadLine(
      'foreign',
      `the cassette has format version ${JSON.stringify(version)}, but this agent-mux reads version ${CASSETTE_VERSION}. Update agent-mux, or record it again.`,
    );
  }
  if (!isHeader(fields)) {
    throw new BadLine(
      'foreign',
      `the header is wrong: ${findHeaderProblem(fields)}. Record it again, or correct the header.`,
    );
  }
  return fields;
}

function isHeader(fields: Fields): fields is Fields & CassetteHeader {
  return findHeaderProblem(fields) === undefined;
}

function findHeaderProblem(fields: Fields): string | undefined {
  for (const name of ['agent', 'cliVersion', 'scenario']) {
    if (typeof fields[name] !== 'string') {
      return `"${name}" must be a string`;
    }
  }
  for (const name of ['notes', 'modelScript', 'mode', 'platform', 'runId', 'handWritten']) {
    if (fields[name] !== undefined && typeof fields[name] !== 'string') {
      return `"${name}" must be a string or absent`;
    }
  }
  const { argv, framing, ordered, startedAt, options, prior, redactions } = fields as Partial<Record<string, unknown>>;
  if (!Array.isArray(argv) || argv.some((item) => typeof item !== 'string')) {
    return '"argv" must be an array of strings';
  }
  if (typeof framing !== 'string' || !FRAMINGS.includes(framing)) {
    return `"framing" must be one of ${FRAMINGS.join(', ')}`;
  }
  if (typeof ordered !== 'boolean') {
    return '"ordered" must be true or false';
  }
  if (startedAt !== undefined && !Number.isFinite(startedAt)) {
    return '"startedAt" must be a number or absent';
  }
  if (options !== undefined && !isObject(options)) {
    return '"options" must be an object or absent';
  }
  if (prior !== undefined && !(isObject(prior) && Number.isSafeInteger(Reflect.get(prior, 'turnCount')))) {
    return '"prior" must be an object with a "turnCount", or absent';
  }
  return redactions === undefined || Array.isArray(redactions) ? undefined : '"redactions" must be an array or absent';
}

/** `repeated` has read all messages before. Throws BadLine. */
export function parseEntry(line: string, repeated: RepeatedText): CassetteEntry {
  const fields = parseObject(line, 'an entry (JSON with the field "dir")', false);
  const { t } = fields as { readonly t?: unknown };
  if (t !== undefined && !Number.isFinite(t)) {
    throw new BadLine('shape', '"t" must be a number of milliseconds or absent.');
  }
  switch (fields['dir']) {
    case 'in':
    case 'out':
    case 'err':
      return demand(
        withText(fields, fields['dir'], repeated),
        isWire,
        'one of "text" and "base64", a string, or "pieces" that fit the message before, and "partial" true, false or absent',
      );
    case 'host':
      return demand(fields, isHost, `"action", one of ${HOST_ACTIONS.join(', ')}, with its fields`);
    case 'exit':
      return demand(fields, isExit, '"code" (a number or null) and "signal" (a string or null)');
    default:
      throw new BadLine(
        'shape',
        `"dir" is ${JSON.stringify(fields['dir'])}, expected one of in, out, err, host, exit.`,
      );
  }
}

/** With its text where the line has only the pieces of it. */
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

function isHost(fields: Fields): fields is Fields & HostEntry {
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
  if (!isObject(value)) {
    const found = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
    throw new BadLine(isHeader ? 'foreign' : 'shape', `expected ${what}, but the line is ${found}.`);
  }
  return value;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
