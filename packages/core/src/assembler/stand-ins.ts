/** Fills the required fields that nobody knows with the specification's stand-ins, and marks them as unknown. */
import { type AgentEvent, STAND_INS, type UnsureField } from '@agent-mux/events';
import type { Body } from './stamp.ts';

type Marker<E> = `${UnsureField<E>}Known`;
type Loosened<E> = E extends AgentEvent | Body
  ? Omit<E, UnsureField<E> | Marker<E>> & Partial<Pick<E, UnsureField<E> & keyof E>>
  : never;

/** A body whose unknown fields are left out. */
export type LooseBody = Loosened<Exclude<Body, { type: 'session_end' }>> | Extract<Body, { type: 'session_end' }>;

const NO_EXIT_CODE = STAND_INS.shell_exit.exitCode;

export function withStandIns(body: LooseBody): Body {
  const { type } = body;
  if (!Object.hasOwn(STAND_INS, type) || type === 'session_end') {
    return body as Body;
  }
  const fields = Object.entries(STAND_INS[type as keyof typeof STAND_INS]).flatMap(([field, standIn]) =>
    isKnown(body, field)
      ? [[field, Reflect.get(body, field)]]
      : [[field, standIn], ...(isTold(body) ? [] : [[`${field}Known`, false]])],
  );
  // Events about the context have no other fields, and have these in one order whichever are known.
  return { ...(type.startsWith('context_') ? { type } : body), ...Object.fromEntries(fields) };
}

function isKnown(body: LooseBody, field: string): boolean {
  const value: unknown = Reflect.get(body, field);
  // Codex 0.169.0 itself reports -1 for a command that its sandbox did not let run: no process ends with that.
  return value !== undefined && !(field === 'exitCode' && value === NO_EXIT_CODE);
}

/** Whether the body tells enough: a signal means that there was no exit code. */
function isTold(body: LooseBody): boolean {
  return Reflect.get(body, 'signal') !== undefined;
}
