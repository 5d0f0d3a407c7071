/** The journals of all agents as the events of the agentic protocol. */
import { type AgenticEvent, agentic, checkAgentic } from '@agent-mux/protocols/agentic';
import type { Account, QuestionAccount, ToolAccount } from '@agent-mux/protocols/laws';
import { describeLaws } from './describe-laws.ts';

function account(outputs: readonly AgenticEvent[]): Partial<Account> {
  const front = frontOf(outputs);
  const ends = outputs.filter((output) => front.has(output.invocation) && isEnd(output));
  const last = ends.at(-1);
  const isGood = last?.type === 'turn_end' && last.payload.error === undefined;
  const usages = outputs.flatMap((output) => (output.type === 'completion_end' ? [output.payload.usage] : []));
  const said = outputs.flatMap((output) =>
    output.type === 'chat_output' && front.has(output.invocation) ? [output.payload.content] : [],
  );
  return {
    said: said.join(''),
    failures: ends.filter((output) => output.type === 'turn_end' && output.payload.error !== undefined).length,
    questions: questionsOf(outputs),
    inputTokens: sum(usages.map(({ input_tokens }) => input_tokens)),
    outputTokens: sum(usages.map(({ output_tokens }) => output_tokens)),
    usd: sum(usages.map(({ cost = 0 }) => cost)),
    // A call that is still written when all ends was never told.
    ...(isGood ? { tools: toolsOf(outputs) } : {}),
    ...(last === undefined ? {} : { end: last.type === 'turn_cancelled' ? 'stopped' : isGood ? 'done' : 'failed' }),
  };
}

/** The first who speaks, and those that take over from it. */
function frontOf(outputs: readonly AgenticEvent[]): Set<string> {
  const front = new Set(outputs.slice(0, 1).map(({ invocation }) => invocation));
  for (const output of outputs) {
    if (output.type === 'turn_end' && output.handoff_to !== undefined && front.has(output.invocation)) {
      front.add(output.handoff_to);
    }
  }
  return front;
}

function isEnd({ type }: AgenticEvent): boolean {
  return type === 'turn_end' || type === 'turn_cancelled';
}

function toolsOf(outputs: readonly AgenticEvent[]): ToolAccount[] {
  const open = new Map<string, ToolAccount>();
  const ended: ToolAccount[] = [];
  for (const { type, payload } of outputs) {
    if (type === 'tool_call') {
      const { tool_call_id: id, name, tool_kind: kind = null } = payload;
      open.set(id, { id, name, isEnded: false, isError: false, kind });
    } else if (type === 'tool_result' && !payload.is_log) {
      const tool = open.get(payload.tool_call_id ?? '');
      if (tool === undefined) {
        continue;
      }
      open.delete(tool.id);
      ended.push({ ...tool, isEnded: true, isError: payload.error === true });
    }
  }
  return [...ended, ...open.values()];
}

function questionsOf(outputs: readonly AgenticEvent[]): QuestionAccount[] {
  const questions = new Map<string, QuestionAccount>();
  for (const output of outputs) {
    const { type, payload } = output;
    if (type !== 'wait_for_input' && type !== 'resume_with_input') {
      continue;
    }
    const { rule = null } = output.type === 'resume_with_input' ? output : {};
    for (const [id, words] of Object.entries(payload)) {
      const { tool_kind: kind = questions.get(id)?.kind ?? null } = output.type === 'wait_for_input' ? output : {};
      const ended = words === 'approve' ? 'granted' : /^(deny|decline)$/.test(words) ? 'denied' : 'answered';
      questions.set(id, { id, outcome: type === 'wait_for_input' ? 'open' : ended, kind, rule });
    }
  }
  return [...questions.values()];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

describeLaws('agentic', { projection: agentic(), check: checkAgentic, account });
describeLaws('agentic with logs', { projection: agentic({ logs: true }), check: checkAgentic, account });
