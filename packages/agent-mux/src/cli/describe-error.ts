/** An error before or outside of a run as sentences and an exit code. */
import { AgentMuxError, CapabilityError, ValidationError } from '@agent-mux/core';
import { EXIT_CODE_OF_MISUSE } from '../exit-codes.ts';
import type { GivenFlags } from './flag-table.ts';
import { nameFlags, nameLacks } from './run-options.ts';
import { UsageError } from './usage-error.ts';

/** The exit code of anything that has no code of its own. */
const EXIT_GENERAL = 1;

/** One mistake. */
export interface Mistake {
  readonly message: string;
  readonly exitCode: number;
  /** The option that the mistake is about, where the library names it. */
  readonly field?: string;
}

/** The mistakes, at least one; an error about several options gives one for each. */
export function describeMistakes(error: unknown, given: GivenFlags): readonly Mistake[] {
  if (error instanceof UsageError) {
    return error.messages.map((message) => ({ message, exitCode: error.exitCode }));
  }
  if (error instanceof ValidationError && error.fields.length > 0) {
    const exitCode = exitCodeOf(error);
    return [
      ...error.fields.map(({ field, message }) => ({ field, message: nameFlags(message, given), exitCode })),
      ...error.others.flatMap((other) => describeMistakes(other, given)),
    ];
  }
  if (AgentMuxError.isInstance(error)) {
    return [{ message: inWordsOfCommands(inWordsOfFlags(error, given)), exitCode: exitCodeOf(error) }];
  }
  return [{ message: error instanceof Error ? error.message : String(error), exitCode: EXIT_GENERAL }];
}

/** Replaces options by flags, except in the mistake of an adapter: its `cwd` is no --cwd. */
function inWordsOfFlags(error: AgentMuxError, given: GivenFlags): string {
  const { code, message } = error;
  return code === 'INTERNAL'
    ? message
    : nameFlags(error instanceof CapabilityError ? nameLacks(message, given) : message, given);
}

/** Replaces the methods of a store by what can be typed. */
function inWordsOfCommands(message: string): string {
  return message
    .replace(/^openStore\(\): /, 'The store cannot be used: ')
    .replace(/^(list|read|tail|export|import|prune|check)\(\): /, 'runs $1: ')
    .replace('`list()` tells', '`amux runs list` tells');
}

function exitCodeOf({ code }: AgentMuxError): number {
  return EXIT_CODE_OF_MISUSE[code] ?? EXIT_GENERAL;
}
