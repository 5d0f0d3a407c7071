/** The value of a required field that nobody knows; `<field>Known: false` stands beside it. */
import type { AgentEvent, EventOf } from './events.ts';

/** The required fields of an event that an agent may leave out: those that have a marker beside them. */
export type UnsureField<E> = {
  [K in keyof E & string]: `${K}Known` extends keyof E ? K : never;
}[keyof E & string];

type UnsureType = { [T in AgentEvent['type']]: UnsureField<EventOf<T>> extends never ? never : T }[AgentEvent['type']];

/** The type of the table, which the compiler compares with the markers of the union. */
export type StandIns = {
  readonly [T in UnsureType]: { readonly [K in UnsureField<EventOf<T>>]: string | number };
};

export const STAND_INS: StandIns = {
  session_resume: { priorTurnCount: 0 },
  // The stand-in has a meaning here: it is the number of this run's turns.
  session_end: { turnCount: 'the turns of this run' },
  file_write: { byteCount: 0 },
  file_create: { byteCount: 0 },
  file_patch: { diff: '' },
  shell_start: { cwd: '' },
  shell_exit: { exitCode: -1 },
  subagent_spawn: { agentName: 'agent', prompt: '' },
  subagent_result: { agentName: 'agent', summary: '' },
  subagent_error: { agentName: 'agent' },
  plugin_loaded: { version: '' },
  skill_loaded: { source: '' },
  context_compacted: { summary: '', tokensSaved: 0 },
  context_exceeded: { usedTokens: 0, maxTokens: 0 },
  crash: { exitCode: -1 },
};
