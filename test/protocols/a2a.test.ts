/** The journals of all agents as A2A streams of both versions. */
import { type A2aEvent, type A2aLegacyEvent, a2a, checkA2a } from '@agent-mux/protocols/a2a';
import type { Account } from '@agent-mux/protocols/laws';
import { describeLaws } from './describe-laws.ts';

interface Told {
  readonly state: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What the statuses and artifacts tell: A2A has no word for calls. */
function account(outputs: readonly (A2aEvent | A2aLegacyEvent)[]): Partial<Account> {
  const said = outputs.map(textOf).join('');
  const last = outputs.flatMap(endOf).at(-1);
  if (last === undefined) {
    return { said };
  }
  const texts = outputs
    .flatMap(endOf)
    .flatMap(({ state, text }) => (state === 'completed' && text !== '' ? [text] : []));
  const { inputTokens, outputTokens, costUsd } = last.metadata['total'] as Record<string, number>;
  const end = last.state === 'completed' ? 'done' : last.state === 'canceled' ? 'stopped' : 'failed';
  const failures = outputs.flatMap(endOf).filter(({ state }) => state === 'failed').length;
  return {
    said,
    end,
    failures,
    // The run may have said it last in a task that was not completed, and has no result.
    ...(outputs.flatMap(endOf).every(({ state }) => state === 'completed') ? { text: texts.at(-1) ?? '' } : {}),
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(costUsd === undefined ? {} : { usd: costUsd }),
  };
}

function textOf(output: A2aEvent | A2aLegacyEvent): string {
  const update = 'artifactUpdate' in output ? output.artifactUpdate : 'artifact' in output ? output : undefined;
  if (update?.artifact.artifactId.includes(':text:') !== true) {
    return '';
  }
  return update.artifact.parts.map((part) => ('text' in part ? part.text : '')).join('');
}

function endOf(output: A2aEvent | A2aLegacyEvent): Told[] {
  const update = 'statusUpdate' in output ? output.statusUpdate : 'final' in output ? output : undefined;
  if (update === undefined) {
    return [];
  }
  const state = update.status.state.replace('TASK_STATE_', '').toLowerCase();
  if (!['completed', 'failed', 'canceled'].includes(state)) {
    return [];
  }
  const text = (update.status.message?.parts ?? []).map((part) => ('text' in part ? part.text : '')).join('');
  return [{ state, text, metadata: update.metadata ?? {} }];
}

describeLaws('A2A 1.0', { projection: a2a(), check: checkA2a, account });
describeLaws('A2A 0.3', { projection: a2a({ version: '0.3' }), check: checkA2a, account });
describeLaws('A2A 1.0 with subtasks and the extension', {
  projection: a2a({ forwardSubtasks: true, extension: true }),
  check: checkA2a,
  account: () => ({}),
});
