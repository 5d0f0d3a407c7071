/** An agent that repeats a recording in a process of its own, where no CLI is installed. */
import { mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter } from '@agent-mux/core';
import { CASSETTE_FILE, checkCassette, prepareReplay } from '@agent-mux/core/cassette';
import { demandOptions, OBJECT } from '../demand-options.ts';
import { PLAYER_RULES, type PlayerOptions, writePlayerBinary } from '../player/index.ts';
import { findAdapter } from './find-adapter.ts';
import { createTestAgent, type TestAgent } from './test-agent.ts';

export interface PlayedAgentOptions extends PlayerOptions {
  /** The adapter. @defaultValue the built-in one of the recorded agent */
  readonly adapter?: Adapter;
}

/** The limit of silence: the player waits for what the recording was told, and would wait for ever if a run did not say it. */
const INACTIVITY_MS = 30_000;

/**
 * Plays a cassette (or the folder of one) for each run: the same bytes, in the same mode. Unless `strict`, what the run says is
 * not compared: any message takes the place of the recorded one, and a denial plays on as the recorded approval.
 * Not on Windows. Rejects with VALIDATION_ERROR where an option is wrong or there is no cassette, PARSE_ERROR where it is damaged.
 */
export async function playedAgent(cassette: string, options: PlayedAgentOptions = {}): Promise<TestAgent> {
  demandOptions('playedAgent()', options, { ...PLAYER_RULES, adapter: OBJECT });
  const { adapter: given, ...player } = options;
  const header = await checkCassette(cassette);
  const adapter = await findAdapter(given ?? header.agent);
  const { mode, options: recorded } = prepareReplay(header, adapter);
  const { approvalMode, stream, includeSubagents, noSession, keepOpen } = recorded;
  const path = (await stat(cassette)).isDirectory() ? join(cassette, CASSETTE_FILE) : cassette;
  const root = await realpath(await mkdtemp(join(tmpdir(), 'amux-played-')));
  const cwd = join(root, 'work');
  await mkdir(cwd);
  return createTestAgent({
    adapter,
    cwd,
    options: {
      ...{ mode: mode.name, approvalMode, stream, includeSubagents, noSession, keepOpen },
      binary: writePlayerBinary({ binary: join(root, adapter.cliCommand), cassette: path, ...player }),
      inactivityTimeout: INACTIVITY_MS,
    },
    dispose: () => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  });
}
