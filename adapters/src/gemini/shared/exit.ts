/** What Gemini CLI 0.61.0 means by its exit codes when it leaves before it has ended a turn. */
import type { ExitInfo, Outcome } from '@agent-mux/core';
import { AUTH_GUIDANCE } from '../about.ts';

/** The outcome; undefined where the exit has no meaning of its own. */
export function exitMeaning({ code, stderr, asked }: ExitInfo): Outcome | undefined {
  if (asked !== undefined) {
    return undefined;
  }
  const message = lastWords(stderr);
  switch (code) {
    case 41:
      return { type: 'auth_error', message, guidance: AUTH_GUIDANCE };
    case 42:
      return { type: 'error', code: isAboutSession(stderr) ? 'SESSION_NOT_FOUND' : 'AGENT_ERROR', message };
    case 52:
    case 55:
      return { type: 'error', code: 'AGENT_ERROR', message };
    default:
      return undefined;
  }
}

function isAboutSession(stderr: string): boolean {
  return /invalid session identifier|no previous sessions/i.test(stderr);
}

/** The last words on stderr before it leaves, without its notices. */
function lastWords(stderr: string): string {
  const lines = stderr
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(Warning: |\[STARTUP\]|Ripgrep |YOLO mode |Approval mode )/.test(line));
  return lines.join('\n').trim() || 'Gemini CLI left without a word.';
}
