/** How risky it is to let an agent do a kind of thing: one table for all agents. */
import type { RiskLevel, ToolKind } from '@agent-mux/events';

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

export function riskLevel(kind: ToolKind): RiskLevel {
  return LEVELS[kind];
}

/** Of a question whose grant lets the agent do more than one thing, whatever it is about. */
export const RISK_OF_LEAVE: RiskLevel = 'high';
