/** `amux demo`: the real claude CLI on a scripted model, in a home and a folder of their own; no network, no key. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodeOfResult } from '@agent-mux/core';
import { claudeEnvironment, createSandbox, startModelServer } from '@agent-mux/testkit';
import { createClient } from '../../index.ts';
import { CHANGED_FILE, createDemoScript, FILES, FIXED_SOURCE, PROMPT } from '../demo/demo-script.ts';
import { findPinnedClaude } from '../demo/find-pinned-claude.ts';
import { createTally } from '../demo/tally.ts';
import type { GivenFlags } from '../flag-table.ts';
import { findAnswering, followRun } from '../follow-run.ts';
import { asPath } from '../read-value.ts';
import { createView } from '../view.ts';

/** Between two pieces of text on a terminal. */
const PACE_MS = 25;
/** A run that hangs must not keep anybody waiting. */
const TIMEOUT_MS = 600_000;
const EXIT_UNCHANGED = 1;

/** Resolves with the exit code: 0 only if the run completed and the file is mended. */
export async function demo(given: GivenFlags): Promise<number> {
  const typed = given.get('binary')?.at(-1);
  const binary = typed === undefined ? findPinnedClaude(process.cwd()) : asPath(typed, '--binary');
  const view = createView(given);
  const { screen, isJson } = view;
  const { palette } = screen;
  const answering = given.has('yes') || findAnswering() !== 'terminal' ? 'approve' : 'terminal';
  const say = async (...lines: string[]): Promise<void> => {
    if (!isJson) {
      await screen.note(lines.join('\n'));
    }
  };

  const introduce = (): Promise<void> =>
    say(
      palette.bold(
        'The real claude CLI, a scripted model on this machine. No network, no key; a home and a folder of its own.',
      ),
      ...(answering === 'approve'
        ? [
            palette.dim(
              `What the agent asks is granted by the demo itself (${given.has('yes') ? '--yes' : 'there is no terminal to ask on'}).`,
            ),
          ]
        : []),
      `${palette.cyan('>')} ${PROMPT}`,
      '',
    );

  await using client = createClient();
  await using sandbox = await createSandbox(FILES);
  await using server = await startModelServer({
    script: createDemoScript(view.out.isTty ? PACE_MS : 0),
    agent: 'claude',
    cwd: sandbox.cwd,
  });
  const handle = client.run({
    agent: 'claude',
    prompt: PROMPT,
    cwd: sandbox.cwd,
    env: claudeEnvironment(server, sandbox),
    timeout: TIMEOUT_MS,
    ...(binary === undefined ? {} : { binary }),
  });
  const tally = createTally();
  const { presenter } = view;
  const result = await followRun(
    handle,
    {
      ...view,
      presenter: {
        async event(event) {
          if (event.seq === 0) {
            await introduce();
          }
          tally.see(event);
          await presenter.event(event);
        },
        result: presenter.result,
      },
    },
    answering,
  );
  const isMended = (await readFile(join(sandbox.cwd, CHANGED_FILE), 'utf8')) === FIXED_SOURCE;
  await say('', ...tally.lines(result), '', conclude(result.exitReason, isMended));
  await view.flush();
  return exitCodeOfResult(result) || (isMended ? 0 : EXIT_UNCHANGED);
}

function conclude(exitReason: string, isMended: boolean): string {
  if (exitReason !== 'completed') {
    return `The run did not complete (${exitReason}). With --json you see every event of it.`;
  }
  return isMended
    ? 'Next: `amux run claude "explain this repository"` does the same with your own login; `amux agents` says what else is there.'
    : `The run completed, but ${CHANGED_FILE} is not mended: an edit that is denied is not made. Try again and grant it, or use --yes.`;
}
