/** The journals of all agents as UI message streams. */
import type { Account, QuestionAccount, ToolAccount } from '@agent-mux/protocols/laws';
import { checkUiMessages, type UiMessageChunk, type UiMetadata, uiMessages } from '@agent-mux/protocols/ui-messages';
import { describeLaws } from './describe-laws.ts';

function account(outputs: readonly UiMessageChunk[]): Partial<Account> {
  const tools = new Map<string, ToolAccount>();
  const questions = new Map<string, QuestionAccount>();
  const said: string[] = [];
  const ends = (id: string, isError: boolean): void => {
    const { name = '', kind = null } = tools.get(id) ?? {};
    tools.set(id, { id, name, isEnded: true, isError, kind });
  };
  let totals: UiMetadata = {};
  let end: Account['end'] = 'failed';
  for (const output of outputs) {
    switch (output.type) {
      case 'text-delta':
        said.push(output.delta);
        break;
      case 'tool-input-start':
      case 'tool-input-available':
        tools.set(output.toolCallId, {
          id: output.toolCallId,
          name: output.toolName,
          isEnded: false,
          isError: false,
          kind: kindOf(output.toolMetadata?.['amux']),
        });
        break;
      case 'tool-approval-request':
        questions.set(output.approvalId, {
          id: output.approvalId,
          outcome: 'open',
          kind: kindOf(output.approvalDescriptor),
          rule: null,
        });
        break;
      case 'tool-output-available':
        ends(output.toolCallId, false);
        break;
      case 'tool-output-error':
        if (output.providerMetadata?.['amux']?.['unfinished'] !== true) {
          ends(output.toolCallId, true);
        }
        break;
      case 'start':
        end = 'done';
        break;
      case 'error':
        end = 'failed';
        break;
      case 'abort':
        end = 'stopped';
        break;
      case 'finish':
        totals = (output.messageMetadata as { amux: UiMetadata }).amux;
        break;
      case 'data-amux-question':
        questions.set(String(idOf(output)), {
          id: String(idOf(output)),
          outcome: 'open',
          kind: kindOf(dataOf(output)),
          rule: null,
        });
        break;
      case 'data-amux-answer': {
        const id = String(idOf(output));
        const { outcome, by } = dataOf(output) as { outcome: QuestionAccount['outcome']; by?: { rule?: string } };
        questions.set(id, { id, outcome, kind: questions.get(id)?.kind ?? null, rule: by?.rule ?? null });
        break;
      }
      case 'data-amux-denied':
        ends(String(idOf(output)), 'errorText' in dataOf(output));
        break;
      default:
    }
  }
  return {
    said: said.join(''),
    tools: [...tools.values()],
    inputTokens: totals.usage?.inputTokens ?? 0,
    outputTokens: totals.usage?.outputTokens ?? 0,
    usd: totals.costUsd ?? 0,
    questions: [...questions.values()],
    end,
    failures: outputs.filter(({ type }) => type === 'error').length,
  };
}

const kindOf = (told: unknown): string | null => (told as { toolKind?: string } | undefined)?.toolKind ?? null;
const idOf = (chunk: UiMessageChunk): unknown => ('id' in chunk ? chunk.id : undefined);
const dataOf = (chunk: UiMessageChunk): object => ('data' in chunk ? (chunk.data as object) : {});

describeLaws('ui messages', { projection: uiMessages(), check: checkUiMessages, account });
