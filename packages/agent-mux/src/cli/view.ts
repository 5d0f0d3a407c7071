/** How a stream is shown, as the flags say: as JSON lines or for a person. */
import type { GivenFlags } from './flag-table.ts';
import { createHumanPresenter, type Presenter } from './render-human.ts';
import { createScreen, type Screen } from './screen.ts';
import { createSink, type Sink } from './sink.ts';
import { createJsonPresenter } from './write-json.ts';

export interface View {
  readonly presenter: Presenter;
  readonly screen: Screen;
  readonly out: Sink;
  readonly isJson: boolean;
  /** The presenter passes over what is asked. */
  readonly isQuiet: boolean;
  /** Resolves when everything is with its reader. */
  flush(): Promise<void>;
}

/** `cwd`: the run's working folder, where it is known. */
export function createView(given: GivenFlags, cwd?: string): View {
  const out = createSink(process.stdout);
  const err = createSink(process.stderr);
  const screen = createScreen({ out, err, isColourRefused: given.has('no-color'), env: process.env });
  const isFull = given.has('json-full');
  const isJson = isFull || given.has('json');
  const isFinal = given.has('final');
  const isQuiet = given.has('quiet') || isFinal;
  return {
    presenter: isJson
      ? createJsonPresenter({ out, isFull })
      : createHumanPresenter({ screen, isQuiet, isFinal, ...(cwd === undefined ? {} : { cwd }) }),
    screen,
    out,
    isJson,
    isQuiet,
    async flush() {
      await out.flush();
      await err.flush();
    },
  };
}
