/** Which scenarios are played: all of them, unless AMUX_LIVE says for each agent how much is wanted of it. */
import type { AgentStage } from './stage.ts';

type Level = 'whole' | 'six' | 'smoke';

/** What tells the most of a mode in a little time. Where a mode has not the first of a row, the next stands for it. */
const TELLING: readonly (readonly string[])[] = [
  ['text', 'text-buffered'],
  ['tool-shell', 'tool-shell-fail'],
  ['approval-granted', 'approval-headless'],
  ['interrupt'],
  ['resume'],
  // The CLI is gone in the middle of its answer: a crash.
  ['kill', 'abort'],
];

/** The six of a mode, or as many of them as it has. */
export function tellingOf(scenarios: readonly string[]): readonly string[] {
  return TELLING.flatMap((row) => row.find((name) => scenarios.includes(name)) ?? []);
}

export interface Played {
  readonly stage: Pick<AgentStage, 'scenarios' | 'version'> & { readonly adapter: { readonly agent: string } };
  readonly mode: string;
  readonly version: string;
  readonly scenario: string;
}

/** `levels`: the text of AMUX_LIVE; an agent that it does not name is played whole. */
export function levelOf(agent: string, levels: string | undefined = process.env['AMUX_LIVE']): Level {
  const known: Readonly<Record<string, Level>> = JSON.parse(levels ?? '{}');
  return known[agent] ?? 'whole';
}

/** The lowest level at which it is played. */
export function lowestLevel({ stage, mode, version, scenario }: Played): Level {
  const telling = tellingOf(stage.scenarios[mode] ?? []);
  if (!telling.includes(scenario)) {
    return 'whole';
  }
  const isFirst = scenario === telling[0] && mode === Object.keys(stage.scenarios)[0] && version === stage.version;
  return isFirst ? 'smoke' : 'six';
}

const ORDER: readonly Level[] = ['smoke', 'six', 'whole'];

export function isPlayed(played: Played, levels?: string): boolean {
  return ORDER.indexOf(lowestLevel(played)) <= ORDER.indexOf(levelOf(played.stage.adapter.agent, levels));
}
