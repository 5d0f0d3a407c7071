/** `amux demo`: one task on the real CLIs side by side, each on a scripted model; no network, no key, nothing of the user's. */
import type { RunHandle, RunResult } from '@agent-mux/core';
import { createClient } from '../../create-client.ts';
import { exitCodeOfResult } from '../../exit-codes.ts';
import { createBoard } from '../demo/board.ts';
import { findCommonShape } from '../demo/common-shape.ts';
import { type DemoAgent, findDemoAgents } from '../demo/demo-agents.ts';
import { CHANGED_FILE, PROMPT } from '../demo/demo-script.ts';
import { type DemoEnd, type DemoRun, prepareDemo } from '../demo/play-demo.ts';
import type { GivenFlags } from '../flag-table.ts';
import { type Answering, findAnswering, followRun } from '../follow-run.ts';
import type { Presenter } from '../render-human.ts';
import { standSideBySide } from '../side-by-side.ts';
import { listenForSignals } from '../signals.ts';
import { createSink } from '../sink.ts';
import { summarize } from '../summarize.ts';
import { formatTable } from '../table.ts';
import { createView, type View } from '../view.ts';

/** The delay between two pieces of text on a terminal. */
const PACE_MS = 25;
const EXIT_UNCHANGED = 1;

/** Resolves with the exit code, which is 0 only if every run completed and fixed the file. */
export async function demo(given: GivenFlags): Promise<number> {
  await using client = createClient();
  const agents = await findDemoAgents(client.adapters, given, process.cwd());
  const delayMs = process.stdout.isTTY ? PACE_MS : 0;
  const runs: DemoRun[] = [];
  try {
    for (const agent of agents) {
      runs.push(await prepareDemo(client, agent, delayMs));
    }
    const [only, ...others] = runs;
    return only !== undefined && others.length === 0 ? await playOne(only, given) : await playAll(runs, given);
  } finally {
    await Promise.all(runs.map((run) => run[Symbol.asyncDispose]()));
  }
}

/** Plays one CLI: everything is shown, and a person at a terminal is asked. */
async function playOne(run: DemoRun, given: GivenFlags): Promise<number> {
  const answering = given.has('yes') ? 'approve' : findAnswering() === 'terminal' ? 'terminal' : 'approve';
  const view = createView(given, { cwd: run.cwd });
  const presenter = view.isJson ? view.presenter : present(run, view, introduce(view, [run.agent], answering));
  const result = await followRun(run.start(), { ...view, presenter }, answering);
  const end = { run, result, isMended: await run.isMended() };
  if (!view.isJson) {
    await view.out.write(`\n${formatTable(run.tally.rows(result)).join('\n')}\n\n${conclude(end)}\n`);
  }
  await view.flush();
  return exitCodeOf(end);
}

/** Plays several CLIs: each has a line, and a table compares them. */
async function playAll(runs: readonly DemoRun[], given: GivenFlags): Promise<number> {
  const view = createView(given);
  const err = createSink(process.stderr);
  const agents = runs.map(({ agent, cwd }) => ({ agent: agent.agent, cwd }));
  if (!view.isJson) {
    await view.screen.note(
      introduce(
        view,
        runs.map(({ agent }) => agent),
        'approve',
      ),
    );
  }
  const { palette } = view.screen;
  const columns = (): number => process.stderr.columns ?? 80;
  using board = view.isJson ? undefined : createBoard({ err, palette, agents, columns });
  const handles: RunHandle[] = [];
  using _ = listenForSignals({
    interrupt: async () => void (await Promise.all(handles.map((handle) => handle.interrupt()))),
    abort: async () => void (await Promise.all(handles.map((handle) => handle.abort()))),
  });
  const ends = await Promise.all(
    runs.map(async (run): Promise<DemoEnd> => {
      const presenter: Presenter = {
        async event(event) {
          run.tally.see(event);
          await (board === undefined ? view.presenter.event(event) : board.see(run.agent.agent, event));
        },
        async result(result) {
          await (board === undefined ? view.presenter.result(result) : board.end(run.agent.agent, result.exitReason));
        },
      };
      const handle = run.start();
      handles.push(handle);
      const result = await followRun(handle, { ...view, presenter }, 'approve', { hasSignals: true });
      return { run, result, isMended: await run.isMended() };
    }),
  );
  board?.[Symbol.dispose]();
  if (!view.isJson) {
    await view.out.write(`\n${compare(ends).join('\n')}\n`);
    for (const { run, result } of ends.filter((end) => end.result.error !== null)) {
      await view.screen.note(`\n${run.agent.agent}: ${summarize(result, palette)}`);
    }
  }
  await view.flush();
  return ends.map(exitCodeOf).find((code) => code !== 0) ?? 0;
}

function compare(ends: readonly DemoEnd[]): string[] {
  const { order, shared, all } = findCommonShape(ends.map(({ run }) => run.tally.types));
  return [
    ...formatTable(tabulate(ends)),
    '',
    `${shared.length} of ${all.length} event types are in all ${ends.length} streams. In the same order in each of them:`,
    ...wrap(order, 100).map((line) => `  ${line}`),
  ];
}

function tabulate(ends: readonly DemoEnd[]): readonly (readonly string[])[] {
  return standSideBySide(
    ends.map(({ run, result, isMended }) => [
      ['', `${run.agent.agent} ${run.agent.version ?? ''}`.trimEnd()],
      ...run.tally.rows(result),
      ['mended', isMended ? 'yes' : 'no'],
    ]),
  );
}

function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

function exitCodeOf({ result, isMended }: DemoEnd): number {
  return exitCodeOfResult(result) || (isMended ? 0 : EXIT_UNCHANGED);
}

function introduce({ screen: { palette } }: View, agents: readonly DemoAgent[], answering: Answering): string {
  const names = agents.map(({ displayName }) => displayName);
  const who =
    names.length === 1 ? `The real ${names[0]}` : `The real ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return [
    palette.bold(`${who}, and a scripted model on this machine: no network, no key, nothing of yours is touched.`),
    ...(answering === 'approve' ? [palette.dim('What is asked is granted by the demo itself.')] : []),
    `${palette.cyan('>')} ${PROMPT}`,
    '',
  ].join('\n');
}

// The table at the end replaces the usual last line, unless something went wrong.
function present({ tally }: DemoRun, { presenter, screen }: View, introduction: string): Presenter {
  return {
    async event(event) {
      if (event.seq === 0) {
        await screen.note(introduction);
      }
      tally.see(event);
      await presenter.event(event);
    },
    async result(result: RunResult) {
      if (result.error !== null) {
        await presenter.result(result);
      }
    },
  };
}

function conclude({ run, result: { exitReason }, isMended }: DemoEnd): string {
  if (exitReason !== 'completed') {
    return `The run did not complete (${exitReason}). With --json you see every event of it.`;
  }
  return isMended
    ? `Next: \`amux run ${run.agent.agent} "explain this repository"\` does the same with your own login; \`amux agents\` says what else is there.`
    : `The run completed, but ${CHANGED_FILE} is not mended: an edit that is denied is not made. Try again and grant it, or use --yes.`;
}
