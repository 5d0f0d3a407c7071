/** `amux demo`: the real claude CLI on a scripted model, in a home and a folder of their own; no network, no key. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodeOfResult, type RunResult } from '@agent-mux/core';
import { claudeEnvironment, createSandbox, startModelServer } from '@agent-mux/testkit';
import { createClient } from '../../create-client.ts';
import { CHANGED_FILE, createDemoScript, FILES, FIXED_SOURCE, PROMPT } from '../demo/demo-script.ts';
import { findPinnedClaude } from '../demo/find-pinned-claude.ts';
import { createTally, type Tally } from '../demo/tally.ts';
import type { GivenFlags } from '../flag-table.ts';
import { type Answering, findAnswering, followRun } from '../follow-run.ts';
import { asPath } from '../read-value.ts';
import type { Presenter } from '../render-human.ts';
import { createView, type View } from '../view.ts';

/** Between two pieces of text on a terminal. */
const PACE_MS = 25;
/** A run that hangs must not keep anybody waiting. */
const TIMEOUT_MS = 600_000;
const EXIT_UNCHANGED = 1;

/** Resolves with the exit code: 0 only if the run completed and the file is mended. */
export async function demo(given: GivenFlags): Promise<number> {
  const typed = given.get('binary')?.at(-1);
  const binary = typed === undefined ? findPinnedClaude(process.cwd()) : asPath(typed, '--binary');
  const answering = given.has('yes') ? 'approve' : findAnswering() === 'terminal' ? 'terminal' : 'approve';

  await using client = createClient();
  await using sandbox = await createSandbox(FILES);
  const view = createView(given, sandbox.cwd);
  const delayMs = view.out.isTty ? PACE_MS : 0;
  await using server = await startModelServer({ script: createDemoScript(delayMs), agent: 'claude', cwd: sandbox.cwd });
  const handle = client.run({
    agent: 'claude',
    prompt: PROMPT,
    cwd: sandbox.cwd,
    env: claudeEnvironment(server, sandbox),
    timeout: TIMEOUT_MS,
    ...(binary === undefined ? {} : { binary }),
  });
  const tally = createTally(sandbox.cwd);
  const presenter = view.isJson ? view.presenter : present(view, tally, introduce(view, answering, given.has('yes')));
  const result = await followRun(handle, { ...view, presenter }, answering);
  const isMended = (await readFile(join(sandbox.cwd, CHANGED_FILE), 'utf8')) === FIXED_SOURCE;
  if (!view.isJson) {
    await view.out.write(`\n${tally.lines(result).join('\n')}\n\n${conclude(result, isMended)}\n`);
  }
  await view.flush();
  return exitCodeOfResult(result) || (isMended ? 0 : EXIT_UNCHANGED);
}

function introduce({ screen: { palette } }: View, answering: Answering, isAsked: boolean): string {
  const granted = `What the agent asks is granted by the demo itself (${isAsked ? '--yes' : 'there is no terminal to ask on'}).`;
  return [
    palette.bold(
      'The real claude CLI, and a scripted model on this machine: no network, no key, nothing of yours is touched.',
    ),
    ...(answering === 'approve' ? [palette.dim(granted)] : []),
    `${palette.cyan('>')} ${PROMPT}`,
    '',
  ].join('\n');
}

// The table at the end says what the usual last line says, unless something went wrong.
function present({ presenter, screen }: View, tally: Tally, introduction: string): Presenter {
  return {
    async event(event) {
      if (event.seq === 0) {
        await screen.note(introduction);
      }
      tally.see(event);
      await presenter.event(event);
    },
    async result(result) {
      if (result.error !== null) {
        await presenter.result(result);
      }
    },
  };
}

function conclude({ exitReason }: RunResult, isMended: boolean): string {
  if (exitReason !== 'completed') {
    return `The run did not complete (${exitReason}). With --json you see every event of it.`;
  }
  return isMended
    ? 'Next: `amux run claude "explain this repository"` does the same with your own login; `amux agents` says what else is there.'
    : `The run completed, but ${CHANGED_FILE} is not mended: an edit that is denied is not made. Try again and grant it, or use --yes.`;
}
