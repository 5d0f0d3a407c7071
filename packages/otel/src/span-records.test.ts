/** The rules of spans that no single list of records shows, as far as the fold keeps them. */
import { CAUSES, type JournalEntry, type SeenCause } from '@agent-mux/events/journal';
import { projectAll } from '@agent-mux/protocols';
import { advance, createModel } from '@agent-mux/protocols/model';
import { describe, expect, it } from 'vitest';
import {
  call,
  callReady,
  failure,
  message,
  onLane,
  result,
  spawn,
  subagentResult,
} from '../../events/src/testing/journal.ts';
import { CORNER_JOURNALS } from '../../protocols/src/testing/corner-journals.ts';
import { ENDS } from '../../protocols/src/testing/corners/ends.ts';
import {
  by,
  closes,
  controls,
  FIRST,
  LEFT,
  type Line,
  opens,
  ROOT,
  runOf,
  SESSION,
  START,
  says,
  step,
  turn,
  usage,
  whole,
} from '../../protocols/src/testing/write-journal.ts';
import { checkSpanRecords } from './check.ts';
import { spanRecords } from './span-records.ts';
import { cornerSpans, entriesOf, ofOperation, outline, spansOf } from './testing/spans.ts';

const chatsOf = (lines: readonly Line[]) => ofOperation(spansOf(lines), 'chat');
const reasonsOf = (lines: readonly Line[]) =>
  chatsOf(lines).map(({ attributes }) => attributes['gen_ai.response.finish_reasons'] ?? 'none');
const rootOf = (name: string, content = false) => {
  const [root] = cornerSpans(name, { content });
  if (root === undefined) {
    throw new Error('There is no span');
  }
  return root;
};

