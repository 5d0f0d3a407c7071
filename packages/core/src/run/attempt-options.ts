/** What an attempt is given by its run, and what it reports to it. */
import type { LineContext, Writes } from '../adapter/index.ts';
import type { RunDraft } from './conversation-options.ts';
import type { ContextParts } from './mode-context.ts';
import type { RunParts } from './run-parts.ts';
import type { RunWires } from './wires.ts';

export interface AttemptOptions
  extends Pick<RunWires, 'clock' | 'faults' | 'inputs' | 'act' | 'pushOwn' | 'warn' | 'fail'>,
    Pick<RunParts, 'answers' | 'machine' | 'journal' | 'time'>,
    ContextParts {
  /** Returns the first words for the CLI. */
  readonly firstWords: () => Writes;
  readonly on: {
    toRun(draft: RunDraft): void;
    /** Reports that the events of a message are out, before anything that it asks for is answered or run. */
    told(): void;
    /** Reports that bytes of the CLI were taken up, which may be no whole message yet. */
    read(now: number): void;
    /** Reports that the dialect knows a message, before listeners know what it says. */
    heard(now: number, source: LineContext['source']): void;
    /** Reports that a message was handled, so that the state of the dialect may have changed. */
    handled(source: LineContext['source']): void;
    /** Reports that stdin is gone or that the process could not be started. */
    failed(what: 'stdin' | 'spawn', error: Error): void;
  };
}
