import { describe, expect, it } from 'vitest';
import { GEMINI_RESERVED } from './reserved.ts';

/** The names with each reason, sorted. */
function byReason(reasons: Readonly<Record<string, string>> = {}): Readonly<Record<string, readonly string[]>> {
  const all = [...new Set(Object.values(reasons))];
  const namesOf = (reason: string) => Object.keys(reasons).filter((name) => reasons[name] === reason);
  return Object.fromEntries(all.map((reason) => [reason, namesOf(reason).sort()]));
}

describe('what a user may not give to Gemini CLI', () => {
  it('is told with the option to give instead, or with what would go wrong: flags', () => {
    expect(byReason(GEMINI_RESERVED.args)).toEqual({
      'agent-mux says so itself': ['--acp', '--experimental-acp'],
      'agent-mux reads stream-json': ['--output-format', '-o'],
      'give `prompt`': ['--prompt', '--prompt-interactive', '-i', '-p'],
      'give `model`': ['--model', '-m'],
      'give `approvalMode`': [
        ...['--admin-policy', '--allowed-tools', '--approval-mode', '--policy'],
        ...['--yolo', '-y'],
      ],
      'in its sandbox nobody can talk to Gemini CLI': ['--sandbox', '-s'],
      'give `sessionId`': ['--resume', '--session-file', '--session-id', '-r'],
      'it prints a list': ['--list-extensions', '--list-sessions', '-l'],
      'it deletes a session': ['--delete-session'],
      'the run would be in another folder than `cwd`': ['--worktree', '-w'],
      'it prints a help text': ['--help', '-h'],
      'it prints a version': ['--version', '-v'],
    });
  });

  it('is told with the option to give instead, or with what would go wrong: variables', () => {
    expect(byReason(GEMINI_RESERVED.env)).toEqual({
      'agent-mux says so itself': ['GEMINI_CLI_NO_RELAUNCH', 'GEMINI_PTY_INFO'],
      'give `systemPrompt`': ['GEMINI_SYSTEM_MD'],
      'in its sandbox nobody can talk to Gemini CLI': ['GEMINI_SANDBOX'],
      'by it Gemini CLI thinks that it is in its sandbox': ['SANDBOX'],
    });
  });
});
