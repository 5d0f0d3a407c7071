/** The tables of rules that tests must prove, and the ids of the specifications that must be in them. */

import { SPAN_RULES } from '@agent-mux/otel';
import type { Rules } from '@agent-mux/protocols';
import { A2A_RULES } from '@agent-mux/protocols/a2a';
import { AFK_RULES } from '@agent-mux/protocols/afk';
import { AGUI_RULES } from '@agent-mux/protocols/ag-ui';
import { AGENTIC_RULES } from '@agent-mux/protocols/agentic';
import { CAGENT_RULES } from '@agent-mux/protocols/cagent';
import { LAW_RULES } from '@agent-mux/protocols/laws';
import { LOOOPY_RULES } from '@agent-mux/protocols/looopy';
import { READING_RULES } from '@agent-mux/protocols/model';
import { UI_RULES } from '@agent-mux/protocols/ui-messages';

export interface Table {
  /** The title as a heading. */
  readonly title: string;
  /** The letter before the hyphen of its ids. */
  readonly letter: string;
  /** The folder of the package that contains `rules.ts` and `check.test.ts`. */
  readonly folder: string;
  /** The parent of that folder. @defaultValue packages/protocols/src */
  readonly place?: string;
  readonly rules: Rules;
  /** How many ids its specification gives: all from 1 on must be in the table. @defaultValue 0 */
  readonly given?: number;
}

export const TABLES: readonly Table[] = [
  { title: 'cagent', letter: 'C', folder: 'cagent', rules: CAGENT_RULES, given: 23 },
  { title: 'Looopy', letter: 'L', folder: 'looopy', rules: LOOOPY_RULES, given: 25 },
  { title: 'AFK', letter: 'A', folder: 'afk', rules: AFK_RULES, given: 14 },
  { title: 'agentic', letter: 'G', folder: 'agentic', rules: AGENTIC_RULES, given: 7 },
  { title: 'AG-UI', letter: 'U', folder: 'ag-ui', rules: AGUI_RULES },
  { title: 'A2A', letter: 'P', folder: 'a2a', rules: A2A_RULES },
  { title: 'UI messages', letter: 'V', folder: 'ui-messages', rules: UI_RULES },
  { title: 'OpenTelemetry', letter: 'O', folder: 'src', place: 'packages/otel', rules: SPAN_RULES },
  { title: 'The laws of every projection', letter: 'X', folder: 'laws', rules: LAW_RULES },
  { title: 'What all projections read of a journal', letter: 'R', folder: 'model', rules: READING_RULES },
];

/** All ids of a table with their sentences, those about output first. */
export function sentencesOf({ rules }: Pick<Table, 'rules'>): readonly (readonly [string, string])[] {
  return [...Object.entries(rules.output), ...Object.entries(rules.behaviour)];
}
