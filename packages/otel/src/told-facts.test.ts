/** Which models were asked and have answered, and what tools do, as attributes of spans. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { projectAll } from '@agent-mux/protocols';
import { describe, expect, it } from 'vitest';
import { call, message, onLane, spawn, subagentResult } from '../../events/src/testing/journal.ts';
import { CORNER_JOURNALS } from '../../protocols/src/testing/corner-journals.ts';
import {
  closes,
  FIRST,
  LEFT,
  type Line,
  opens,
  SESSION,
  turn,
  usage,
  whole,
} from '../../protocols/src/testing/write-journal.ts';
import { spanRecords } from './span-records.ts';
import { cornerSpans, ofOperation, spansOf } from './testing/spans.ts';

const chatsOf = (lines: readonly Line[]) => ofOperation(spansOf(lines), 'chat');

describe('models', () => {
  it('O-23: tells which model has answered a request, and whose it is, where the agent tells it', () => {
    const told = { ...usage(10), model: 'gemini-3.5-flash', provider: 'google' };
    const lines = whole(...turn(0, ...message('Hi'), told), { type: 'turn_start', turnIndex: 1 }, ...call('c1'));
    const [first, second] = chatsOf(lines).map(({ attributes }) => attributes);
    expect(first).toMatchObject({
      'gen_ai.response.model': 'gemini-3.5-flash',
      'gen_ai.provider.name': 'gcp.gemini',
    });
    expect(second).not.toHaveProperty('gen_ai.response.model');
  });

  it('O-23: tells of an agent the model that its session is set to, and the one that has answered last', () => {
    const set: Line = { type: 'session_start', sessionId: 's', resumed: false, model: 'asked-1', provider: 'google' };
    const told = { ...usage(10), model: 'answered-1', provider: 'xai' };
    const ofLane = { ...usage(3), lane: 'l1', model: 'small-1', provider: 'openai' };
    const lines = (header: Parameters<typeof opens>[0], ...more: readonly Line[]): Line[] => [
      opens(header),
      FIRST,
      set,
      ...turn(0, ...message('Hi'), ...more),
      LEFT,
      closes(),
    ];
    const modelsOf = (each: readonly Line[]) =>
      spansOf(each).map(({ name, attributes: told_ }) => [
        name,
        told_['gen_ai.request.model'],
        told_['gen_ai.response.model'],
        told_['gen_ai.provider.name'],
      ]);
    expect(modelsOf(lines({}, told))).toEqual([
      ['invoke_agent main', 'asked-1', 'answered-1', 'x_ai'],
      ['chat asked-1', 'asked-1', 'answered-1', 'x_ai'],
    ]);
    expect(modelsOf(lines({ model: 'wanted-1' }))).toEqual([
      ['invoke_agent main', 'wanted-1', undefined, 'gcp.gemini'],
      ['chat wanted-1', 'wanted-1', undefined, 'gcp.gemini'],
    ]);
    const inLane = [spawn('l1'), ...onLane('l1', message('Seen')), ofLane, subagentResult('l1')];
    expect(modelsOf(lines({}, ...inLane)).find(([name]) => name === 'invoke_agent scout')).toEqual([
      'invoke_agent scout',
      undefined,
      'small-1',
      'openai',
    ]);
  });

  it('O-23: takes the model of an agent from the end of its turn, where usage names none', () => {
    const end: Line = { type: 'turn_end', turnIndex: 0, model: 'answered-2', provider: 'openai' };
    const [root] = spansOf(whole({ type: 'turn_start', turnIndex: 0 }, ...message('Hi'), usage(3), end));
    expect(root?.attributes).toMatchObject({ 'gen_ai.response.model': 'answered-2', 'gen_ai.provider.name': 'openai' });
    expect(root?.attributes).not.toHaveProperty('gen_ai.request.model');
  });
});

describe('tools and decisions', () => {
  const eventsOf = (name: string, type: string) => {
    const entries: readonly JournalEntry[] = CORNER_JOURNALS.find((journal) => journal.name === name)?.entries ?? [];
    return projectAll(entries, spanRecords()).flatMap((record) =>
      record.record === 'event' && record.name === `agent_mux.${type}` ? [record.attributes] : [],
    );
  };

  it('O-25: tells what a tool does with its span, and with the question that asks for it', () => {
    const tools = ofOperation(cornerSpans('tools of several kinds'), 'execute_tool');
    expect(
      tools.map(({ attributes }) => [
        attributes['gen_ai.tool.name'],
        attributes['agent_mux.tool.kind'],
        attributes['agent_mux.mcp.server'],
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['Bash', 'execute', undefined],
        ['Read', 'read', undefined],
        ['read', 'mcp', 'files'],
      ]),
    );
    expect(eventsOf('approvals that rules of the program decide', 'approval_request')).toMatchObject([
      { 'agent_mux.tool.kind': 'mcp', 'agent_mux.mcp.server': 'mail', 'agent_mux.mcp.tool': 'send' },
      { 'agent_mux.tool.kind': 'execute' },
      { 'agent_mux.tool.kind': 'mcp', 'agent_mux.mcp.server': 'files', 'agent_mux.mcp.tool': 'read' },
    ]);
  });

  it('O-25: tells by which rule a question was answered, of the program or of the runtime', () => {
    const answers = [
      'approvals that rules of the program decide',
      'questions that rules of the runtime decide',
    ].flatMap((name) => eventsOf(name, 'answer'));
    expect(answers.map((attributes) => [attributes['agent_mux.by'], attributes['agent_mux.by.rule']])).toEqual([
      ['program', 'no mail'],
      ['program', 'only tests'],
      ['user', undefined],
      ['policy', 'timeout'],
      ['policy', 'nobody-listens'],
      ['program', 'always blue'],
    ]);
  });
});

it('O-8: has the error type of a budget, also where the run alone has told it', () => {
  const error = { code: 'BUDGET_EXCEEDED', message: 'Too much.', recoverable: false } as const;
  const begun: readonly Line[] = [opens(), FIRST, SESSION, ...turn(0, ...message('Hi'))];
  const attributes = { 'agent_mux.cause': 'budget', 'error.type': 'BUDGET_EXCEEDED' };
  for (const lines of [
    [...begun, { type: 'error', ...error } as const, LEFT, closes('budget', { error })],
    [...begun, closes('budget', { error })],
    // A list of events alone has only their own end.
    [...turn(0, ...message('Hi')), { type: 'error', ...error } as const],
  ]) {
    const [root] = spansOf(lines);
    expect(root?.status?.code).toBe('error');
    expect(root?.attributes).toMatchObject(attributes);
  }
});
