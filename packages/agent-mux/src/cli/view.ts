/** How the flags show a stream: as JSON lines or for a person. */
import type { EntrySource } from '@agent-mux/protocols';
import type { GivenFlags } from './flag-table.ts';
import type { Format } from './formats.ts';
import { readOutput } from './read-output.ts';
import { createHumanPresenter, type Presenter } from './render-human.ts';
import { createScreen, type Screen } from './screen.ts';
import { createSink, type Sink } from './sink.ts';
import { createJsonPresenter } from './write-json.ts';

export interface View {
  readonly presenter: Presenter;
  readonly screen: Screen;
  readonly out: Sink;
  readonly isJson: boolean;
  /** Writes all of a run in the format of `--format`, if that is given; the presenter then shows nothing. */
  writeAs(source: EntrySource): Promise<void>;
  /** Whether the presenter leaves out questions. */
  readonly isQuiet: boolean;
  /** The run's working folder, where it is known. */
  readonly cwd: string | undefined;
  /** Resolves when the readers have everything. */
  flush(): Promise<void>;
}

export interface ViewOptions {
  /** The run's working folder, where it is known. */
  readonly cwd?: string;
  /** The result of `readFormat` for the flags. */
  readonly format?: Format | undefined;
}

/** A presenter that shows nothing. */
const SILENT: Presenter = { event: async () => {}, result: async () => {} };

/** Throws UsageError where the flags contradict each other. */
export function createView(given: GivenFlags, { cwd, format }: ViewOptions = {}): View {
  const out = createSink(process.stdout);
  const err = createSink(process.stderr);
  const screen = createScreen({ out, err, isColourRefused: given.has('no-color'), env: process.env });
  const form = readOutput(given);
  const isFull = given.has('json-full');
  const isJson = form === 'json' || format !== undefined;
  const isFinal = form === 'final';
  const isQuiet = given.has('quiet') || isFinal;
  function choosePresenter(): Presenter {
    if (format !== undefined) {
      return SILENT;
    }
    return isJson
      ? createJsonPresenter({ out, isFull })
      : createHumanPresenter({ screen, isQuiet, isFinal, ...(cwd === undefined ? {} : { cwd }) });
  }

  return {
    presenter: choosePresenter(),
    async writeAs(source) {
      for await (const piece of format?.(source) ?? []) {
        await out.write(piece);
        if (out.isClosed) {
          return;
        }
      }
    },
    screen,
    out,
    isJson,
    isQuiet,
    cwd,
    async flush() {
      await out.flush();
      await err.flush();
    },
  };
}
