/** Writes down a conversation with a CLI while it happens, without its secrets. */
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Redactor } from '../redaction/index.ts';
import type { ExitFacts, Recorder } from '../run/index.ts';
import { CassetteLines, type MessageDir, type RecorderHeader } from './cassette-lines.ts';
import { CASSETTE_FILE } from './format.ts';
import { RecordFile } from './record-file.ts';

/** The options of `createRecorder`. */
export interface RecorderOptions {
  /** The folder is as `checkRecordFolder` wants it, and is made where it is missing. */
  readonly dir: string;
  readonly header: RecorderHeader;
  readonly clock: Clock;
  readonly redactor: Redactor;
}

const DIRS = { stdout: 'out', stderr: 'err' } as const;

/** Makes a recorder, which writes a cassette. */
export function createRecorder({ dir, header, clock, redactor }: RecorderOptions): Recorder {
  const startedAt = clock.now();
  let failure: Error | undefined;
  let listener: ((error: Error) => void) | undefined;
  let isExited = false;

  const file = new RecordFile(dir, CASSETTE_FILE, (cause) => {
    failure = new Error(`The recording in ${dir} was given up: ${cause.message}`, { cause });
    listener?.(failure);
  });
  const lines = new CassetteLines({ header, startedAt, redactor, append: (line) => file.append(line) });

  function add(dir: MessageDir, text: string, partial: boolean, now: number): void {
    isExited = false;
    if (failure === undefined) {
      lines.message(dir, text, partial, now);
    }
  }

  function exit(facts: ExitFacts, now: number): void {
    lines.begin();
    isExited = true;
    lines.own({ t: now - startedAt, dir: 'exit', ...facts });
  }

  return {
    describe: (more) => lines.describe(more),
    out: (text, source, partial = false, now = clock.now()) => add(DIRS[source], text, partial, now),
    in: (text, now = clock.now(), partial = false) => add('in', text, partial, now),
    host: (action, now = clock.now()) => lines.own({ t: now - startedAt, dir: 'host', ...action }),
    exit: (facts, now = clock.now()) => exit(facts, now),
    raw: (source, chunk) => lines.raw[DIRS[source]].push(chunk),
    onError(added) {
      listener = added;
      if (failure !== undefined) {
        added(failure);
      }
    },
    async finish() {
      if (!isExited) {
        // The process never started, or its end was never reported, but a cassette has an end all the same.
        exit({ code: null, signal: null }, clock.now());
      }
      lines.flush();
      return (await file.close()) ? join(dir, CASSETTE_FILE) : undefined;
    },
  };
}
