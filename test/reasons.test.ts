/** Each reason of the support matrix is searched, or names what proves it. */
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { describe, expect, it } from 'vitest';
import { findRefuted, findUnfounded } from '../tools/support/check-reasons.ts';
import { type AgentSupport, readSupport } from '../tools/support/matrix.ts';
import type { CapabilityReason, Reason } from '../tools/support/reasons.ts';
import { collectNames, findName } from '../tools/support/search-native.ts';
import { CLAIM_RUNS, CLAIMS_FILE } from './real/support/claim-runs.ts';
import { REWIND_RUNS, REWINDS_FILE } from './real/support/rewind-runs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const agents = await readSupport(`${root}fixtures`, builtInAdapters);
const tables = {
  [CLAIMS_FILE]: CLAIM_RUNS.map(({ title }) => title),
  [REWINDS_FILE]: REWIND_RUNS.map(({ title }) => title),
};

describe.each(agents.map((support) => [support.adapter.agent, support] as const))('the reasons of %s', (_, support) => {
  it('name what was looked for, and no recording holds it', () => {
    expect(findRefuted(support)).toEqual([]);
  });

  it('name a fixture or a live test that exists for each capability, or where it is documented', () => {
    expect(findUnfounded(support, root, tables)).toEqual([]);
  });
});

it('what was not tried is said to be documented, and is counted', () => {
  const documented = agents.map(({ adapter: { agent }, reasons }) => [
    agent,
    Object.values(reasons.capabilities).filter((reason) => reason.documented !== undefined).length,
  ]);
  // Cursor CLI and Hermes cannot be run here; OpenClaw's highest level needs another model.
  expect(Object.fromEntries(documented.filter(([, count]) => count !== 0))).toEqual({
    cursor: 9,
    hermes: 7,
    openclaw: 2,
  });
});

describe('a reason that is not true', () => {
  const supportOf = (agent: string): AgentSupport => {
    const support = agents.find(({ adapter }) => adapter.agent === agent);
    if (support === undefined) {
      throw new Error(`There is no adapter ${agent}.`);
    }
    return support;
  };
  const withType = (agent: string, reason: Reason): AgentSupport => {
    const support = supportOf(agent);
    return { ...support, reasons: { types: { context_limit_warning: reason }, capabilities: {} } };
  };
  const why = 'No message tells how full the window is.';

  it.each([
    ['omp', 'context_window'],
    ['omp', 'contextUsage'],
    ['pi', 'ContextWindow'],
    ['claude', 'api_retry'],
    ['openclaw', 'context-usage'],
    ['codex', 'turn/started'],
  ])('of %s is found by the name %s', (agent, name) => {
    const found = findRefuted(withType(agent, { state: 'no', why, searched: ['noSuchName', name] }));
    expect(found).not.toEqual([]);
    expect(found[0]).toContain(`${agent}, context_limit_warning: the recordings hold `);
  });

  it('without names is found', () => {
    expect(findRefuted(withType('omp', { state: 'no', why }))).toEqual([expect.stringContaining('`searched`')]);
  });

  it('with a place that no recording holds is found', () => {
    const reason = { state: 'no', why, searched: ['noSuchName'], elsewhere: { 'a.noSuchName': 'Nothing.' } } as const;
    expect(findRefuted(withType('omp', reason))).toEqual([expect.stringContaining('no recording holds a.noSuchName')]);
  });

  it.each<[string, CapabilityReason]>([
    ['names exactly one of `test`, `fixture` and `documented`', { why: 'It does.' }],
    ['names exactly one of', { why: 'It does.', fixture: 'omp/18.2.3/text', documented: 'https://example.org' }],
    ['`documented` must be the address', { why: 'It does.', documented: 'in the docs' }],
    ['speaks of a trial', { why: 'Tried on 1.2.3: it does.', documented: 'https://example.org' }],
    ['no fixture claude/1/none', { why: 'Recorded.', fixture: 'claude/1/none' }],
    ['has no test “none”', { why: 'Seen.', test: { file: CLAIMS_FILE, title: 'none' } }],
    ['has no test “none”', { why: 'Seen.', test: { file: 'test/real/copilot.test.ts', title: 'none' } }],
    ['has no test “none”', { why: 'Seen.', test: { file: 'test/real/none.test.ts', title: 'none' } }],
  ])('is found since it %s', (words, reason) => {
    const support = supportOf('omp');
    const reasons = { types: {}, capabilities: { 'rpc.canResume': reason } };
    expect(findUnfounded({ ...support, reasons }, root, tables)).toEqual([
      expect.stringContaining(words.replace('names', 'must name')),
    ]);
  });
});

it('a name is found in any spelling, at any depth, in JSON within strings and in documents on many lines', () => {
  const say = (text: string) => ({ dir: 'out', t: 0, text }) as const;
  const inner = JSON.stringify({ list: [{ modelContextWindow: 1 }] });
  const names = collectNames([
    [say(JSON.stringify({ a: { text: inner } })), say(JSON.stringify({ type: 'retry_scheduled' }))],
    [say('{'), say('  "deep": { "retry-after": 1 }'), say('}')],
  ]);
  expect(findName(names, 'context_window')).toEqual(['a.text.list[].modelContextWindow']);
  expect(findName(names, 'RETRY')).toEqual(['type=retry_scheduled', 'deep.retry-after']);
  expect(findName(names, 'window_context')).toEqual([]);
});
