/** Gives the required fields that nobody knows the specification's stand-in, and says beside them that they are none. */
import type { AgentEvent, UnsureField } from '@agent-mux/events';
import type { Body } from './stamp.ts';

type Marker<E> = `${UnsureField<E>}Known`;
type Loosened<E> = E extends AgentEvent | Body
  ? Omit<E, UnsureField<E> | Marker<E>> & Partial<Pick<E, UnsureField<E> & keyof E>>
  : never;

/** A body whose unknown fields are left out. */
export type LooseBody = Loosened<Exclude<Body, { type: 'session_end' }>> | Extract<Body, { type: 'session_end' }>;

const NO_EXIT_CODE = -1;

export function withStandIns(body: LooseBody): Body {
  switch (body.type) {
    case 'shell_start': {
      const { cwd } = body;
      return cwd === undefined ? { ...body, cwd: '', cwdKnown: false } : { ...body, cwd };
    }
    case 'shell_exit':
    case 'crash': {
      const { exitCode } = body;
      // Codex 0.169.0 says -1 itself of a command that its sandbox did not let run: no process ends with that.
      if (exitCode !== undefined && exitCode !== NO_EXIT_CODE) {
        return { ...body, exitCode };
      }
      // A signal says all that there is to know: there was no exit code.
      return body.signal === undefined
        ? { ...body, exitCode: NO_EXIT_CODE, exitCodeKnown: false }
        : { ...body, exitCode: NO_EXIT_CODE };
    }
    case 'file_write':
    case 'file_create': {
      const { byteCount } = body;
      return byteCount === undefined ? { ...body, byteCount: 0, byteCountKnown: false } : { ...body, byteCount };
    }
    case 'file_patch': {
      const { diff } = body;
      return diff === undefined ? { ...body, diff: '', diffKnown: false } : { ...body, diff };
    }
    case 'plugin_loaded': {
      const { version } = body;
      return version === undefined ? { ...body, version: '', versionKnown: false } : { ...body, version };
    }
    case 'skill_loaded': {
      const { source } = body;
      return source === undefined ? { ...body, source: '', sourceKnown: false } : { ...body, source };
    }
    case 'session_resume': {
      const { priorTurnCount } = body;
      return priorTurnCount === undefined
        ? { ...body, priorTurnCount: 0, priorTurnCountKnown: false }
        : { ...body, priorTurnCount };
    }
    case 'subagent_spawn':
    case 'subagent_result':
    case 'subagent_error':
      return ofSubagent(body);
    case 'context_compacted':
    case 'context_exceeded':
      return ofContext(body);
    default:
      return body;
  }
}

type LooseOf<T extends LooseBody['type']> = Extract<LooseBody, { type: T }>;

function ofSubagent(body: LooseOf<'subagent_spawn' | 'subagent_result' | 'subagent_error'>): Body {
  const { agentName: name } = body;
  const named = name === undefined ? ({ agentName: 'agent', agentNameKnown: false } as const) : { agentName: name };
  switch (body.type) {
    case 'subagent_spawn': {
      const { prompt } = body;
      return prompt === undefined
        ? { ...body, ...named, prompt: '', promptKnown: false }
        : { ...body, ...named, prompt };
    }
    case 'subagent_result': {
      const { summary } = body;
      return summary === undefined
        ? { ...body, ...named, summary: '', summaryKnown: false }
        : { ...body, ...named, summary };
    }
    default:
      return { ...body, ...named };
  }
}

function ofContext(body: LooseOf<'context_compacted' | 'context_exceeded'>): Body {
  if (body.type === 'context_compacted') {
    const { summary: text, tokensSaved: count } = body;
    const summary = text === undefined ? ({ summary: '', summaryKnown: false } as const) : { summary: text };
    const saved = count === undefined ? ({ tokensSaved: 0, tokensSavedKnown: false } as const) : { tokensSaved: count };
    return { type: 'context_compacted', ...summary, ...saved };
  }
  const { usedTokens: used, maxTokens: max } = body;
  const usedTokens = used === undefined ? ({ usedTokens: 0, usedTokensKnown: false } as const) : { usedTokens: used };
  const maxTokens = max === undefined ? ({ maxTokens: 0, maxTokensKnown: false } as const) : { maxTokens: max };
  return { type: 'context_exceeded', ...usedTokens, ...maxTokens };
}
