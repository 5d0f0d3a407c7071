/** The questions of the recordings, each with a dialect that can be brought to it as often as a test wants. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Adapter, Dialect, Interaction, Mode } from '@agent-mux/core';
import { readCassette, replayCassette } from '@agent-mux/core/cassette';
import { listFixtures } from '@agent-mux/testkit';
import { changedDialect } from './changed-dialect.ts';

const ROOT = fileURLToPath(new URL('../../fixtures', import.meta.url));
/** Matches the messages by which CLIs ask for leave, so that other recordings need not be played. */
const QUESTION = /can_use_tool|requestApproval|elicitation\/request|request_permission|permission\.requested|agentMux/;

export interface RecordedQuestion {
  /** Agent and mode. */
  readonly of: string;
  /** Tool and scenario. */
  readonly name: string;
  readonly key: string;
  readonly interaction: Interaction;
  /** The line that asks. */
  readonly line: string;
  /** A dialect that has seen everything up to the question. */
  readonly open: () => Dialect;
}

type Seen = Parameters<Dialect['parseEvent']>;

export async function recordedQuestions(adapters: readonly Adapter[]): Promise<readonly RecordedQuestion[]> {
  const found: RecordedQuestion[] = [];
  const fixtures = (await listFixtures(ROOT)).filter(({ cassette }) => QUESTION.test(readFileSync(cassette, 'utf8')));
  for (const { agent, cassette: path, scenario } of fixtures) {
    const adapter = adapters.find((each) => each.agent === agent);
    if (adapter === undefined) {
      continue;
    }
    const see = (mode: Mode, question: Omit<RecordedQuestion, 'name' | 'of'>): void => {
      const of = `${agent}/${mode.name}`;
      found.push({
        ...question,
        of,
        name: `${question.interaction.toolName ?? question.interaction.kind} of ${scenario}`,
      });
    };
    replayCassette(await readCassette(path), { ...adapter, modes: adapter.modes.map((mode) => watched(mode, see)) });
  }
  return found;
}

function watched(mode: Mode, see: (mode: Mode, question: Omit<RecordedQuestion, 'name' | 'of'>) => void): Mode {
  return {
    ...mode,
    dialect: (options, context) => {
      const dialect = mode.dialect(options, context);
      const lines: Seen[] = [];
      const keys = new Set<string>();
      const parseEvent: Dialect['parseEvent'] = (...given) => {
        const parsed = dialect.parseEvent(...given);
        lines.push(given);
        for (const [key, interaction] of dialect.state.pending) {
          if (!keys.has(key)) {
            keys.add(key);
            const until = [...lines];
            const open = (): Dialect => fed(mode.dialect(options, context), until);
            see(mode, { key, interaction, line: given[0], open });
          }
        }
        return parsed;
      };
      return changedDialect(dialect, { parseEvent });
    },
  };
}

function fed(dialect: Dialect, lines: readonly Seen[]): Dialect {
  for (const line of lines) {
    dialect.parseEvent(...line);
  }
  return dialect;
}

const IDS: readonly string[] = ['id', 'request_id', 'requestId'];

/** The line that asks the same under a key of its own; `change` is given each text in it. */
export function askedAgain(
  { key, line }: Pick<RecordedQuestion, 'key' | 'line'>,
  change: (text: string) => string = (text) => text,
): string {
  return JSON.stringify(JSON.parse(line), (name, value: unknown) => {
    if (IDS.includes(name) && String(value) === key) {
      return typeof value === 'number' ? value + 1_000 : `${key}-again`;
    }
    return typeof value === 'string' ? change(value) : value;
  });
}
