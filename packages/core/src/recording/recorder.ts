/** Writes down a conversation with a CLI while it happens, without its secrets. */
import { basename, join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Redactor } from '../redaction/index.ts';
import { createLineRedactor } from '../redaction/index.ts';
import type { ExitFacts, Recorder } from '../run/index.ts';
import { CASSETTE_FILE, CASSETTE_VERSION, type CassetteHeader } from './format.ts';
import { createLostBytes, type LostBytes } from './lost-bytes.ts';
import { createRecordFile } from './record-file.ts';
import { RepeatedText } from './repeated-text.ts';

/** What the recorder does not know by itself. */
export type RecorderHeader = Omit<CassetteHeader, 'cassette' | 'redactions' | 'startedAt' | 'platform' | 'ordered'>;

export interface RecorderOptions {
  /** As `checkRecordFolder` wants it; made where it is missing. */
  readonly dir: string;
  readonly header: RecorderHeader;
  readonly clock: Clock;
  readonly redactor: Redactor;
}

const REPLACEMENT = '\ufffd';

export function createRecorder({ dir, header, clock, redactor }: RecorderOptions): Recorder {
  const startedAt = clock.now();
  const raw: Record<'stdout' | 'stderr', LostBytes> = { stdout: createLostBytes(), stderr: createLostBytes() };
  const repeated = new RepeatedText();
  let failure: Error | undefined;
  let listener: ((error: Error) => void) | undefined;
  let described: RecorderHeader = header;
  // What the host did before the first message waits: until then the header may still change.
  let early: string[] | undefined = [];
  let isExited = false;

  const file = createRecordFile(dir, CASSETTE_FILE, (cause) => {
    failure = new Error(`The recording in ${dir} was given up: ${cause.message}`, { cause });
    listener?.(failure);
  });
  const lines = createLineRedactor<(text: string) => string>(redactor, (line, build) => file.append(build(line)));

  function begin(): void {
    if (early === undefined) {
      return;
    }
    const [program = '', ...args] = described.argv;
    const whole: CassetteHeader = {
      cassette: CASSETTE_VERSION,
      ...described,
      // Where the program stands is this machine's affair.
      argv: [basename(program), ...args],
      ordered: true,
      platform: `${process.platform}-${process.arch}`,
      startedAt,
      redactions: redactor.redactions,
    };
    lines.push(redactor.line(JSON.stringify(whole)), undefined, same);
    for (const line of early) {
      lines.push(line, undefined, same);
    }
    early = undefined;
  }

  function add(dir: 'in' | 'out' | 'err', text: string, partial: boolean, now: number): void {
    if (failure !== undefined) {
      return;
    }
    begin();
    const t = now - startedAt;
    const rest = partial ? { partial } : {};
    const bytes =
      dir !== 'in' && text.includes(REPLACEMENT) ? raw[dir === 'out' ? 'stdout' : 'stderr'].take(text) : undefined;
    if (bytes === undefined) {
      lines.push(text, dir, (redacted) => JSON.stringify({ t, dir, ...repeated.write(dir, redacted), ...rest }));
    } else {
      lines.push(
        JSON.stringify({ t, dir, base64: redactor.bytes(bytes).toString('base64'), ...rest }),
        undefined,
        same,
      );
    }
  }

  function addOwn(entry: object): void {
    const line = redactor.line(JSON.stringify(entry));
    if (early === undefined) {
      lines.push(line, undefined, same);
    } else {
      early.push(line);
    }
  }

  function exit(facts: ExitFacts, now: number): void {
    begin();
    isExited = true;
    addOwn({ t: now - startedAt, dir: 'exit', ...facts });
  }

  return {
    describe(more) {
      described = { ...described, ...more };
    },
    out: (text, source, partial = false, now = clock.now()) => {
      isExited = false;
      add(source === 'stdout' ? 'out' : 'err', text, partial, now);
    },
    in: (text, now = clock.now(), partial = false) => {
      isExited = false;
      add('in', text, partial, now);
    },
    host: (action, now = clock.now()) => addOwn({ t: now - startedAt, dir: 'host', ...action }),
    exit: (facts, now = clock.now()) => exit(facts, now),
    rawOut: (chunk) => raw.stdout.push(chunk),
    rawErr: (chunk) => raw.stderr.push(chunk),
    onError(added) {
      listener = added;
      if (failure !== undefined) {
        added(failure);
      }
    },
    async finish() {
      if (!isExited) {
        // It never started, or its end was never told: a cassette has an end all the same.
        exit({ code: null, signal: null }, clock.now());
      }
      lines.flush();
      return (await file.close()) ? join(dir, CASSETTE_FILE) : undefined;
    },
  };
}

function same(line: string): string {
  return line;
}
