/** The journals of all agents as spans. */
import { checkSpanRecords, type SpanRecord, spanRecords } from '@agent-mux/otel';
import type { Account, QuestionAccount, ToolAccount } from '@agent-mux/protocols/laws';
import { describeLaws } from './describe-laws.ts';

interface Span {
  readonly start: Extract<SpanRecord, { record: 'start' }>;
  end?: Extract<SpanRecord, { record: 'end' }>;
  readonly links: readonly string[];
}

type Attributes = SpanRecord['attributes'];

const OPERATION = 'gen_ai.operation.name';

/** What the spans tell of tools, usage and the end; spans have no place for a text without `content`. */
function account(records: readonly SpanRecord[]): Partial<Account> {
  const spans = new Map<string, Span>();
  for (const record of records) {
    if (record.record === 'start') {
      spans.set(record.span, { start: record, links: record.links ?? [] });
    }
    const span = spans.get(record.span);
    if (record.record === 'end' && span !== undefined) {
      span.end = record;
    }
  }
  const all = [...spans.values()];
  const runs = all.filter(isRun);
  const root = runs[0];
  if (root === undefined) {
    return {};
  }
  const end = endOf(lastOf(runs, root));
  const known = (marker: string) => runs.every((run) => run.end?.attributes[`agent_mux.usage.${marker}`] === undefined);
  return {
    end,
    questions: questionsOf(records),
    usd: sum(runs, 'agent_mux.cost.usd'),
    ...(known('input_known') ? { inputTokens: sum(runs, 'gen_ai.usage.input_tokens') } : {}),
    ...(known('output_known') ? { outputTokens: sum(runs, 'gen_ai.usage.output_tokens') } : {}),
    // A call that is still written when all ends has never run.
    ...(end === 'done' ? { tools: all.flatMap((span) => toolOf(span, root)) } : {}),
  };
}

function isRun({ start: { attributes } }: Span): boolean {
  return attributes[OPERATION] === 'invoke_agent' && attributes['agent_mux.lane'] === undefined;
}

/** Who has taken over from the root, and from that one. */
function lastOf(runs: readonly Span[], root: Span): Span {
  const to = root.end?.attributes['agent_mux.handoff.to'];
  const next = runs.find(({ start }) => to !== undefined && start.attributes['agent_mux.run.id'] === to);
  return next === undefined ? root : lastOf(runs, next);
}

function endOf({ end }: Span): Account['end'] {
  if (end?.status.code === 'error') {
    return 'failed';
  }
  return end?.attributes['agent_mux.cause'] === 'completed' ? 'done' : 'stopped';
}

function toolOf({ start: { attributes }, end }: Span, root: Span): ToolAccount[] {
  if (attributes[OPERATION] !== 'execute_tool') {
    return [];
  }
  const native = String(attributes['gen_ai.tool.call.id']);
  const runId = attributes['agent_mux.run.id'];
  return [
    {
      id: runId === root.start.attributes['agent_mux.run.id'] ? native : `${runId}/${native}`,
      name: String(attributes['gen_ai.tool.name']),
      isEnded: end?.attributes['agent_mux.unfinished'] !== true,
      isError: end?.status.code === 'error',
      kind: (attributes['agent_mux.tool.kind'] ?? null) as string | null,
    },
  ];
}

/** Questions and their answers are events of spans. */
function questionsOf(records: readonly SpanRecord[]): QuestionAccount[] {
  const questions = new Map<string, QuestionAccount>();
  const rules = new Map<string, string | null>();
  const words = new Set<string>();
  for (const record of records) {
    if (record.record !== 'event') {
      continue;
    }
    const { attributes } = record;
    const id = String(attributes['agent_mux.interaction_id']);
    const { kind = null } = questions.get(id) ?? {};
    const close = (outcome: QuestionAccount['outcome']) =>
      questions.set(id, { id, outcome, kind, rule: rules.get(id) ?? null });
    switch (record.name) {
      case 'agent_mux.input_required':
      case 'agent_mux.approval_request':
        if (record.name === 'agent_mux.input_required') {
          words.add(id);
        }
        questions.set(id, { id, outcome: 'open', kind: textOf(attributes['agent_mux.tool.kind']), rule: null });
        break;
      case 'agent_mux.answer':
        rules.set(id, textOf(attributes['agent_mux.by.rule']));
        if (words.has(id)) {
          close(isRefused(attributes) ? 'denied' : 'answered');
        }
        break;
      case 'agent_mux.approval_granted':
      case 'agent_mux.approval_denied':
        close(record.name.endsWith('granted') ? 'granted' : 'denied');
        break;
      default:
    }
  }
  return [...questions.values()];
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The response is its type alone, or all of it. */
const isRefused = ({ 'agent_mux.response': response, 'agent_mux.action': action }: Attributes): boolean =>
  /^(deny$|\{"type":"deny")/.test(String(response)) || action === 'decline' || action === 'cancel';

function sum(spans: readonly Span[], name: string): number {
  return spans.reduce((total, { end }) => total + Number(end?.attributes[name] ?? 0), 0);
}

describeLaws('spans', { projection: spanRecords(), check: checkSpanRecords, account });
describeLaws('spans with what was said', {
  projection: spanRecords({ content: true }),
  check: checkSpanRecords,
  account,
});
