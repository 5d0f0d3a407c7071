/** The lines of a cassette: its header, the messages as they came, and what the host did, none with a secret. */
import { basename } from 'node:path';
import { createLineRedactor, type LineRedactor, type Redactor } from '../redaction/index.ts';
import { CASSETTE_VERSION, type CassetteHeader } from './format.ts';
import { LostBytes } from './lost-bytes.ts';
import { RepeatedText } from './repeated-text.ts';

/** What the recorder does not know by itself. */
export type RecorderHeader = Omit<CassetteHeader, 'cassette' | 'redactions' | 'startedAt' | 'platform' | 'ordered'>;

export type MessageDir = 'in' | 'out' | 'err';

export interface CassetteLinesOptions {
  readonly header: RecorderHeader;
  /** Milliseconds since the epoch; the times of the lines count from it. */
  readonly startedAt: number;
  readonly redactor: Redactor;
  /** Takes a line without its end. */
  readonly append: (line: string) => void;
}

const REPLACEMENT = '\ufffd';

export class CassetteLines {
  /** What was read, before it was decoded. */
  readonly raw: Readonly<Record<'out' | 'err', LostBytes>> = { out: new LostBytes(), err: new LostBytes() };
  readonly #startedAt: number;
  readonly #redactor: Redactor;
  readonly #lines: LineRedactor<(text: string) => string>;
  readonly #repeated = new RepeatedText();
  #header: RecorderHeader;
  // What the host did before the first message waits: until then the header may still change.
  #early: string[] | undefined = [];

  constructor({ header, startedAt, redactor, append }: CassetteLinesOptions) {
    this.#header = header;
    this.#startedAt = startedAt;
    this.#redactor = redactor;
    this.#lines = createLineRedactor(redactor, (line, build) => append(build(line)));
  }

  /** Corrects the header, as long as it was not written. */
  describe(more: Partial<RecorderHeader>): void {
    this.#header = { ...this.#header, ...more };
  }

  /** Writes the header, once. */
  begin(): void {
    if (this.#early === undefined) {
      return;
    }
    const [program = '', ...args] = this.#header.argv;
    const whole: CassetteHeader = {
      cassette: CASSETTE_VERSION,
      ...this.#header,
      // Where the program stands is this machine's affair.
      argv: [basename(program), ...args],
      ordered: true,
      platform: `${process.platform}-${process.arch}`,
      startedAt: this.#startedAt,
      redactions: this.#redactor.redactions,
    };
    this.#lines.push(this.#redactor.line(JSON.stringify(whole)), undefined, same);
    for (const line of this.#early) {
      this.#lines.push(line, undefined, same);
    }
    this.#early = undefined;
  }

  /** A message of the CLI, or one to it. */
  message(dir: MessageDir, text: string, partial: boolean, now: number): void {
    this.begin();
    const t = now - this.#startedAt;
    const rest = partial ? { partial } : {};
    const bytes = dir !== 'in' && text.includes(REPLACEMENT) ? this.raw[dir].take(text) : undefined;
    if (bytes === undefined) {
      this.#lines.push(text, dir, (redacted) =>
        JSON.stringify({ t, dir, ...this.#repeated.write(dir, redacted), ...rest }),
      );
      return;
    }
    const base64 = this.#redactor.bytes(bytes).toString('base64');
    this.#lines.push(JSON.stringify({ t, dir, base64, ...rest }), undefined, same);
  }

  /** What is no message: an action of the host, or the end of the process. */
  own(entry: object): void {
    const line = this.#redactor.line(JSON.stringify(entry));
    if (this.#early === undefined) {
      this.#lines.push(line, undefined, same);
    } else {
      this.#early.push(line);
    }
  }

  /** Writes what waits for a secret that may go on in the next line. */
  flush(): void {
    this.#lines.flush();
  }
}

function same(line: string): string {
  return line;
}
