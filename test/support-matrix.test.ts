/** The support matrix tells the truth: each cell stands on a recording, or on a reason that is given. */
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { EVENT_CATEGORY, EVENT_TYPES } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { FLOOR_AGENTS, floorOf } from '../scripts/support/floor.ts';
import { type AgentSupport, CATEGORIES, findGaps, holdAgainstFloor, readSupport } from '../scripts/support/matrix.ts';
import { renderMatrix } from '../scripts/support/render-matrix.ts';

const root = fileURLToPath(new URL('../fixtures', import.meta.url));
const agents = await readSupport(root, builtInAdapters);

describe.each(agents.map((support) => [support.adapter.agent, support] as const))('the support of %s', (_, support) => {
  it('has a fixture or a reason for each of the 67 types and for each capability that is claimed', () => {
    expect(findGaps(support)).toEqual([]);
  });

  it('gives a reason wherever it is less than the specification asks', () => {
    const unexplained = CATEGORIES.flatMap((category) => holdAgainstFloor(support, category)?.missing ?? []).filter(
      (type) => support.cells.get(type)?.reason === undefined,
    );
    expect(unexplained).toEqual([]);
  });
});

it('each of the 67 types is shown by a real CLI, or each agent says why not', () => {
  const unexplained = EVENT_TYPES.filter((type) => {
    const cells = agents.map(({ cells }) => cells.get(type));
    return cells.every((cell) => cell?.proof === undefined) && cells.some((cell) => cell?.reason === undefined);
  });
  expect(unexplained).toEqual([]);
});

it('the specification asks something of each of its agents in each category', () => {
  const unasked = FLOOR_AGENTS.flatMap((agent) =>
    CATEGORIES.filter((category) => floorOf(agent, category) === undefined),
  );
  expect(unasked).toEqual([]);
});

describe('a matrix with faults', () => {
  const [first] = agents;
  if (first === undefined) throw new Error('There is no adapter.');
  const changed = (change: Partial<AgentSupport>): AgentSupport => ({ ...first, ...change });
  const text = first.cells.get('text_delta');

  it('names the type that neither a fixture nor a reason explains', () => {
    const cells = new Map([...first.cells, ['text_delta', { proof: undefined, count: 0, reason: undefined }]]);
    expect(findGaps(changed({ cells }))).toEqual([expect.stringContaining('no fixture shows text_delta')]);
    expect(renderMatrix([changed({ cells })], '')).toContain('**Full: 2/3**');
  });

  it('names the reason that a fixture has made untrue', () => {
    const reason = { state: 'no', why: 'It cannot.' } as const;
    const cells = new Map([...first.cells, ['text_delta', { proof: text?.proof, count: 1, reason }]]);
    expect(findGaps(changed({ cells }))).toEqual([expect.stringContaining('take its reason out')]);
  });

  it('names the capability that is claimed without a fixture', () => {
    const capabilities = [...first.capabilities, { mode: 'bidi', name: 'canFly', proof: undefined, reason: undefined }];
    expect(findGaps(changed({ capabilities }))).toEqual([expect.stringContaining('bidi claims canFly')]);
  });

  it('names rows that speak of nothing', () => {
    const reasons = { types: { text: { state: 'no', why: '' } }, capabilities: { 'bidi.canFly': '' } } as const;
    expect(findGaps(changed({ reasons }))).toEqual([
      expect.stringContaining('text, which is no event type'),
      expect.stringContaining('bidi.canFly, which nobody claims'),
    ]);
  });

  it('knows every category', () => {
    expect(CATEGORIES).toEqual([...new Set(Object.values(EVENT_CATEGORY))]);
  });
});
