/** What a CLI says of a kind that nobody knows yet is told and counted, wherever its protocol has kinds. */
import { expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';
import { fieldsOf } from './support/native-changes.ts';

const ACP = ['params.update.sessionUpdate'];

/** Where the kinds stand, by agent; with a value of the message's own `type`, `subtype` or `method`, in such messages alone. */
const KINDS: Readonly<Record<string, readonly (string | readonly [path: string, of: string])[]>> = {
  claude: [
    'type',
    ['subtype', 'system'],
    ['message.content[].type', 'assistant'],
    'event.type',
    'event.content_block.type',
    'event.delta.type',
  ],
  codex: ['type', 'item.type', ['params.item.type', 'item/started']],
  gemini: ['type', ...ACP],
  openclaw: ACP,
  copilot: ['type', 'params.event.type', ...ACP],
  hermes: ACP,
  pi: ['type'],
  omp: ['type'],
  cursor: ['type', ...ACP],
  opencode: ['type', ...ACP],
};
const NEW = 'never-heard-of';

it.each(askedAdapters)('$agent: a message or a part of an unknown kind is counted', async (adapter) => {
  const kinds = KINDS[adapter.agent] ?? [];
  const silent: string[] = [];
  let changed = 0;
  const fields = fieldsOf(adapter, ({ cassette, message, path, value }) => {
    const { type, method, error } = message;
    // Only the failure is read of a message that tells one.
    if (type === 'assistant' && error !== undefined) {
      return undefined;
    }
    const isKind = kinds.some((kind) =>
      typeof kind === 'string' ? kind === path : kind[0] === path && [type, method].includes(kind[1]),
    );
    return isKind && typeof value === 'string' ? `${cassette.header.mode} ${String(type)} ${path} ${value}` : undefined;
  });
  for await (const { scenario, path, value, replayWith } of fields) {
    const { result } = replayWith(NEW);
    changed++;
    if (!Object.keys(result.diagnostics.unknownNative).some((name) => name.includes(NEW))) {
      silent.push(`${scenario}: ${path}, which was ${String(value)}`);
    }
  }
  expect(silent).toEqual([]);
  expect(changed).toBeGreaterThan(kinds.length);
});
