/** A conversation with Copilot CLI in SDK mode, for tests. */
import type { Dialect, EventDraft, ModeContext, ResolvedOptions, Writes } from '@agent-mux/core';
import { resolvedOptions } from '../../../shared/testing/mode-parts.ts';
import { createSdkDialect } from '../dialect.ts';

const OPTIONS = resolvedOptions({ prompt: 'Do it.', keepOpen: true });

function newContext(): ModeContext {
  return { runId: 'run', dir: '/run', binary: '/bin/copilot', newId: () => 's1', input: { text: 'Do it.' } };
}

export interface Talk {
  readonly dialect: Dialect;
  /** Says what the CLI writes. */
  hear(message: unknown): readonly EventDraft[];
  event(type: string, data: object, more?: object): readonly EventDraft[];
  /** Writes what we say, as the runtime does; returns its messages. */
  say(writes: Writes): readonly Record<string, unknown>[];
  /** The messages that were written because of what was heard. */
  readonly answers: readonly Record<string, unknown>[];
}

/** A conversation. `isOpen` says whether its session has been opened. */
export function talk({
  isOpen = true,
  options = {},
}: {
  isOpen?: boolean;
  options?: Partial<ResolvedOptions>;
} = {}): Talk {
  const dialect = createSdkDialect({ ...OPTIONS, ...options }, newContext());
  const answers: Record<string, unknown>[] = [];
  const take = (text: string, source: 'stdin' | 'stdout'): readonly EventDraft[] => {
    const { drafts, write } = dialect.parseEvent(text, { source });
    answers.push(...write.map((line) => JSON.parse(line)));
    return [...drafts, ...write.flatMap((line) => take(line, 'stdin'))];
  };
  const self: Talk = {
    dialect,
    answers,
    hear: (message) => take(JSON.stringify({ jsonrpc: '2.0', ...(message as object) }), 'stdout'),
    event: (type, data, more = {}) =>
      self.hear({ method: 'session.event', params: { sessionId: 's1', event: { type, data, ...more } } }),
    say: ({ write }) =>
      write.map((line) => {
        take(line, 'stdin');
        return JSON.parse(line);
      }),
  };
  self.say(dialect.open());
  if (isOpen) {
    self.hear({ id: 2, result: { sessionId: 's1' } });
  }
  return self;
}
