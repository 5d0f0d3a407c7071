/** An error before or outside of a run as sentences and an exit code. */
import { AgentMuxError, CapabilityError, ValidationError } from '@agent-mux/core';
import type { ErrorCode } from '@agent-mux/events';
import { EXIT_CODE_OF_MISUSE } from '../exit-codes.ts';
import type { GivenFlags } from './flag-table.ts';
import type { JsonError } from './json-error.ts';
import { nameFlags, nameLacks } from './run-options.ts';
import { UsageError } from './usage-error.ts';

/** The exit code of anything that has no code of its own. */
const EXIT_GENERAL = 1;

/** One mistake. */
export interface Mistake {
  readonly message: string;
  readonly exitCode: number;
  /** The code for programs, and whether it may go well another time. */
  readonly code?: ErrorCode;
  readonly recoverable?: boolean;
  /** The option that the mistake is about, where the library names it. */
  readonly field?: string;
}

/** The mistakes, at least one; an error about several options gives one for each. */
export function describeMistakes(error: unknown, given: GivenFlags): readonly Mistake[] {
  if (error instanceof UsageError) {
    return error.messages.map((message) => ({
      message,
      exitCode: error.exitCode,
      ...(error.code === undefined ? {} : { code: error.code }),
    }));
  }
  if (error instanceof ValidationError && error.fields.length > 0) {
    const exitCode = exitCodeOf(error);
    return [
      ...error.fields.map(({ field, message }) => ({ field, message: nameFlags(message, given), exitCode })),
      ...error.others.flatMap((other) => describeMistakes(other, given)),
    ];
  }
  if (AgentMuxError.isInstance(error)) {
    const { code, recoverable } = error;
    const message = inWordsOfCommands(inWordsOfFlags(error, given));
    return [{ message, exitCode: exitCodeOf(error), code, recoverable }];
  }
  return [{ message: error instanceof Error ? error.message : String(error), exitCode: EXIT_GENERAL }];
}

/** The mistakes without what looks like a key: a wrong word is told in its own words, and logs of builds keep what is told. */
export async function withoutKeys(mistakes: readonly Mistake[]): Promise<readonly Mistake[]> {
  const { hideKeys } = await import('./hide-keys.ts');
  return mistakes.map((mistake) => ({ ...mistake, message: hideKeys(mistake.message) }));
}

/** The mistakes as one error for a program. Its code is the one that all share, else that of a wrong command line. */
export function toJsonError(mistakes: readonly Mistake[]): JsonError {
  const codes = new Set(mistakes.map(({ code, exitCode }) => code ?? codeOf(exitCode)));
  const [only = 'VALIDATION_ERROR'] = codes;
  return {
    code: codes.size === 1 ? only : 'VALIDATION_ERROR',
    message: [...new Set(mistakes.map(({ message }) => message))].join('\n'),
    recoverable: mistakes.every(({ recoverable = false }) => recoverable),
  };
}

function codeOf(exitCode: number): ErrorCode {
  const codes = Object.entries(EXIT_CODE_OF_MISUSE) as [ErrorCode, number][];
  return codes.find(([, each]) => each === exitCode)?.[0] ?? 'INTERNAL';
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
