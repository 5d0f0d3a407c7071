/** Follows a run from its first event to its result: shows it, puts its questions, passes on signals. */
import type { RunHandle, RunResult } from '@agent-mux/core';
import { createAsker } from './ask-terminal.ts';
import type { FirstJudge } from './judge-first.ts';
import { createLineReader } from './line-reader.ts';
import { listenForSignals, type RunSignals } from './signals.ts';
import { makeInline } from './terminal.ts';
import type { View } from './view.ts';

/** The reason that the model is given where nobody can be asked. */
const NOBODY = 'nobody can be asked: amux runs without a terminal';

/** Who answers questions: the person at the terminal, nobody (all are denied), or amux itself. */
export type Answering = 'terminal' | 'deny' | 'approve';

/** Whether there is a person to ask. */
export function findAnswering(): Answering {
  return process.stdin.isTTY && process.stderr.isTTY ? 'terminal' : 'deny';
}

export interface FollowOptions {
  /** Whether signals are handled; whoever follows several runs does that himself. @defaultValue false */
  readonly hasSignals?: boolean;
  /** The rules that answer before anybody is asked. */
  readonly judge?: FirstJudge;
}

const NO_SIGNALS: RunSignals = { interrupt() {}, [Symbol.dispose]() {} };

/** Follows a run; it never rejects because of the run, whose failure is part of the result. */
export async function followRun(
  handle: RunHandle,
  { presenter, screen, out, isJson, isQuiet, cwd }: View,
  answering: Answering,
  { hasSignals = false, judge }: FollowOptions = {},
): Promise<RunResult> {
  using signals = hasSignals ? NO_SIGNALS : listenForSignals(handle);
  out.onClose(() => void handle.abort());
  const { interaction } = handle;
  const asker =
    answering === 'terminal'
      ? createAsker({
          interaction,
          screen,
          cwd,
          isShown: !isJson && !isQuiet,
          reader: createLineReader({ input: process.stdin, output: process.stderr, onInterrupt: signals.interrupt }),
        })
      : undefined;
  const stopAnswering =
    asker === undefined
      ? interaction.onPending(async ({ id, type }) => {
          await judge?.settled(id);
          if (judge !== undefined && interaction.pending.every((pending) => pending.id !== id)) {
            return;
          }
          const response =
            answering === 'approve' && type === 'approval'
              ? ({ type: 'approve' } as const)
              : ({ type: 'deny', reason: NOBODY } as const);
          interaction
            .respond(id, response)
            .catch((error: unknown) => screen.note(makeInline(`amux: ${String(error)}`)));
        })
      : undefined;
  try {
    for await (const event of handle) {
      await presenter.event(event);
      // The next event is read when the question is answered, so that nothing scrolls it away; the agent waits anyway.
      if (event.type === 'approval_request') {
        await judge?.settled(event.interactionId);
      }
      await asker?.ask(event);
    }
    const result = await handle.result();
    // A reader that has closed our output does not want the rest.
    if (!out.isClosed) {
      await presenter.result(result);
    }
    return result;
  } finally {
    stopAnswering?.();
  }
}
