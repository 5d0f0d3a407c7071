/** What the scripted model said that a recorded run used: the truth that the numbers of its events are held against. */
import { readCassette } from '@agent-mux/core/cassette';
import {
  DEFAULT_USAGE,
  type Fixture,
  type ModelScript,
  type NormalEvent,
  SCENARIOS,
  type Scenario,
  type Step,
  type Usage,
} from '@agent-mux/testkit';

/** Reads what each answer has used, by prompt. undefined where the script does not say which of its answers were given whole. */
export async function readTruth(fixture: Fixture): Promise<readonly (readonly Usage[])[] | undefined> {
  const { modelScript, handWritten } = (await readCassette(fixture.dir)).header;
  const scenario = SCENARIOS.find(
    ({ name }) => fixture.scenario === name || fixture.scenario.replace(/-\d+$/, '') === name,
  );
  if (modelScript === undefined || handWritten !== undefined || scenario === undefined) {
    return undefined;
  }
  const script: ModelScript = JSON.parse(modelScript);
  const { words, isFirst } = wordsOf(scenario, fixture.scenario);
  const turns = script.turns.filter(({ prompt }) =>
    prompt === undefined ? isFirst : words.some((text) => text.includes(prompt)),
  );
  if (turns.length === 0 || !isPlain(script)) {
    return undefined;
  }
  return turns.map(({ steps }) => steps.map(({ usage }) => usage ?? DEFAULT_USAGE));
}

/** Each answer is given once and whole: none is refused, cut, repeated, or given to somebody else. */
function isPlain({ turns, subagents, compaction }: ModelScript): boolean {
  const isWhole = ({ faults, finish }: Step): boolean => faults === undefined && finish === undefined;
  const isAsked = subagents === undefined && compaction === undefined;
  return isAsked && turns.every(({ steps, repeat }) => repeat !== true && steps.every(isWhole));
}

/** What the user says in the run that the fixture is of; the last run of a scenario has its plain name. */
function wordsOf(scenario: Scenario, name: string): { readonly words: readonly string[]; readonly isFirst: boolean } {
  const runs = [scenario, ...(scenario.furtherRuns ?? [])];
  const number = name === scenario.name ? runs.length : Number(/-(\d+)$/.exec(name)?.[1]);
  const { prompt = '', host = [] } = runs[number - 1] ?? {};
  const later = host.flatMap((action) => ('text' in action && action.do !== 'answer' ? [action.text] : []));
  return { words: [prompt, ...later], isFirst: number === 1 };
}

const ENDS_EARLY =
  /^(?:interrupted|aborted|timeout|turn_limit|crash|error|auth_error|rate_limit_error|context_exceeded|retry)$/;

/** The run came to its end, and asked nothing twice. */
export function isUndisturbed(events: readonly NormalEvent[]): boolean {
  return !events.some(({ type, recoverable }) => ENDS_EARLY.test(String(type)) && recoverable !== true);
}

export interface Counts {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly thinkingTokens: number;
  readonly cachedTokens: number;
}

export function countsOf({ input, output, cacheRead = 0, cacheWrite = 0, reasoning = 0 }: Usage): Counts {
  return {
    inputTokens: input + cacheRead + cacheWrite,
    outputTokens: output,
    thinkingTokens: reasoning,
    cachedTokens: cacheRead,
  };
}

export function sumOf(counts: readonly Counts[]): Counts {
  const sum = (pick: (each: Counts) => number): number => counts.reduce((total, each) => total + pick(each), 0);
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    thinkingTokens: sum(({ thinkingTokens }) => thinkingTokens),
    cachedTokens: sum(({ cachedTokens }) => cachedTokens),
  };
}
