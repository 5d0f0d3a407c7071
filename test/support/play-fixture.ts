/** Plays a recording live: through a real process and a client, which does what the client of the recording did. */
import { join } from 'node:path';
import { builtInAdapters } from '@agent-mux/adapters';
import type { ResolvedOptions, RunHandle, RunOptions } from '@agent-mux/core';
import { type CassetteEntry, type HostAction, prepareReplay, readCassette } from '@agent-mux/core/cassette';
import { type Fixture, writePlayerBinary } from '@agent-mux/testkit';

/** The CLI says nothing for so long: it waits for what it is to be told. */
const QUIET_MS = 200;

export interface PlayableRun {
  readonly options: RunOptions;
  /** What was done and said to the agent after its first prompt. */
  readonly script: readonly HostAction[];
}

export async function prepareFixture(fixture: Fixture, folder: string): Promise<PlayableRun> {
  const { header, entries } = await readCassette(fixture.cassette);
  const adapter = builtInAdapters.find(({ agent }) => agent === fixture.agent);
  if (adapter === undefined) {
    throw new Error(`There is no adapter for ${fixture.agent}.`);
  }
  const { mode, options } = prepareReplay(header, adapter);
  const [first, ...script] = entries.flatMap(actionOf);
  const name = fixture.dir.split('/').slice(-3).join('-');
  return {
    options: {
      agent: fixture.agent,
      mode: mode.name,
      prompt: first?.action === 'prompt' ? first.text : 'play',
      binary: writePlayerBinary({ binary: join(folder, name), cassette: fixture.cassette }),
      ...runnable(options),
      // A recording cannot be told what it was not told then, and would wait for ever.
      inactivityTimeout: 2_500,
      interactionTimeoutMs: 2_000,
      gracePeriodMs: 200,
      settleMs: 500,
    },
    script,
  };
}

function actionOf(entry: CassetteEntry): readonly HostAction[] {
  return entry.dir === 'host' ? [entry as HostAction] : [];
}

/** What of the options changes the events, and holds on any machine. */
function runnable({ approvalMode, stream, includeSubagents, noSession }: ResolvedOptions): Partial<RunOptions> {
  return { approvalMode, stream, includeSubagents, noSession };
}

/** Resolves when all is done or the run is over. */
export async function follow(script: readonly HostAction[], handle: RunHandle): Promise<void> {
  let isOver = false;
  const over = handle.result().then(() => {
    isOver = true;
  });
  let heardAt = performance.now();
  const watching = (async () => {
    for await (const _ of handle) {
      heardAt = performance.now();
    }
  })();
  const until = async (isTrue: () => boolean): Promise<boolean> => {
    while (!isOver && !isTrue()) {
      await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 10))]);
    }
    return !isOver;
  };
  for (const action of script) {
    // What cannot be said any more was not said.
    await act(action, handle, {
      quiet: () => until(() => performance.now() - heardAt > QUIET_MS),
      asked: () => until(() => handle.interaction.pending.length > 0),
    }).catch(() => undefined);
  }
  await watching;
}

interface Moments {
  readonly quiet: () => Promise<boolean>;
  readonly asked: () => Promise<boolean>;
}

async function act(action: HostAction, handle: RunHandle, { quiet, asked }: Moments): Promise<void> {
  switch (action.action) {
    case 'prompt':
      void handle.queue(action.text).catch(() => undefined);
      return;
    case 'steer':
      if (await quiet()) {
        void handle.steer(action.text).catch(() => undefined);
      }
      return;
    case 'answer':
      if (await asked()) {
        await handle.interaction.respond(handle.interaction.pending[0]?.id ?? '', action.response);
      }
      return;
    case 'interrupt':
      if (await quiet()) {
        await handle.interrupt();
      }
      return;
    case 'abort':
      if (await quiet()) {
        await handle.abort();
      }
      return;
    default:
  }
}
