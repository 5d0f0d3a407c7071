/** Chooses the step that answers a request by what the conversation already contains, never by order of arrival. */
import type { ModelScript, Step, Turn } from '../scenario/index.ts';
import type { RequestMark } from './agent-profile.ts';
import type { HistoryEntry } from './rendering.ts';

export interface FoundStep {
  /** The id of the step: `main_0_1` is lane, turn, and place in the turn. */
  readonly id: string;
  readonly step: Step;
}

/** The mark by which the requests of a subagent are recognised; it is part of the task. */
export function laneMark(lane: string): string {
  return `SUB:${lane}`;
}

/** The step, or the sentence that says why there is none. */
export function findStep(
  script: ModelScript,
  mark: Exclude<RequestMark, { kind: 'side' }>,
  history: readonly HistoryEntry[],
): FoundStep | string {
  if (mark.kind === 'compaction') {
    return script.compaction === undefined
      ? 'a summary is asked for and the script has no `compaction`'
      : { id: 'summary', step: script.compaction };
  }
  const task = mark.kind === 'subagent' ? mark.task : undefined;
  const lane = findLane(script, task ?? firstMessage(history));
  if (lane !== undefined) {
    return stepOfLane(script, lane, history);
  }
  if (mark.kind === 'subagent') {
    return 'a subagent asks whose first message has no lane of the script';
  }
  return stepOfTurn(script, history);
}

/** The first message alone, because a parent repeats the task in its own history, as the input of a tool. */
function firstMessage(history: readonly HistoryEntry[]): string {
  return history.find((entry) => entry.kind === 'user')?.text ?? '';
}

function findLane(script: ModelScript, task: string): string | undefined {
  return Object.keys(script.subagents ?? {})
    .sort((a, b) => b.length - a.length)
    .find((lane) => task.includes(laneMark(lane)));
}

function stepOfLane(script: ModelScript, lane: string, history: readonly HistoryEntry[]): FoundStep | string {
  const index = countAnswers(history);
  const step = script.subagents?.[lane]?.[index];
  return step === undefined
    ? `lane "${lane}" has no step ${index}`
    : { id: `${lane.replaceAll(/[^A-Za-z0-9]/g, '-')}_0_${index}`, step };
}

function stepOfTurn(script: ModelScript, history: readonly HistoryEntry[]): FoundStep | string {
  const place = findTurn(script.turns, history);
  const turn = script.turns[place.turn];
  if (turn === undefined) {
    return 'no user message contains the prompt of a turn of the script';
  }
  const index = countAnswers(history.slice(place.from));
  const step = turn.steps[index] ?? (turn.repeat === true ? turn.steps.at(-1) : undefined);
  return step === undefined ? `turn ${place.turn} has no step ${index}` : { id: `main_${place.turn}_${index}`, step };
}

/** The last turn whose prompt the conversation contains, and where it begins. */
function findTurn(turns: readonly Turn[], history: readonly HistoryEntry[]): { turn: number; from: number } {
  for (let from = history.length - 1; from >= 0; from--) {
    const entry = history[from];
    if (entry?.kind !== 'user') {
      continue;
    }
    const turn = turns.findLastIndex(({ prompt }) => prompt !== undefined && entry.text.includes(prompt));
    if (turn !== -1) {
      return { turn, from };
    }
  }
  return { turn: turns[0]?.prompt === undefined ? 0 : -1, from: 0 };
}

function countAnswers(history: readonly HistoryEntry[]): number {
  return history.filter((entry) => entry.kind === 'answer').length;
}

/** Throws where a script would be ambiguous: a later turn without a prompt, a turn or lane without a step. */
export function checkScript({ turns, subagents = {} }: ModelScript): void {
  for (const [index, { prompt, steps }] of turns.entries()) {
    if (steps.length === 0) {
      throw new TypeError(`Turn ${index} of the script has no step. Give it one, or leave it out.`);
    }
    if (prompt === undefined && index > 0) {
      throw new TypeError(`Turn ${index} of the script needs a \`prompt\`: a text that only its prompt has.`);
    }
  }
  for (const [lane, steps] of Object.entries(subagents)) {
    if (steps.length === 0) {
      throw new TypeError(`Lane "${lane}" of the script has no step. Give it one, or leave it out.`);
    }
  }
}
