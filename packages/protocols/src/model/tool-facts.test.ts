/** What tools do, which rules decide, and which models are asked, in the fold that all projections share. */
import { describe, expect, it } from 'vitest';
import { approval, callReady, message, onLane, spawn, subagentResult } from '../../../events/src/testing/journal.ts';
import { TOOLS } from '../testing/corners/tools.ts';
import { asked, type Line, opens, turn, usage, whole, writeJournal } from '../testing/write-journal.ts';
import { modelOf } from './actors.ts';
import { advance } from './advance.ts';
import { createModel, type Model } from './model.ts';
import { ruleOf } from './questions.ts';
import { factsOfCall, factsOfQuestion } from './tool-facts.ts';

/** What each entry gives. */
function each<T>(
  lines: readonly Line[],
  read: (moment: ReturnType<typeof advance>, model: Model) => T | undefined,
): T[] {
  const model = createModel();
  return writeJournal(lines).flatMap((entry) => read(advance(model, entry), model) ?? []);
}

const linesOf = (name: string): readonly Line[] => TOOLS[name] ?? [];

describe('the facts of tools', () => {
  it('R-16: are those of their events, and `mcp` where an older journal tells no kinds', () => {
    const ended = (lines: readonly Line[]) =>
      each(lines, ({ entry, call }) =>
        'type' in entry && /_(result|error)$/.test(entry.type) && call !== null
          ? { [call.name]: factsOfCall(call) }
          : undefined,
      );
    const read = { toolKind: 'mcp', mcp: { server: 'files', tool: 'read' } };
    expect(ended(linesOf('tools of several kinds'))).toEqual([
      { Read: { toolKind: 'read' } },
      { Bash: { toolKind: 'execute' } },
      { read },
    ]);
    const mcp = { toolCallId: 'm1', server: 'files', toolName: 'read' } as const;
    const older = whole(
      { type: 'mcp_tool_call_start', ...mcp, input: {} },
      { type: 'mcp_tool_result', ...mcp, output: 'x' },
    );
    expect(ended(older)).toEqual([{ read }]);
    const begun = { toolCallId: 'c9', toolName: 'Read', toolKind: 'read' } as const;
    const late = whole(
      { type: 'tool_input_delta', toolCallId: 'c9', delta: '{}' },
      { type: 'tool_result', ...begun, output: 'x', durationMs: 1 },
    );
    expect(ended(late)).toEqual([{ '': { toolKind: 'read' } }]);
  });

  it('R-16: are those that a question says, else those of its call', () => {
    const told = each(linesOf('approvals that rules of the program decide'), ({ told: question }, model) =>
      question === null ? undefined : { [question.id]: factsOfQuestion(model, question) },
    );
    expect(told).toEqual([
      { i0: { toolKind: 'mcp', mcp: { server: 'mail', tool: 'send' } } },
      { i1: { toolKind: 'execute' } },
      { i2: { toolKind: 'mcp', mcp: { server: 'files', tool: 'read' } } },
    ]);
    const unknown = each(whole(...callReady('c1'), approval('i1', 'c1'), asked('i1')), ({ told: question }, model) =>
      question === null ? undefined : factsOfQuestion(model, question),
    );
    expect(unknown).toEqual([{}]);
  });

  it('R-16: name the rule that has decided, of the program or of the runtime, and of a user none', () => {
    const closed = Object.keys(TOOLS).flatMap((name) =>
      each(linesOf(name), ({ entry, question }) =>
        question !== null && 'type' in entry && /^approval_(granted|denied)$/.test(entry.type)
          ? [question.id, ruleOf(question)]
          : undefined,
      ),
    );
    expect(closed).toEqual(['i0', 'no mail', 'i1', 'only tests', 'i2', undefined, 'i1', 'timeout']);
  });
});

describe('the model of a request', () => {
  const modelAtEnd = (...lines: readonly Line[]) =>
    each([opens({ model: 'wanted', provider: 'mine' }), ...lines], ({ run, actor }) => modelOf(run, actor)).at(-1);

  it('R-15: is the one that was told last, else the one that was asked for', () => {
    const told = (model: string, more = {}): Line => ({ ...usage(1), model, ...more }) as Line;
    expect(modelAtEnd(...turn(0, ...message('Hi')))).toEqual({ model: 'wanted', provider: 'mine' });
    expect(modelAtEnd({ type: 'session_start', sessionId: 's', resumed: false, model: 'set', provider: 'x' })).toEqual({
      model: 'set',
      provider: 'x',
    });
    expect(modelAtEnd(told('one', { provider: 'x' }), told('one'), usage(1))).toEqual({ model: 'one', provider: 'x' });
    expect(modelAtEnd(told('one', { provider: 'x' }), told('two'))).toEqual({ model: 'two', provider: 'mine' });
  });

  it('R-15: is of a subagent its own, and not known until it is told', () => {
    const seen = each(
      [
        opens({ model: 'wanted' }),
        spawn('l1'),
        ...onLane('l1', message('Seen')),
        { ...usage(1), lane: 'l1', model: 'small' } as Line,
        subagentResult('l1'),
        usage(1),
      ],
      ({ run, actor }) => modelOf(run, actor).model ?? 'unknown',
    );
    expect(seen).toEqual(['wanted', 'wanted', 'unknown', 'unknown', 'unknown', 'small', 'wanted', 'wanted']);
  });
});
