/** The support matrix tells the truth: each cell stands on a recording, or on a reason that is given. */
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import type { Capabilities } from '@agent-mux/core';
import { EVENT_CATEGORY, EVENT_TYPES } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { FLOOR_AGENTS, floorOf } from '../tools/support/floor.ts';
import {
  type AgentSupport,
  CATEGORIES,
  findGaps,
  findUnrecorded,
  holdAgainstFloor,
  readSupport,
  supportOf,
} from '../tools/support/matrix.ts';
import { isRecorded } from '../tools/support/read-proofs.ts';
import { renderMatrix } from '../tools/support/render-matrix.ts';

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

it('each of the 67 types was recorded from a real CLI, or each agent says why not', () => {
  const unexplained = findUnrecorded(agents).filter((type) =>
    agents.some(({ cells }) => cells.get(type)?.reason === undefined),
  );
  expect(unexplained).toEqual([]);
});

it('lines that were written by hand are no recording of a type', () => {
  const byHand = agents.filter(({ proofs }) => !proofs.some(isRecorded));
  expect(byHand.map(({ adapter }) => adapter.agent)).toEqual(['cursor', 'hermes']);
  expect(findUnrecorded(byHand)).toEqual(EVENT_TYPES);
  const page = renderMatrix(agents, '');
  expect(page).toContain('but for Cursor CLI and Hermes Agent: these could not be run');
  expect(page).toContain('67 of 67 types are recorded from at least one real CLI');
});

it('the specification asks something of each of its agents in each category', () => {
  const unasked = FLOOR_AGENTS.flatMap((agent) =>
    CATEGORIES.filter((category) => floorOf(agent, category) === undefined),
  );
  expect(unasked).toEqual([]);
});

describe('a matrix with faults', () => {
  const [first] = agents;
  if (first === undefined) {
    throw new Error('There is no adapter.');
  }
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
    const reasons = {
      types: { text: { state: 'no', why: '' } },
      capabilities: { 'bidi.canFly': { why: '' } },
    } as const;
    expect(findGaps(changed({ reasons }))).toEqual([
      expect.stringContaining('text, which is no event type'),
      expect.stringContaining('bidi.canFly, which nobody claims'),
    ]);
  });

  it('knows every category', () => {
    expect(CATEGORIES).toEqual([...new Set(Object.values(EVENT_CATEGORY))]);
  });
});

/** Claims that are not true, each with the rows of the table that nothing shows. */
const UNTRUE: readonly (readonly [mode: string, Partial<Capabilities>, unshown: readonly string[]])[] = [
  ['hermes/acp', { supportsFileAttachments: true }, ['supportsFileAttachments']],
  ['hermes/acp', { supportsNoSession: true }, ['supportsNoSession']],
  ['hermes/acp', { supportsAgentsMd: true }, ['supportsAgentsMd']],
  ['opencode/run', { supportsThinkingBudgetTokens: true }, ['supportsThinkingBudgetTokens']],
  ['opencode/run', { thinkingEffortLevels: ['low', 'high'] }, ['thinking: low', 'thinking: high']],
  [
    'opencode/run',
    { systemPromptModes: ['prepend', 'append', 'replace'] },
    ['prepend', 'append', 'replace'].map((mode) => `system prompt: ${mode}`),
  ],
  ['opencode/run', { supportsToolCallStreaming: true }, ['supportsToolCallStreaming']],
  ['codex/exec', { supportsThinkingStreaming: true }, ['supportsThinkingStreaming']],
  ['codex/exec', { supportsTextStreaming: true }, ['supportsTextStreaming']],
  ['codex/exec', { interrupt: 'protocol' }, ['interrupt: protocol']],
  ['claude/oneshot', { supportsMultiTurn: true }, ['supportsMultiTurn']],
  ['claude/oneshot', { approvalModes: ['prompt', 'yolo', 'deny'] }, ['approvals: prompt']],
  ['gemini/acp', { supportsMaxTurns: true }, ['supportsMaxTurns']],
  ['gemini/acp', { supportsThinkingStreaming: true }, ['supportsThinkingStreaming']],
  ['openclaw/local', { supportsAgentsMd: true }, ['supportsAgentsMd']],
];

describe('an untrue claim', () => {
  it.each(UNTRUE)('of %s is found: %o', (where, claim, unshown) => {
    const [agent, name] = where.split('/');
    const support = agents.find(({ adapter }) => adapter.agent === agent);
    if (support === undefined) {
      throw new Error(`There is no adapter ${agent}.`);
    }
    const modes = support.adapter.modes.map((mode) =>
      mode.name === name ? { ...mode, capabilities: { ...mode.capabilities, ...claim } } : mode,
    );
    expect(findGaps(supportOf({ ...support.adapter, modes }, support.proofs))).toEqual(
      unshown.map((row) => expect.stringContaining(`${name} claims ${row}; no fixture shows it`)),
    );
  });
});
