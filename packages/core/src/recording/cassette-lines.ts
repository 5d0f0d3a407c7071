/** The lines of a cassette: its header, the messages as they came, and the actions of the host, none with a secret. */
import { basename } from 'node:path';
import { createLineRedactor, type LineRedactor, type Redactor } from '../redaction/index.ts';
import { CASSETTE_VERSION, type CassetteHeader } from './format.ts';
import { LostBytes } from './lost-bytes.ts';
import { RepeatedText } from './repeated-text.ts';

/** The part of the header that the recorder does not know by itself. */
export type RecorderHeader = Omit<CassetteHeader, 'cassette' | 'redactions' | 'startedAt' | 'platform' | 'ordered'>;

export type MessageDir = 'in' | 'out' | 'err';

export interface CassetteLinesOptions {
  readonly header: RecorderHeader;
  /** The start in milliseconds since the epoch, from which the times of the lines count. */
  readonly startedAt: number;
  readonly redactor: Redactor;
  /** Takes a line without its end. */
  readonly append: (line: string) => void;
}

const REPLACEMENT = '\ufffd';

export class CassetteLines {
  /** The bytes that were read, before they were decoded. */
  readonly raw: Readonly<Record<'out' | 'err', LostBytes>> = { out: new LostBytes(), err: new LostBytes() };
  readonly #startedAt: number;
  readonly #redactor: Redactor;
  readonly #lines: LineRedactor<(text: string) => string>;
  readonly #repeated = new RepeatedText();
  #header: RecorderHeader;
  // The host's actions before the first message wait here, because the header may still change until then.
  #early: string[] | undefined = [];

  constructor({ header, startedAt, redactor, append }: CassetteLinesOptions) {
    this.#header = header;
    this.#startedAt = startedAt;
    this.#redactor = redactor;
    this.#lines = createLineRedactor(redactor, (line, build) => append(build(line)));
  }

  /** Corrects the header, as long as it has not been written. */
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
      // The folder of the program only matters on this machine.
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

  /** Adds a message of the CLI, or one to it. */
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

  /** Adds an entry that is no message: an action of the host, or the end of the process. */
  own(entry: object): void {
    const line = this.#redactor.line(JSON.stringify(entry));
    if (this.#early === undefined) {
      this.#lines.push(line, undefined, same);
    } else {
      this.#early.push(line);
    }
  }

  /** Writes the lines that wait because a secret may go on in the next line. */
  flush(): void {
    this.#lines.flush();
  }
}

function same(line: string): string {
  return line;
}
