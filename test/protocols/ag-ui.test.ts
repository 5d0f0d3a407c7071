/** The journals of all agents as AG-UI's events. */
import { type AguiEvent, agui, checkAgui } from '@agent-mux/protocols/ag-ui';
import type { Account, QuestionAccount, ToolAccount } from '@agent-mux/protocols/laws';
import { describeLaws } from './describe-laws.ts';

function account(outputs: readonly AguiEvent[]): Partial<Account> {
  const tools = new Map<string, ToolAccount>();
  const questions = new Map<string, QuestionAccount>();
  const costs = new Map<string, number>();
  const inputs = new Set<string>();
  const assistant = new Set<string>();
  const said: string[] = [];
  let [inputTokens, outputTokens] = [0, 0];
  let end: Account['end'] = 'failed';
  let text = '';
  for (const output of outputs) {
    switch (output.type) {
      case 'TEXT_MESSAGE_START':
        if (output.role === 'assistant' && output.subagentRunId === undefined) {
          assistant.add(output.messageId);
        }
        break;
      case 'TEXT_MESSAGE_CONTENT':
        if (assistant.has(output.messageId)) {
          said.push(output.delta);
        }
        break;
      case 'TOOL_CALL_START':
        tools.set(output.toolCallId, {
          id: output.toolCallId,
          name: output.toolCallName,
          isEnded: false,
          isError: false,
          kind: ownOf(output.metadata)['toolKind'] ?? null,
        });
        break;
      case 'TOOL_CALL_RESULT': {
        const { name = '', kind = null } = tools.get(output.toolCallId) ?? {};
        const isError = ownOf(output.metadata)['error'] !== undefined;
        tools.set(output.toolCallId, { id: output.toolCallId, name, isEnded: true, isError, kind });
        break;
      }
      case 'RUN_FINISHED':
      case 'RUN_ERROR':
        for (const row of output.usage ?? []) {
          inputTokens += row.inputTokens ?? 0;
          outputTokens += row.outputTokens ?? 0;
        }
        end = output.type === 'RUN_ERROR' ? 'failed' : output.outcome?.type === 'cancelled' ? 'stopped' : 'done';
        text = output.type === 'RUN_FINISHED' && typeof output.result === 'string' ? output.result : '';
        break;
      case 'CUSTOM':
        readCustom(output, { questions, costs, inputs });
        break;
      default:
    }
  }
  return {
    ...(end === 'done' ? { text } : {}),
    said: said.join(''),
    tools: [...tools.values()],
    inputTokens,
    outputTokens,
    usd: [...costs.values()].reduce((sum, cost) => sum + cost, 0),
    questions: [...questions.values()],
    end,
    failures: outputs.filter(({ type }) => type === 'RUN_ERROR').length,
  };
}

/** What stands under `amux` in the metadata of an event. */
function ownOf(metadata: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, string | undefined>> {
  return (metadata?.['amux'] ?? {}) as Readonly<Record<string, string>>;
}

type Custom = Extract<AguiEvent, { type: 'CUSTOM' }>;

function readCustom(
  { name, value }: Custom,
  {
    questions,
    costs,
    inputs,
  }: { questions: Map<string, QuestionAccount>; costs: Map<string, number>; inputs: Set<string> },
): void {
  const {
    interactionId: id,
    runId,
    cost,
    toolKind: kind = null,
    by,
    response,
  } = value as {
    interactionId: string;
    runId: string;
    cost: { totalUsd: number };
    toolKind?: string;
    by?: { rule?: string };
    response?: { type: string; action?: string };
  };
  if (name === 'amux.cost') {
    costs.set(runId, cost.totalUsd);
  }
  if (name === 'amux.approval_request' || name === 'amux.input_required') {
    questions.set(id, { id, outcome: 'open', kind, rule: null });
  }
  const asked = questions.get(id) ?? { id, kind: null };
  if (name === 'amux.approval_granted') {
    questions.set(id, { ...asked, outcome: 'granted' });
  }
  if (name === 'amux.approval_denied') {
    questions.set(id, { ...asked, outcome: 'denied' });
  }
  // An approval is answered by its grant or denial.
  if (name === 'amux.answer') {
    const { type, action = 'accept' } = response ?? {};
    const isRefused = type === 'deny' || action !== 'accept';
    const outcome = !inputs.has(id) ? 'open' : isRefused ? 'denied' : 'answered';
    questions.set(id, { ...asked, outcome, rule: by?.rule ?? null });
  }
  if (name === 'amux.input_required') {
    inputs.add(id);
  }
}

describeLaws('agui', { projection: agui(), check: checkAgui, account });
describeLaws('agui with interrupts', {
  projection: agui({ interrupts: 'finish', raw: true }),
  check: checkAgui,
  account,
});
