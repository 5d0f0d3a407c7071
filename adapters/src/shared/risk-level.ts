/** How risky it is to let an agent do a kind of thing: one table for all agents, by the kind and the parsed command. */
import type { RiskLevel, ToolKind } from '@agent-mux/events';
import { plainCommands } from './plain-commands.ts';

const LEVELS: Readonly<Record<ToolKind, RiskLevel>> = {
  read: 'low',
  search: 'low',
  think: 'low',
  edit: 'medium',
  move: 'medium',
  mcp: 'medium',
  other: 'medium',
  execute: 'high',
  delete: 'high',
  fetch: 'high',
  switch_mode: 'high',
};

/** Programs that only read and print, whatever arguments they get. */
const READERS: ReadonlySet<string> = new Set([
  ...['basename', 'cat', 'dirname', 'echo', 'grep', 'head', 'ls', 'printf', 'pwd', 'stat', 'tail', 'true', 'wc'],
  ...['which', 'whoami'],
]);

export function riskLevel(kind: ToolKind, command?: string): RiskLevel {
  return kind === 'execute' && command !== undefined && onlyReads(command) ? 'low' : LEVELS[kind];
}

/** Whether a command only reads; a line that is more than plain commands, such as one with a redirection, may do anything. */
function onlyReads(line: string): boolean {
  return plainCommands(line)?.every(([program = '']) => READERS.has(program)) ?? false;
}

/** The risk of a question whose grant lets the agent do more than one thing. */
export const RISK_OF_LEAVE: RiskLevel = 'high';
