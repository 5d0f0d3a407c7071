/** The journals of all agents as the events of an AFK run. */
import { type AfkEvent, afk, checkAfk } from '@agent-mux/protocols/afk';
import type { Account, QuestionAccount } from '@agent-mux/protocols/laws';
import { describeLaws } from './describe-laws.ts';

/** AFK tells a call with its batch, and of those that never end nothing by name. */
function account(outputs: readonly AfkEvent[]): Partial<Account> {
  const last = outputs.at(-1);
  const end = endOf(last);
  const tools = outputs.flatMap((output) =>
    output.type === 'tool_completed'
      ? [
          {
            id: output.data.tool_call_id,
            name: output.data.tool_name,
            isEnded: true,
            isError: !output.data.success,
            kind: output.data.tool_kind ?? null,
          },
        ]
      : [],
  );
  return {
    questions: questionsOf(outputs),
    ...(end === undefined ? {} : { end }),
    ...(end === 'done' ? { tools } : {}),
  };
}

function endOf(last: AfkEvent | undefined): Account['end'] | undefined {
  switch (last?.type) {
    case 'run_completed':
      return 'done';
    case 'run_cancelled':
      return 'stopped';
    case 'run_interrupted':
      return last.message === undefined ? 'stopped' : 'failed';
    default:
      return last === undefined ? undefined : 'failed';
  }
}

function questionsOf(outputs: readonly AfkEvent[]): QuestionAccount[] {
  const questions = new Map<string, QuestionAccount>();
  for (const output of outputs) {
    if (output.type !== 'policy_decision') {
      continue;
    }
    const { interaction_id: id, action, event_type: kind } = output.data;
    if (id === undefined) {
      continue;
    }
    const ended = action !== 'allow' ? 'denied' : kind === 'user_input' ? 'answered' : 'granted';
    const { tool_kind: tool = null, policy_id: rule } = output.data;
    questions.set(id, { id, outcome: action.startsWith('request') ? 'open' : ended, kind: tool, rule });
  }
  return [...questions.values()];
}

describeLaws('afk', { projection: afk(), check: checkAfk, account });
