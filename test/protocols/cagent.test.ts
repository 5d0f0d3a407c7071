/** The journals of all agents as cagent's events. */

import { type CagentEvent, type CagentToolCall, cagent, checkCagent } from '@agent-mux/protocols/cagent';
import type { Account, ToolAccount } from '@agent-mux/protocols/laws';
import { describeLaws } from './describe-laws.ts';

/** Cagent knows neither messages nor whether a call failed; a question is told by its call. */
function account(outputs: readonly CagentEvent[]): Partial<Account> {
  const tools = new Map<string, ToolAccount>();
  const usages = outputs.flatMap((output) =>
    output.type === 'token_usage' && 'usage' in output ? [output.usage] : [],
  );
  for (const output of outputs) {
    if (!('tool_call' in output) || isOwn(output.tool_call)) continue;
    const { id, function: made } = output.tool_call;
    if (output.type !== 'tool_call_confirmation') {
      tools.set(id, { id, name: made.name, isEnded: output.type === 'tool_call_response' });
    }
  }
  const last = usages.at(-1);
  return {
    tools: [...tools.values()],
    ...(last === undefined ? {} : { usd: last.cost, inputTokens: last.input_tokens, outputTokens: last.output_tokens }),
  };
}

function isOwn({ function: { name } }: CagentToolCall): boolean {
  return name === 'transfer_task';
}

describeLaws('cagent', { projection: cagent(), check: checkCagent, account });
describeLaws('cagent with all pieces and extensions', {
  projection: cagent({ partial: 'all', extensions: 'all' }),
  check: checkCagent,
  account,
  mayGrow: true,
});
