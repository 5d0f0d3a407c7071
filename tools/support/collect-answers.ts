/** Answers each question of the recordings in every possible way, and collects what the dialect would write. */
import { readFileSync, statSync } from 'node:fs';
import {
  type Adapter,
  AgentMuxError,
  type Dialect,
  type Interaction,
  type InteractionResponse,
  type Mode,
} from '@agent-mux/core';
import { readCassette, replayCassette } from '@agent-mux/core/cassette';
import type { Fixture } from '@agent-mux/testkit';
import { fitAnswer } from '../../packages/core/src/interaction/fit-answer.ts';

export interface AnsweredQuestion {
  readonly mode: string;
  readonly scenario: string;
  readonly interaction: Interaction;
  readonly answers: readonly GivenAnswer[];
}

interface GivenAnswer {
  readonly name: string;
  /**
   * The lines, or why there are none: `unfit` where the answer does not fit the question, and the CLI never hears of it; `untaken` where
   * the CLI takes no such answer.
   */
  readonly write: readonly string[] | 'unfit' | 'untaken';
}

/** Matches the messages by which CLIs ask; other messages about permissions are no questions. */
const QUESTION =
  /can_use_tool|requestApproval|elicitation|requestUserInput|request_permission|permission\.requested|userInput\.request|extension_ui_request/;

/** The question of each kind that has the shortest recording. */
export async function collectAnswers(
  adapter: Adapter,
  fixtures: readonly Fixture[],
): Promise<readonly AnsweredQuestion[]> {
  const found = new Map<string, AnsweredQuestion>();
  const own = fixtures
    .filter(({ agent }) => agent === adapter.agent)
    .filter(({ cassette }) => QUESTION.test(readFileSync(cassette, 'utf8')))
    .map((fixture) => ({ ...fixture, size: statSync(fixture.cassette).size }))
    .sort((a, b) => a.size - b.size || a.dir.localeCompare(b.dir));
  for (const { cassette: path, scenario } of own) {
    const cassette = await readCassette(path);
    const see = (mode: Mode, dialect: Dialect, key: string, interaction: Interaction): void => {
      const kind = [mode.name, kindOf(interaction)].join(' ');
      if (!found.has(kind)) {
        found.set(kind, { mode: mode.name, scenario, interaction, answers: answersTo(dialect, key, interaction) });
      }
    };
    replayCassette(cassette, { ...adapter, modes: adapter.modes.map((mode) => watched(mode, see)) });
  }
  return [...found.values()];
}

/** The kind of a question: those that are answered alike have the same. */
function kindOf({ kind, scopes = [], questions = [], schema, ...rest }: Interaction): string {
  const asked = questions.map(({ options = [], ...question }) => [
    Object.entries(question).filter(([, value]) => typeof value === 'boolean'),
    options.length > 0,
  ]);
  return JSON.stringify([kind, scopes, asked, schema !== undefined, rest.action, rest.acceptsUpdatedInput]);
}

type See = (mode: Mode, dialect: Dialect, key: string, interaction: Interaction) => void;

function watched(mode: Mode, see: See): Mode {
  return {
    ...mode,
    dialect: (options, context) => {
      const dialect = mode.dialect(options, context);
      const seen = new Set<string>();
      const parseEvent: Dialect['parseEvent'] = (...given) => {
        const parsed = dialect.parseEvent(...given);
        for (const [key, interaction] of dialect.state.pending) {
          if (!seen.has(key)) {
            seen.add(key);
            see(mode, dialect, key, interaction);
          }
        }
        return parsed;
      };
      return new Proxy(dialect, {
        get: (target, name) => {
          const value: unknown = name === 'parseEvent' ? parseEvent : Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    },
  };
}

/** A dialect learns only from the wire, so that one answer leaves nothing behind for the next one. */
function answersTo(dialect: Dialect, key: string, interaction: Interaction): readonly GivenAnswer[] {
  return Object.entries(responsesTo(interaction)).map(([name, response]) => {
    const fitting = fitted(interaction, response);
    if (fitting === undefined) {
      return { name, write: 'unfit' as const };
    }
    const writes = dialect.respond(key, fitting);
    if (writes === 'gone') {
      throw new Error(`The question ${key} is pending, and gone when it is answered with ${name}.`);
    }
    return { name, write: writes === 'unsupported' ? ('untaken' as const) : writes.write };
  });
}

/** The answer as the channel fits it before it calls a dialect. */
function fitted(interaction: Interaction, response: InteractionResponse): InteractionResponse | undefined {
  try {
    return fitAnswer(interaction, response);
  } catch (error) {
    if (AgentMuxError.isInstance(error) && error.code === 'VALIDATION_ERROR') {
      return undefined;
    }
    throw error;
  }
}

function responsesTo({ questions = [] }: Interaction): Readonly<Record<string, InteractionResponse>> {
  const choices = questions.flatMap(({ options = [] }) => options.map(({ label }) => label));
  const [first = 'yes'] = choices;
  const answers = (values: string | readonly string[]): InteractionResponse => ({
    type: 'answers',
    answers: Object.fromEntries(questions.map(({ id }) => [id, values])),
  });
  return {
    approve: { type: 'approve' },
    'approve for the session': { type: 'approve', scope: 'session' },
    'approve with another input': { type: 'approve', input: { other: 'input' } },
    deny: { type: 'deny' },
    'deny, with a reason': { type: 'deny', reason: 'not that' },
    'deny and interrupt': { type: 'deny', interrupt: true },
    'a text that is offered, or yes': { type: 'text', text: first },
    'another text': { type: 'text', text: 'something else' },
    'answers by question': answers(first),
    'several answers each': answers([first, choices[1] ?? 'no']),
    'an answer to no question': { type: 'answers', answers: { 'no such question': 'stray' } },
    'no answers': { type: 'answers', answers: {} },
    'a form that is filled in': { type: 'form', action: 'accept', content: { name: 'marble' } },
    'a form that is accepted empty': { type: 'form', action: 'accept' },
    'a form that is declined': { type: 'form', action: 'decline' },
    'a form that is cancelled': { type: 'form', action: 'cancel' },
  };
}
