/** The journals of all agents as cagent's events. */
import { EVENT_TYPES } from '@agent-mux/events';
import { projectAll } from '@agent-mux/protocols';

import {
  CAGENT_EXTENSIONS,
  type CagentEvent,
  type CagentToolCall,
  cagent,
  checkCagent,
} from '@agent-mux/protocols/cagent';
import type { Account, ToolAccount } from '@agent-mux/protocols/laws';
import { describe, expect, it } from 'vitest';
import { CORNER_JOURNALS } from '../../packages/protocols/src/testing/corner-journals.ts';
import { fixtureJournals } from '../support/fixture-journals.ts';
import { describeLaws } from './describe-laws.ts';

/** Cagent knows neither messages nor whether a call failed; a question is told by its call, and its answer where a rule has given it. */
function account(outputs: readonly CagentEvent[]): Partial<Account> {
  const tools = new Map<string, ToolAccount>();
  const usages = outputs.flatMap((output) =>
    output.type === 'token_usage' && 'usage' in output ? [output.usage] : [],
  );
  for (const output of outputs) {
    if (!('tool_call' in output) || isOwn(output.tool_call)) {
      continue;
    }
    const { id, function: made } = output.tool_call;
    if (output.type !== 'tool_call_confirmation') {
      const kind = output.amux?.tool_kind ?? null;
      tools.set(id, { id, name: made.name, isEnded: output.type === 'tool_call_response', kind });
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

describe('cagent of all agents', () => {
  it('C-19: tells from every agent what every implementation must tell', async () => {
    const told = new Map<string, Set<string>>();
    for (const { name, entries } of await fixtureJournals()) {
      const agent = name.split('/', 1)[0] ?? '';
      const types = told.get(agent) ?? new Set();
      told.set(agent, types);
      for (const { type } of projectAll(entries, cagent())) {
        types.add(type);
      }
    }
    expect(told.size).toBe(10);
    const mandatory = ['stream_started', 'stream_stopped', 'agent_choice', 'tool_call', 'tool_call_response', 'error'];
    for (const [agent, types] of told) {
      expect(
        mandatory.filter((type) => !types.has(type)),
        agent,
      ).toEqual([]);
    }
  });

  it('C-25: has each extension in the table that says when it comes', async () => {
    const own = new Set<string>();
    for (const { entries } of [...(await fixtureJournals()), ...CORNER_JOURNALS]) {
      for (const { type } of projectAll(entries, cagent({ extensions: 'all' }))) {
        if (type.startsWith('amux_')) {
          own.add(type);
        }
      }
    }
    const named = Object.keys(CAGENT_EXTENSIONS);
    const others = [...own].filter((type) => !named.includes(type));
    expect(named.filter((type) => type !== 'amux_<type>' && !own.has(type))).toEqual([]);
    expect(others.filter((type) => !EVENT_TYPES.some((event) => type === `amux_${event}`))).toEqual([]);
    expect(others.length).toBeGreaterThan(10);
  });
});