describe('spans', () => {
  it.each(CORNER_JOURNALS)('O-10: has a chat for each generation cycle: $name', ({ entries }) => {
    const model = createModel();
    let began = 0;
    for (const entry of entries) {
      if (advance(model, entry).began !== null) {
        began += 1;
      }
    }
    const records = projectAll(entries, spanRecords());
    expect(records.filter((record) => record.record === 'start' && record.name.startsWith('chat')).length).toBe(began);
  });

  it('O-10: has two chats in a turn of two requests, and one in a turn of one', () => {
    expect(outline(cornerSpans('two steps with a call'))).toEqual([
      'invoke_agent main',
      '  chat',
      '  execute_tool Edit',
      '  chat',
    ]);
    expect(chatsOf(whole(...turn(0, ...message('a'), ...message('b'))))).toHaveLength(1);
  });

  it('O-10: a chat lasts from the first sign of an answer to the last word, without the tools', () => {
    const [first, second] = chatsOf(whole(...turn(0, ...callReady('c1'), result('c1'), ...message('Done'))));
    expect([first?.startTime, first?.endTime]).toEqual([START + 4, START + 6]);
    expect([second?.startTime, second?.endTime]).toEqual([START + 8, START + 10]);
  });

  it('O-11: tells the usage of each request, also what comes late, and of the run all of it', () => {
    const spans = spansOf(
      whole(...turn(0, ...message('Hi')), usage(10), { type: 'turn_start', turnIndex: 1 }, ...call('c1'), usage(3)),
    );
    const used = spans.map(({ attributes }) => attributes['gen_ai.usage.input_tokens']);
    expect(used).toEqual([13, 10, 3, undefined]);
    expect(spans[0]?.attributes).toMatchObject({
      'gen_ai.usage.output_tokens': 10,
      'gen_ai.usage.cache_read.input_tokens': 4,
    });
  });

  it('O-11: a lane has what it used, and its run all', () => {
    const spans = ofOperation(cornerSpans('a lane with text and calls'), 'invoke_agent');
    expect(spans.map(({ name, attributes }) => [name, attributes['gen_ai.usage.input_tokens']])).toEqual([
      ['invoke_agent main', 4],
      ['invoke_agent scout', 4],
    ]);
  });

  it('O-11: leaves out what is not known, and takes tokens from the cost where there are no others', () => {
    const unknown: Line = { type: 'token_usage', inputTokens: 1, outputTokens: 5, inputKnown: false };
    const [root, chat] = spansOf(whole(...turn(0, ...message('Hi'), unknown)));
    for (const span of [root, chat]) {
      expect(span?.attributes).toMatchObject({ 'agent_mux.usage.input_known': false, 'gen_ai.usage.output_tokens': 5 });
      expect(span?.attributes).not.toHaveProperty('gen_ai.usage.input_tokens');
      expect(span?.attributes).not.toHaveProperty('gen_ai.usage.cache_read.input_tokens');
    }
    expect(rootOf('a cost without usage').attributes).toMatchObject({
      'gen_ai.usage.input_tokens': 10,
      'agent_mux.cost.usd': 0.5,
    });
  });

  it('O-12: tells a finish reason where the journal shows it', () => {
    expect(reasonsOf(whole(...turn(0, ...call('c1'), ...message('Done'))))).toEqual([['tool_call'], ['stop']]);
    expect(reasonsOf(whole(...turn(0, spawn('l1'), subagentResult('l1'))))).toEqual([['tool_call']]);
    // The fold closes what was streamed before it ends the request, so that it looks whole.
    const cut = [opens(), FIRST, SESSION, ...turn(0, ...message('Half')), { type: 'aborted' }, LEFT] as const;
    expect(reasonsOf([...cut, closes('aborted')])).toEqual(['none']);
    const silent = [opens(), FIRST, SESSION, { type: 'turn_start', turnIndex: 0 }, ...step(0)] as const;
    expect(reasonsOf([...silent, ...(ENDS['error'] ?? []), closes('error')])).toEqual([['error']]);
    expect(reasonsOf([...silent.slice(0, 5), { type: 'message_start' }])).toEqual([['error']]);
  });

  it('O-12: tells none of an answer that was interrupted or given up, though the run goes on', () => {
    const more = [says('p2', 'And?', 'new-turn'), ...turn(1, ...message('More'))] as const;
    expect(reasonsOf(whole(...turn(0, ...message('Half'), controls('interrupt')), ...more))).toEqual([
      'none',
      ['stop'],
    ]);
    expect(
      ofOperation(cornerSpans('a retry'), 'chat').map((chat) => chat.attributes['gen_ai.response.finish_reasons']),
    ).toEqual([undefined, ['stop']]);
  });

  it('O-12 O-17: tells how a turn ended, and no reason of an answer with which it has failed', () => {
    const name = 'a turn that fails where the run waits';
    const chats = ofOperation(cornerSpans(name), 'chat');
    expect(chats.map((chat) => chat.attributes['gen_ai.response.finish_reasons'])).toEqual([undefined, ['stop']]);
    const turns = (content: boolean) =>
      projectAll(entriesOf(name), spanRecords({ content })).flatMap((record) =>
        record.record === 'event' && record.name === 'agent_mux.turn' ? [record.attributes] : [],
      );
    const failed = { 'agent_mux.outcome': 'failed', 'error.type': 'AGENT_ERROR' };
    expect(turns(false)).toEqual([failed, { 'agent_mux.outcome': 'completed' }]);
    expect(turns(true)[0]).toEqual({ ...failed, 'agent_mux.message': 'The request cannot be read.' });
  });

  it('O-13: nests runs and subagents in their callers', () => {
    expect(outline(cornerSpans('three deep'))).toEqual([
      'invoke_agent main',
      '  invoke_agent scout',
      '    chat',
      '    invoke_agent digger',
      '      chat',
      '      execute_tool Edit',
      '    execute_tool Edit',
      '  chat',
    ]);
    expect(outline(cornerSpans('a lane within a lane'))).toEqual([
      'invoke_agent main',
      '  chat',
      '  invoke_agent scout',
      '    chat',
      '    invoke_agent scout',
      '      chat',
    ]);
  });

  const child = (parentCall: string): Line =>
    opens({
      number: 1,
      name: 'scout',
      depth: 1,
      parent: ROOT,
      parentCall,
      path: ['main', 'scout'],
      initiator: 'agent',
    });

  it('O-13: nests a run in the call that has started it, which may end before it', () => {
    const begin = [opens(), FIRST, SESSION, { type: 'turn_start', turnIndex: 0 }, ...callReady('c1', 'ask')] as const;
    const rest: Line[] = [{ type: 'turn_end', turnIndex: 0 }, LEFT, closes()];
    const waits = [...begin, child('c1'), ...by(1, [SESSION, LEFT, closes()]), result('c1', 'ask'), ...rest];
    const wanted = ['invoke_agent main', '  chat', '  execute_tool ask', '    invoke_agent scout'];
    expect(outline(spansOf(waits))).toEqual(wanted);
    const leaves = [...begin, child('c1'), failure('c1', 'ask'), ...by(1, [SESSION, LEFT, closes()]), ...rest];
    expect(outline(spansOf(leaves))).toEqual(wanted);
    const [, , tool, run] = spansOf(leaves);
    expect(tool?.endTime).toBeLessThan(run?.endTime ?? 0);
    // A call that is over or unknown leaves the caller as the parent.
    const late = [...begin, result('c1', 'ask'), child('c1'), ...by(1, [closes()]), ...rest];
    expect(outline(spansOf(late))).toEqual([
      'invoke_agent main',
      '  chat',
      '  execute_tool ask',
      '  invoke_agent scout',
    ]);
  });

  it('O-13: gives a subagent that speaks after its end a span of its own, and counts late usage to its caller', () => {
    const spans = spansOf(
      whole(
        ...turn(
          0,
          spawn('l1'),
          subagentResult('l1'),
          { ...usage(7), lane: 'l1' },
          ...onLane('l1', message('One more')),
        ),
      ),
    );
    expect(outline(spans)).toEqual([
      'invoke_agent main',
      '  chat',
      '  invoke_agent scout',
      '  invoke_agent scout',
      '    chat',
    ]);
    expect(spans[3]?.attributes['agent_mux.unfinished']).toBe(true);
    const late = whole(...turn(0, spawn('l1'), subagentResult('l1'), { ...usage(7), lane: 'l1' }));
    expect(outline(spansOf(late))).toEqual(['invoke_agent main', '  chat', '  invoke_agent scout']);
  });

  it('O-14: puts a successor in the caller of its predecessor, with a link to that', () => {
    const spans = cornerSpans('a handoff of a child');
    expect(outline(spans)).toEqual([
      'invoke_agent main',
      '  invoke_agent scout',
      '    chat',
      '  invoke_agent expert',
      '    chat',
      '  chat',
    ]);
    expect(spans.flatMap(({ name, links }) => links.map((link) => [name, link]))).toEqual([
      ['invoke_agent expert', spans[1]?.id],
    ]);
    const [first, , second] = cornerSpans('a handoff');
    expect([first?.attributes['agent_mux.handoff.to'], second?.attributes['agent_mux.handoff.from']]).toEqual([
      runOf(1),
      ROOT,
    ]);
    expect([second?.parent, second?.links]).toEqual([undefined, [first?.id]]);
  });

  it('O-14: tells of a successor that never came that it is lost', () => {
    expect(cornerSpans('a handoff that nobody takes').at(-1)).toMatchObject({
      name: 'invoke_agent',
      attributes: { 'agent_mux.run.id': runOf(1), 'agent_mux.cause': 'lost', 'error.type': 'INTERNAL' },
      status: { code: 'error', message: 'INTERNAL' },
    });
  });

  const CODES: Partial<Record<SeenCause, string>> = { lost: 'INTERNAL' };
  it.each([undefined, 'too dear'])('O-8: has the reason that a run was aborted for: %s', (reason) => {
    const lines: Line[] = [opens(), FIRST, SESSION, controls('abort', reason), { type: 'aborted' }, LEFT];
    const [root] = spansOf([...lines, closes('aborted')]);
    expect(root?.attributes['agent_mux.abort.reason']).toBe(reason);
    expect(root?.status).toEqual({ code: 'unset' });
  });

  it.each([...CAUSES, 'lost'] as const)('O-8: has the status of the end: %s', (cause) => {
    const lines = [opens(), FIRST, SESSION, ...callReady('c1'), ...(ENDS[cause] ?? [])];
    const [root, chat, tool] = spansOf(cause === 'lost' ? lines : [...lines, closes(cause)]);
    const isError = !['completed', 'interrupted', 'aborted'].includes(cause);
    const code = CODES[cause] ?? 'AGENT_ERROR';
    const status = isError ? { code: 'error', message: code } : { code: 'unset' };
    expect(root?.attributes['agent_mux.cause']).toBe(cause);
    for (const span of [root, tool]) {
      expect(span?.status).toEqual(status);
      expect(span?.attributes['error.type']).toBe(isError ? code : undefined);
    }
    expect(tool?.attributes['agent_mux.unfinished']).toBe(true);
    expect(chat?.status?.code).toBe(status.code);
  });

  it('O-8: takes the error from the events where no other entry tells it', () => {
    const [root] = cornerSpans('a crash without other entries');
    expect(root?.attributes).toMatchObject({ 'agent_mux.cause': 'crash', 'error.type': 'AGENT_CRASH' });
  });

  it('O-8: says what failed in a tool and in a subagent', () => {
    const failed = spansOf(whole(...turn(0, ...callReady('c1'), failure('c1'))), { content: true }).at(-1);
    expect([failed?.status, failed?.attributes['error.type']]).toEqual([
      { code: 'error', message: 'no' },
      'tool_error',
    ]);
    const lane = cornerSpans('subagents at once without lanes').find(({ status }) => status?.code === 'error');
    expect([lane?.name, lane?.status]).toEqual(['invoke_agent scout', { code: 'error', message: 'subagent_error' }]);
  });

  it('O-17: tells questions, answers and notes as events of the span that they are of', () => {
    const spans = cornerSpans('an approval granted');
    const [root] = spans;
    const [tool] = ofOperation(spans, 'execute_tool');
    expect(tool?.events.map(({ name }) => name)).toEqual(['agent_mux.approval_request', 'agent_mux.approval_granted']);
    expect(root?.events.map(({ name }) => name)).toContain('agent_mux.answer');
    const lived = rootOf('errors that the run lives with').events;
    expect(lived.find(({ name }) => name === 'agent_mux.error')?.attributes).toEqual({
      'agent_mux.recoverable': true,
      'error.type': 'PARSE_ERROR',
    });
    // Notes that Looopy calls internal are for whoever observes the run (L-14).
    const data = { stage: 'planning', reasoning: 'First look.' };
    const lines = whole({ entry: 'note', kind: 'internal:thought-process', data }, ...turn(0));
    const noted = (content: boolean) =>
      spansOf(lines, { content })[0]?.events.find(({ name }) => name === 'agent_mux.note');
    expect(noted(false)?.attributes).toEqual({ 'agent_mux.kind': 'internal:thought-process' });
    expect(noted(true)?.attributes['agent_mux.data']).toBe(JSON.stringify(data));
  });

  it('X-9: is satisfied with what no journal has: entries after the end, children before their parents', () => {
    const odd: readonly (readonly JournalEntry[])[] = [
      [...entriesOf('a child'), ...entriesOf('a child')],
      entriesOf('three deep').toReversed(),
      entriesOf('a handoff of a child').toReversed(),
      entriesOf('a lane within a lane').toReversed(),
    ];
    for (const entries of odd) {
      for (let from = 0; from < entries.length; from += 1) {
        expect(checkSpanRecords(projectAll(entries.slice(from), spanRecords({ content: true })))).toEqual([]);
      }
    }
  });
});
