/** How risky it is to let an agent do a kind of thing: one table for all agents. */
import type { RiskLevel } from '@agent-mux/events';

export type ActionKind = 'read' | 'search' | 'edit' | 'mcp' | 'execute' | 'delete' | 'network' | 'permission' | 'other';

const LEVELS: Readonly<Record<ActionKind, RiskLevel>> = {
  read: 'low',
  search: 'low',
  edit: 'medium',
  mcp: 'medium',
  other: 'medium',
  execute: 'high',
  delete: 'high',
  network: 'high',
  permission: 'high',
};

export function riskLevel(kind: ActionKind): RiskLevel {
  return LEVELS[kind];
}
