/** `amux run`, and `amux record`: one run of an agent. */
import { basename } from 'node:path';
import { type AdapterRegistry, askVersion, type RunOptions } from '@agent-mux/core';
import { exitCodeOfResult } from '../../exit-codes.ts';
import { demandStartable } from '../demand-startable.ts';
import { findPrompt } from '../find-prompt.ts';
import { findStart } from '../find-start.ts';
import type { GivenFlags } from '../flag-table.ts';
import { findAnswering, followRun } from '../follow-run.ts';
import { readFormat } from '../formats.ts';
import { judgeFirst } from '../judge-first.ts';
import { createCliClient } from '../load-adapters.ts';
import type { ReadFlags } from '../run-options.ts';
import { isStoreWanted, openWantedStore } from '../store-place.ts';
import { createView } from '../view.ts';

export interface RunArguments {
  /** The agent, or the prompt where the agent is known otherwise. */
  readonly first: string | undefined;
  readonly second: string | undefined;
  readonly given: GivenFlags;
  readonly read: ReadFlags;
}

/** Resolves with the exit code. */
export async function run({ first, second, given, read }: RunArguments): Promise<number> {
  const { record, onApprovalRequest, ...options } = read.draft;
  const judge = onApprovalRequest === undefined ? undefined : judgeFirst(onApprovalRequest);
  const format = await readFormat(given);
  const view = createView(given, { cwd: options.cwd ?? process.cwd(), format });
  await using plain = await createCliClient(given, read);
  const start = await findStart(plain, { first, second, given, options });
  const { agent } = start;
  const flag = given.get('prompt')?.at(-1);
  const prompt = await findPrompt({
    flag,
    argument: start.prompt,
    isStdinWanted: given.has('stdin'),
    stdin: process.stdin,
  });
  const wanted = { ...options, ...start.session, agent, prompt };
  if (isStoreWanted(given)) {
    // The check comes before a store is made for the run.
    demandStartable(plain, wanted);
  }
  await using store = await openWantedStore(given);
  await using keeping = store === undefined ? undefined : await createCliClient(given, { ...read, store });
  const client = keeping ?? plain;
  const recording = await describeRecording(record, { adapters: client.adapters, agent, binary: options.binary });
  const handle = client.run({
    ...{ ...wanted, ...recording },
    ...(judge === undefined ? {} : { onApprovalRequest: judge.onApprovalRequest }),
  });
  const [result] = await Promise.all([
    followRun(handle, view, findAnswering(), judge === undefined ? {} : { judge }),
    view.writeAs(handle),
  ]);
  if (record !== undefined && !view.isJson) {
    await view.screen.note(view.screen.palette.dim(`recorded in ${record}`));
  }
  await view.flush();
  return exitCodeOfResult(result);
}

interface Recorded {
  readonly adapters: AdapterRegistry;
  readonly agent: string;
  readonly binary: string | undefined;
}

/** The part of the recording's header that the recorder cannot know by itself: the version of the CLI. */
async function describeRecording(
  dir: RunOptions['record'],
  { adapters, agent, binary }: Recorded,
): Promise<Pick<RunOptions, 'record'>> {
  if (typeof dir !== 'string') {
    return dir === undefined ? {} : { record: dir };
  }
  const version = binary === undefined ? (await adapters.detect(agent)).version : (await askVersion(binary)).version;
  const scenario = basename(dir);
  return {
    record: {
      dir,
      ...(scenario === '' ? {} : { scenario }),
      ...(version === null ? {} : { cliVersion: version }),
    },
  };
}
