/** A question that the approval mode refuses at once asks nobody: no stream ends for it, and no state waits. */
import { describe, expect, it } from 'vitest';
import { a2a } from './a2a/index.ts';
import { afk } from './afk/index.ts';
import { agui } from './ag-ui/index.ts';
import { looopy, toA2a } from './looopy/index.ts';
import { projectAll } from './project.ts';
import { CORNER_JOURNALS } from './testing/corner-journals.ts';
import { uiMessages } from './ui-messages/index.ts';

describe.each(['an approval that the mode refuses', 'a question in words that the mode refuses'])('%s', (name) => {
  const entries = CORNER_JOURNALS.find((journal) => journal.name === name)?.entries ?? [];

  it('A-18: pauses no run of AFK', () => {
    const types = projectAll(entries, afk()).map(({ type }) => type);
    expect(types).toContain('policy_decision');
    expect(types).not.toContain('run_paused');
  });

  it('U-19: interrupts no run of AG-UI', () => {
    const types = projectAll(entries, agui({ interrupts: 'finish' })).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('RUN_'))).toEqual(['RUN_STARTED', 'RUN_FINISHED']);
  });

  it('V-17 V-18: finishes no stream of UI messages', () => {
    const types = projectAll(entries, uiMessages()).map(({ type }) => type);
    expect(types.filter((type) => type === 'start' || type === 'finish')).toEqual(['start', 'finish']);
    expect(types).toContain('data-amux-question');
  });

  it('P-23: requires no input of a client of A2A, whose stream would end there', () => {
    const mapped = projectAll(entries, looopy()).flatMap(toA2a());
    expect(JSON.stringify(mapped)).not.toContain('INPUT_REQUIRED');
    const own = projectAll(entries, a2a({ version: '0.3' }));
    expect(own.map((event) => ('final' in event ? event.final : false)).filter((isFinal) => isFinal)).toHaveLength(1);
  });
});
