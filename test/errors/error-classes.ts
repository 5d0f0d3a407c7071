/** Which failure has which code, for all agents alike, and the scenarios that provoke it on the real CLIs. */
import type { ErrorCode } from '@agent-mux/events';

export interface ErrorClass {
  readonly what: string;
  readonly scenarios: readonly string[];
  readonly code: ErrorCode;
  /** Whether the same call may well succeed later: `RunError.recoverable`. */
  readonly isRecoverable: boolean;
}

export const ERROR_CLASSES: readonly ErrorClass[] = [
  {
    what: 'nobody is logged in, or the key is refused',
    scenarios: ['auth-error', 'auth-missing'],
    code: 'AUTH_ERROR',
    isRecoverable: false,
  },
  {
    what: 'a limit on requests, or a quota that is used up',
    scenarios: ['rate-limit-exhausted', 'quota'],
    code: 'RATE_LIMITED',
    isRecoverable: true,
  },
  {
    what: "the model's service is overloaded",
    scenarios: ['overloaded-exhausted'],
    code: 'AGENT_ERROR',
    isRecoverable: true,
  },
  {
    what: "the connection to the model's service is cut, and stays so",
    scenarios: ['stream-cut-exhausted'],
    code: 'AGENT_ERROR',
    isRecoverable: true,
  },
  {
    what: 'the conversation does not fit into the context window',
    scenarios: ['context-exceeded'],
    code: 'CONTEXT_EXCEEDED',
    isRecoverable: false,
  },
  { what: 'the model does not exist', scenarios: ['model-not-found'], code: 'AGENT_ERROR', isRecoverable: false },
  {
    what: 'the model refuses, or stops at the end of its window',
    scenarios: ['refusal', 'context-window-stop'],
    code: 'AGENT_ERROR',
    isRecoverable: false,
  },
  {
    what: 'the session does not exist, or its id is none',
    scenarios: ['resume-missing', 'bad-flag'],
    code: 'SESSION_NOT_FOUND',
    isRecoverable: false,
  },
  {
    what: 'the CLI ends by itself in the middle of its work',
    scenarios: ['kill', 'bad-settings'],
    code: 'AGENT_CRASH',
    isRecoverable: true,
  },
  { what: 'the run took too long', scenarios: ['timeout'], code: 'TIMEOUT', isRecoverable: true },
  { what: 'the CLI was silent for too long', scenarios: ['stall'], code: 'INACTIVITY_TIMEOUT', isRecoverable: true },
  { what: 'the limit of model requests', scenarios: ['turn-limit'], code: 'TURN_LIMIT', isRecoverable: true },
  { what: 'the host has aborted the run', scenarios: ['abort', 'abort-tool'], code: 'ABORTED', isRecoverable: true },
  {
    what: 'the host has interrupted the run',
    scenarios: ['interrupt', 'interrupt-tool'],
    code: 'INTERRUPTED',
    isRecoverable: true,
  },
];

export interface Exception {
  /** `<agent>.<mode> <scenario>`. */
  readonly where: string;
  /** What is told instead: a code, with `, recoverable` where it is; `completed`: no failure. */
  readonly told: string;
  /** The native reason. */
  readonly why: string;
}

/** It may only become shorter: the test counts it. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    where: 'opencode.acp resume-missing',
    told: 'AGENT_ERROR',
    why: 'It answers "OpenCode service failure" with the name of its service, as to any failure of that service (1.18.33).',
  },
  {
    where: 'openclaw.acp auth-error',
    told: 'AGENT_ERROR',
    why: 'Its gateway tells a client of no error of the model: the turn ends without a word, and the message says so (2026.9.6).',
  },
  {
    where: 'openclaw.local resume-missing',
    told: 'completed',
    why: 'It begins a session of that id and answers (2026.9.6); an `error` SESSION_NOT_FOUND that does not end the run says so.',
  },
];

export function renderErrorClasses(): readonly string[] {
  return [
    '## Which failure has which code',
    '',
    'Alike for all agents: `test/error-classes.test.ts` holds it against all recordings. `recoverable` is that of `RunResult.error`: the same call may well succeed later. (That of an `error` event says only that the run goes on.)',
    '',
    '| failure | `error.code` | `recoverable` | scenarios |',
    '|---|---|---|---|',
    ...ERROR_CLASSES.map(
      ({ what, code, isRecoverable, scenarios }) =>
        `| ${what} | \`${code}\` | ${isRecoverable ? 'yes' : 'no'} | ${scenarios.join(', ')} |`,
    ),
    '',
    ...(EXCEPTIONS.length === 0 ? [] : ['Not so:', '']),
    ...EXCEPTIONS.map(({ where, told, why }) => `- ${where}: \`${told}\`. ${why}`),
    '',
  ];
}
