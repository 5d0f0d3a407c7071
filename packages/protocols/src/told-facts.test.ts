/** What tools do, which rules have decided, which models were asked, and that a budget was spent, in each protocol's own place. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { callReady, failure, message } from '../../events/src/testing/journal.ts';
import { A2A_EXTENSION, a2a } from './a2a/index.ts';
import { afk } from './afk/index.ts';
import { agui } from './ag-ui/index.ts';
import { agentic } from './agentic/index.ts';
import { cagent } from './cagent/index.ts';
import { looopy } from './looopy/index.ts';
import { projectAll } from './project.ts';
import { CORNER_JOURNALS } from './testing/corner-journals.ts';
import {
  closes,
  FIRST,
  LEFT,
  type Line,
  opens,
  SESSION,
  step,
  turn,
  usage,
  writeJournal,
} from './testing/write-journal.ts';
import { uiMessages } from './ui-messages/index.ts';

const corner = (name: string): readonly JournalEntry[] => {
  const found = CORNER_JOURNALS.find((journal) => journal.name === name);
  if (found === undefined) {
    throw new Error(`There is no journal ${name}`);
  }
  return found.entries;
};

const KINDS = corner('tools of several kinds');
const PROGRAM = corner('approvals that rules of the program decide');
const RUNTIME = corner('questions that rules of the runtime decide');
const SEND = { server: 'mail', tool: 'send' };
const READ = { server: 'files', tool: 'read' };

describe('what tools do, and which rules have decided', () => {
  it('U-29: stands in the metadata of calls and interrupts of AG-UI, and the rule with its answer', () => {
    const starts = projectAll(KINDS, agui()).flatMap((event) =>
      event.type === 'TOOL_CALL_START' ? [event.metadata?.['amux']] : [],
    );
    expect(starts).toEqual([{ toolKind: 'execute' }, { toolKind: 'read' }, { server: 'files', toolKind: 'mcp' }]);
    // There is no interrupt where nobody was asked.
    const asked = PROGRAM.filter((entry) => !('entry' in entry && entry.entry === 'input' && entry.input === 'answer'));
    const interrupts = projectAll(asked, agui({ interrupts: 'finish' })).flatMap((event) =>
      event.type === 'RUN_FINISHED' && event.outcome?.type === 'interrupt' ? event.outcome.interrupts : [],
    );
    expect(interrupts.map(({ id, metadata }) => [id, metadata?.['amux']])).toEqual([
      ['i0', { toolKind: 'mcp', mcp: SEND }],
      ['i1', { toolKind: 'execute' }],
      ['i2', { toolKind: 'mcp', mcp: READ }],
    ]);
    const customs = [...projectAll(PROGRAM, agui()), ...projectAll(RUNTIME, agui())].flatMap((event) =>
      event.type === 'CUSTOM' && event.name === 'amux.answer' ? [event.value] : [],
    );
    expect(customs.map((value) => (value as { by: { rule?: string } }).by.rule)).toEqual([
      'no mail',
      'only tests',
      undefined,
      'timeout',
      'nobody-listens',
      'always blue',
    ]);
  });

  it('V-28: stands in the metadata of calls and the descriptor of approvals of UI messages, and the rule with its answer', () => {
    const metadata = projectAll(KINDS, uiMessages()).flatMap((chunk) =>
      chunk.type === 'tool-input-available' ? [chunk.toolMetadata?.['amux']] : [],
    );
    expect(metadata).toEqual([{ toolKind: 'execute' }, { toolKind: 'read' }, { server: 'files', toolKind: 'mcp' }]);
    const chunks = projectAll(PROGRAM, uiMessages());
    expect(
      chunks.filter(({ type }) => type === 'data-amux-question' || type === 'tool-approval-request'),
    ).toMatchObject([
      { id: 'i0', data: { toolKind: 'mcp', mcp: SEND } },
      { approvalId: 'i1', approvalDescriptor: { toolKind: 'execute' } },
      { approvalId: 'i2', approvalDescriptor: { toolKind: 'mcp', mcp: READ } },
    ]);
    const answers = chunks.flatMap((chunk) =>
      chunk.type === 'data-amux-answer' && 'data' in chunk ? [chunk.data] : [],
    );
    expect(answers).toMatchObject([{ by: { rule: 'no mail' } }, { by: { rule: 'only tests' } }, { by: { id: 'ada' } }]);
  });

  it('U-29 V-28 L-40: has all that an approval tells in the requests of AG-UI, of UI messages and of Looopy', () => {
    const told = {
      command: 'npm test',
      cwd: '/work',
      paths: ['/work/a.ts'],
      changes: [{ path: '/work/a.ts', change: 'update', oldText: 'a', newText: 'b' }],
      reason: 'They are red.',
    };
    const entries = PROGRAM.map((entry) =>
      'type' in entry && entry.type === 'approval_request' ? { ...entry, ...told, input: { secret: 1 } } : entry,
    ) as readonly JournalEntry[];
    const open = entries.filter((entry) => !('entry' in entry && entry.entry === 'input' && entry.input === 'answer'));
    const requests = [
      ...projectAll(open, agui({ interrupts: 'finish' })).flatMap((event) =>
        event.type === 'RUN_FINISHED' && event.outcome?.type === 'interrupt'
          ? event.outcome.interrupts.map(({ metadata }) => metadata?.['amux'])
          : [],
      ),
      ...projectAll(entries, uiMessages()).flatMap((chunk) =>
        chunk.type === 'tool-approval-request' ? [chunk.approvalDescriptor] : [],
      ),
      ...projectAll(entries, looopy()).flatMap((event) => (event.kind === 'input-required' ? [event.metadata] : [])),
    ];
    expect(requests.length).toBeGreaterThanOrEqual(8);
    for (const request of requests) {
      expect(request).toMatchObject(told);
    }
  });

  it('L-40: stands in the metadata of calls, approvals and answers of Looopy', () => {
    const facts = (entries: readonly JournalEntry[], kind: string) =>
      projectAll(entries, looopy()).flatMap((event) => (event.kind === kind ? [event.metadata] : []));
    expect(facts(KINDS, 'tool-complete')).toMatchObject([
      { toolKind: 'read', provider: 'local' },
      { toolKind: 'execute', provider: 'local' },
      { toolKind: 'mcp', provider: 'mcp', server: 'files' },
    ]);
    expect(
      facts(KINDS, 'tool-start')
        .map((metadata) => metadata?.['toolKind'])
        .sort(),
    ).toEqual(['execute', 'mcp', 'read']);
    expect(facts(PROGRAM, 'input-required')).toMatchObject([
      { toolKind: 'mcp', mcp: SEND },
      { toolKind: 'execute' },
      { toolKind: 'mcp', mcp: READ },
    ]);
    const rules = [...facts(PROGRAM, 'input-received'), ...facts(RUNTIME, 'input-received')];
    expect(rules.map((metadata) => [metadata?.['decision'], metadata?.['rule']])).toEqual([
      ['denied', 'no mail'],
      ['granted', 'only tests'],
      ['granted', undefined],
      ['denied', 'timeout'],
      ['denied', 'nobody-listens'],
      ['answered', 'always blue'],
    ]);
  });

  it('P-24: stands in the metadata of what A2A requires, and the answer in that of its extension', () => {
    const updates = (entries: readonly JournalEntry[], extension: boolean) =>
      projectAll(entries, a2a({ extension })).flatMap((event) => ('statusUpdate' in event ? [event.statusUpdate] : []));
    const required = updates(PROGRAM, false).filter(({ status }) => status.state === 'TASK_STATE_INPUT_REQUIRED');
    expect(required.map(({ metadata }) => metadata)).toMatchObject([
      { inputId: 'i0', toolKind: 'mcp', mcp: SEND },
      { inputId: 'i1', toolKind: 'execute' },
      { inputId: 'i2', toolKind: 'mcp', mcp: READ },
    ]);
    const extended = (entries: readonly JournalEntry[], kind: string) =>
      updates(entries, true).flatMap(({ metadata }) => {
        const event = metadata?.[A2A_EXTENSION] as { kind: string; metadata: Record<string, unknown> } | undefined;
        return event?.kind === kind ? [event.metadata] : [];
      });
    expect(extended(PROGRAM, 'input-received').map(({ rule }) => rule)).toEqual(['no mail', 'only tests', undefined]);
    expect(extended(KINDS, 'tool-complete').map(({ toolKind }) => toolKind)).toEqual(['read', 'execute', 'mcp']);
    // A question that the mode refuses requires nothing of the client, and is told all the same.
    const refused = corner('an approval that the mode refuses');
    expect(extended(refused, 'input-required')).toMatchObject([{ refusedBy: 'approval-mode' }]);
    expect(extended(refused, 'input-received')).toMatchObject([{ decision: 'denied', rule: 'approval-mode' }]);
  });

  it('A-3: stands in the decisions and tools of AFK', () => {
    const data = (entries: readonly JournalEntry[], type: string) =>
      projectAll(entries, afk()).flatMap((event) => (event.type === type && 'data' in event ? [event.data] : []));
    expect(data(KINDS, 'tool_completed')).toMatchObject([
      { tool_kind: 'read' },
      { tool_kind: 'execute' },
      { tool_kind: 'mcp', mcp: READ },
    ]);
    const i0 = { tool_kind: 'mcp', mcp: SEND };
    const i2 = { tool_kind: 'mcp', mcp: READ };
    expect(data(PROGRAM, 'policy_decision')).toMatchObject([
      { ...i0, action: 'request_approval', policy_id: null, matched_rules: [] },
      { ...i0, action: 'deny', policy_id: 'no mail', matched_rules: ['no mail'] },
      { tool_kind: 'execute', action: 'request_approval', policy_id: null },
      { tool_kind: 'execute', action: 'allow', policy_id: 'only tests' },
      { ...i2, action: 'request_approval', policy_id: null },
      { ...i2, action: 'allow', policy_id: null },
    ]);
    expect(data(RUNTIME, 'policy_decision')).toMatchObject([
      { action: 'request_approval' },
      { action: 'deny', policy_id: 'timeout' },
      { action: 'request_user_input' },
      { action: 'deny', policy_id: 'nobody-listens' },
      { action: 'request_user_input' },
      { action: 'allow', policy_id: 'always blue' },
    ]);
  });

  it('G-28: stands in the calls of agentic, beside what waits, and beside what answers it', () => {
    const calls = projectAll(KINDS, agentic()).flatMap(({ type, payload }) => (type === 'tool_call' ? [payload] : []));
    expect(calls).toMatchObject([{ tool_kind: 'execute' }, { tool_kind: 'read' }, { tool_kind: 'mcp', mcp: READ }]);
    const waits = [...projectAll(PROGRAM, agentic()), ...projectAll(RUNTIME, agentic())].filter(
      ({ type }) => type === 'wait_for_input' || type === 'resume_with_input',
    );
    expect(
      waits.map((event) => [
        Object.keys(event.payload)[0],
        event.type === 'wait_for_input' ? event.tool_kind : event.type === 'resume_with_input' ? event.rule : '',
      ]),
    ).toEqual([
      ['i0', 'mcp'],
      ['i0', 'no mail'],
      ['i1', 'execute'],
      ['i1', 'only tests'],
      ['i2', 'mcp'],
      ['i2', undefined],
      ['i1', 'edit'],
      ['i1', 'timeout'],
      ['q1', undefined],
      ['q1', 'nobody-listens'],
      ['q2', undefined],
      ['q2', 'always blue'],
    ]);
  });

  it('C-33: stands in `amux` of the calls of cagent, and the rule is a decision of its own, where extensions are wanted', () => {
    const told = projectAll(KINDS, cagent()).flatMap((event) =>
      event.type === 'tool_call' || event.type === 'tool_call_response' ? [event.amux] : [],
    );
    const [read, execute] = [{ tool_kind: 'read' }, { tool_kind: 'execute' }];
    const mcp = { tool_kind: 'mcp', mcp: READ };
    expect(told).toHaveLength(6);
    expect(told).toEqual(expect.arrayContaining([read, execute, mcp]));
    const decisions = (entries: readonly JournalEntry[]) =>
      projectAll(entries, cagent()).filter(({ type }) => type === 'amux_policy_decision');
    const of = { type: 'amux_policy_decision', agent_name: 'main' };
    expect(decisions(PROGRAM)).toEqual([
      {
        ...of,
        interaction_id: 'i0',
        action: 'deny',
        rule: 'no mail',
        by: 'program',
        reason: 'no mail',
        tool_call_id: 'm0',
        tool_kind: 'mcp',
        mcp: SEND,
      },
      {
        ...of,
        interaction_id: 'i1',
        action: 'allow',
        rule: 'only tests',
        by: 'program',
        tool_call_id: 'c1',
        tool_kind: 'execute',
      },
    ]);
    expect(decisions(RUNTIME)).toMatchObject([
      { interaction_id: 'i1', action: 'deny', rule: 'timeout', by: 'policy' },
      { interaction_id: 'q1', action: 'deny', rule: 'nobody-listens', by: 'policy' },
      { interaction_id: 'q2', action: 'allow', rule: 'always blue', by: 'program' },
    ]);
    const bare = projectAll(PROGRAM, cagent({ extensions: 'none' }));
    expect(bare.filter((event) => 'amux' in event || event.type.startsWith('amux_'))).toEqual([]);
  });
});

describe('the model of a request', () => {
  const first = { ...usage(3), model: 'one', provider: 'x' } as Line;
  const second = { ...usage(4), model: 'two' } as Line;
  const entries = writeJournal([
    opens({ model: 'wanted' }),
    ...turn(0, ...step(0, ...message('Hi'), first), ...step(1, ...message('Ho'), second)),
  ]);

  it('U-21: names the rows of usage of AG-UI', () => {
    const rows = projectAll(entries, agui()).flatMap((event) => ('usage' in event ? (event.usage ?? []) : []));
    expect(rows.map(({ model, provider, inputTokens }) => [model, provider, inputTokens])).toEqual([
      ['one', 'x', 3],
      ['two', undefined, 4],
    ]);
  });

  it('G-18: stands in the usage of agentic', () => {
    const usages = projectAll(entries, agentic()).flatMap(({ type, payload }) =>
      type === 'completion_end' ? [payload.usage.model] : [],
    );
    expect(usages).toEqual(['one', 'two']);
  });

  it('L-38: stands in the internal calls of Looopy, as it was known when they began', () => {
    const models = projectAll(entries, looopy({ internal: true })).flatMap((event) =>
      event.kind === 'internal:llm-call' ? [event.model] : [],
    );
    expect(models).toEqual(['wanted', 'one']);
  });
});

describe('a budget that is over', () => {
  const spent = 'The run has used 120 tokens; maxTokens allows 100.';
  const error = { code: 'BUDGET_EXCEEDED', message: spent, recoverable: false } as const;
  const begun = [
    opens(),
    FIRST,
    SESSION,
    { type: 'turn_start', turnIndex: 0 },
    ...callReady('c1'),
    usage(120),
  ] as const;
  const closed = closes('budget', { error });
  // One journal is complete, and the last events of the other are lost.
  const journals = [
    writeJournal([
      ...begun,
      failure('c1'),
      { type: 'turn_end', turnIndex: 0 },
      { type: 'error', ...error },
      LEFT,
      closed,
    ]),
    writeJournal([...begun, closed]),
  ];

  it.each(journals.map((entries) => ({ entries })))(
    'C-27 L-31 P-11 A-26 G-16 U-17 V-15: ends each protocol by its own table, of $entries.length entries',
    ({ entries }) => {
      const errors = projectAll(entries, cagent()).flatMap((event) => (event.type === 'error' ? [event.error] : []));
      expect(errors).toEqual([`BUDGET_EXCEEDED: ${spent}`]);
      expect(projectAll(entries, looopy()).at(-1)).toMatchObject({
        kind: 'task-status',
        status: 'failed',
        metadata: {
          reason: 'budget',
          error: { code: 'BUDGET_EXCEEDED', message: spent, retryable: false, recoverable: false },
        },
      });
      expect(projectAll(entries, a2a()).at(-1)).toMatchObject({
        statusUpdate: { status: { state: 'TASK_STATE_FAILED' }, metadata: { reason: 'budget' } },
      });
      expect(projectAll(entries, afk()).at(-1)).toMatchObject({ type: 'run_failed', message: spent });
      expect(projectAll(entries, agentic()).at(-1)).toMatchObject({ type: 'turn_end', payload: { error: spent } });
      expect(projectAll(entries, agui()).at(-1)).toMatchObject({
        type: 'RUN_ERROR',
        code: 'BUDGET_EXCEEDED',
        message: spent,
      });
      expect(projectAll(entries, uiMessages()).slice(-2)).toMatchObject([
        { type: 'error', errorText: spent },
        { type: 'finish', finishReason: 'length' },
      ]);
    },
  );
});
