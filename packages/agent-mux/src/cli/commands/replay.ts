/** `amux replay`: a recorded conversation again, as today's adapter reads it, or a run of the store as it was. It starts no CLI. */
import { existsSync } from 'node:fs';
import type { RunHandle, RunResult } from '@agent-mux/core';
import { checkCassette, type ReplayStream, replayStream } from '@agent-mux/core/cassette';
import { demandAgent } from '../demand-agent.ts';
import type { GivenFlags } from '../flag-table.ts';
import { type Format, readFormat } from '../formats.ts';
import { createCliClient } from '../load-adapters.ts';
import { asNumber } from '../read-value.ts';
import { openExistingStore } from '../store-place.ts';
import { formatTable } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { createView, type View } from '../view.ts';

/** The id for a recording of another program, which has no id of a run: events need one, and the same each time. */
const UNKNOWN_RUN = '00000000000000000000000000';

export interface ReplayArguments {
  /** A cassette or its folder, or the id of a run in the store. */
  readonly path: string;
  readonly given: GivenFlags;
}

/** Resolves with the exit code, which is 0 however the recorded run ended. */
export async function replay({ path, given }: ReplayArguments): Promise<number> {
  if (given.has('unknown') && given.has('speed')) {
    throw new UsageError('--unknown and --speed exclude each other: nothing is shown that could take its time.');
  }
  const format = await readFormat(given);
  if (isRunId(path)) {
    return replayStored(path, given, format);
  }
  if (given.has('store')) {
    throw new UsageError('--store goes with the id of a run, and not with a recording.');
  }
  const speed = readSpeed(given);
  const { agent, runId = UNKNOWN_RUN } = await checkCassette(path);
  await using client = await createCliClient(given);
  demandAgent(client.adapters, agent, { hint: 'If this one has an adapter of its own, name it with --adapter.' });
  const stream = await replayStream(path, client.adapters.get(agent), {
    runId,
    ...(speed === undefined ? {} : { speed }),
  });
  const view = createView(given, { format });
  await (given.has('unknown') ? listUnknown(stream, view) : show(stream, view, format !== undefined));
  await view.flush();
  return 0;
}

/** Whether the argument is the id of a run; one that could also be a file's name counts as a file if that exists. */
function isRunId(path: string): boolean {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(path) && !existsSync(path);
}

async function replayStored(runId: string, given: GivenFlags, format: Format | undefined): Promise<number> {
  const idle = ['speed', 'unknown', 'adapter'].find((flag) => given.has(flag));
  if (idle !== undefined) {
    throw new UsageError(`--${idle} goes with a recording: a run of the store is shown as it was told.`);
  }
  await using store = await openExistingStore('replay', given);
  const handle = store.replay(runId);
  const view = createView(given, { format });
  // The run may be under way and say nothing for long, while the reader of what it says has gone.
  view.out.onClose(() => void handle.abort());
  await showStored(handle, view, format !== undefined);
  await view.flush();
  return 0;
}

async function showStored(handle: RunHandle, { presenter, out, writeAs }: View, hasFormat: boolean): Promise<void> {
  if (hasFormat) {
    await writeAs(handle);
    return;
  }
  for await (const event of handle) {
    await presenter.event(event);
    if (out.isClosed) {
      return;
    }
  }
  const result = await handle;
  if (!out.isClosed) {
    await presenter.result(result);
  }
}

function readSpeed(given: GivenFlags): number | undefined {
  const typed = given.get('speed')?.at(-1);
  const speed = typed === undefined ? undefined : asNumber(typed, '--speed');
  if (speed !== undefined && speed <= 0) {
    throw new UsageError(`--speed must be above 0, not ${typed}. Without it the replay is as fast as possible.`);
  }
  return speed;
}

async function show(stream: ReplayStream, { presenter, out, writeAs }: View, hasFormat: boolean): Promise<void> {
  if (hasFormat) {
    await writeAs(stream.entries);
    return;
  }
  for await (const event of stream) {
    await presenter.event(event);
    if (out.isClosed) {
      return;
    }
  }
  await presenter.result(getResult(stream));
}

async function listUnknown(stream: ReplayStream, { out, isJson }: View): Promise<void> {
  for await (const _ of stream) {
    // Only the result of the run matters here.
  }
  const { unknownNative } = getResult(stream).diagnostics;
  const rows = Object.entries(unknownNative).sort(([, a], [, b]) => b - a);
  if (isJson) {
    await out.write(`${JSON.stringify(unknownNative)}\n`);
  } else if (rows.length === 0) {
    await out.write('The adapter knows every native type and field of this recording.\n');
  } else {
    await out.write(`${formatTable(rows.map(([name, count]) => [String(count), name])).join('\n')}\n`);
  }
}

function getResult({ result }: ReplayStream): RunResult {
  if (result === undefined) {
    throw new Error('The replay ended without a result.');
  }
  return result;
}
