/** The journals of all agents as Looopy's events. */
import type { Account, QuestionAccount, ToolAccount } from '@agent-mux/protocols/laws';
import { checkLooopy, type LooopyEvent, looopy } from '@agent-mux/protocols/looopy';
import { describeLaws } from './describe-laws.ts';

/** What the events tell, read without the journal. */
function account(outputs: readonly LooopyEvent[]): Partial<Account> {
  const tools = new Map<string, ToolAccount>();
  const ended: ToolAccount[] = [];
  const questions = new Map<string, QuestionAccount>();
  for (const output of outputs) {
    if (output.kind === 'tool-start') {
      const { toolCallId: id, toolName: name } = output;
      tools.set(id, { id, name, isEnded: false, isError: false, kind: factOf(output, 'toolKind') });
    } else if (output.kind === 'tool-complete') {
      tools.delete(output.toolCallId);
      const { toolCallId: id, toolName: name, success } = output;
      ended.push({ id, name, isEnded: true, isError: !success, kind: factOf(output, 'toolKind') });
    } else if (output.kind === 'input-required') {
      questions.set(output.inputId, {
        id: output.inputId,
        outcome: 'open',
        kind: factOf(output, 'toolKind'),
        rule: null,
      });
    } else if (output.kind === 'input-received') {
      const outcome = output.metadata?.['decision'] as QuestionAccount['outcome'];
      const kind = questions.get(output.inputId)?.kind ?? null;
      questions.set(output.inputId, { id: output.inputId, outcome, kind, rule: factOf(output, 'rule') });
    }
  }
  // A call that never ran is not told: where calls are open at the end others may not have begun.
  return {
    ...(tools.size === 0 ? { tools: ended } : {}),
    questions: [...questions.values()],
    ...accountOfEnd(outputs),
  };
}

/** The metadata tells it. */
function factOf({ metadata }: LooopyEvent, name: 'toolKind' | 'rule'): string | null {
  return (metadata?.[name] ?? null) as string | null;
}

/** The tasks at the top tell it. */
function accountOfEnd(outputs: readonly LooopyEvent[]): Partial<Account> {
  const top = new Set(
    outputs.flatMap((output) =>
      output.kind === 'task-created' && output.parentTaskId === undefined ? output.taskId : [],
    ),
  );
  const own = outputs.filter(({ taskId }) => top.has(taskId));
  const said = own.map((output) => (output.kind === 'content-delta' ? output.delta : '')).join('');
  const last = own.findLast(
    (output) =>
      output.kind === 'task-complete' || (output.kind === 'task-status' && /^(failed|canceled)$/.test(output.status)),
  );
  if (last === undefined) {
    return { said };
  }
  const total = last.metadata?.['total'] as { inputTokens: number; outputTokens: number; costUsd: number };
  const { inputTokens, outputTokens, costUsd } = total;
  const end =
    last.kind === 'task-complete'
      ? 'done'
      : last.kind === 'task-status' && last.status === 'canceled'
        ? 'stopped'
        : 'failed';
  const texts = own.flatMap((output) => (output.kind === 'task-complete' ? (output.content ?? []) : []));
  const failures = own.filter((output) => output.kind === 'task-status' && output.status === 'failed').length;
  // The run may have said it last in a task that was not completed, and has no content.
  const isWhole = own.every((output) => output.kind !== 'task-status' || !/^(failed|canceled)$/.test(output.status));
  const text = isWhole ? { text: texts.at(-1) ?? '' } : {};
  return { said, end, failures, inputTokens, outputTokens, usd: costUsd, ...text };
}

describeLaws('looopy', { projection: looopy(), check: checkLooopy, account });
describeLaws('looopy with internal events', { projection: looopy({ internal: true }), check: checkLooopy, account });
describeLaws('looopy without what subtasks say', {
  projection: looopy({ forwardSubtasks: false, thoughts: { verbosity: 'none' } }),
  check: checkLooopy,
  account: accountOfEnd,
});
