/** `--continue`: the session that was used last in a folder. */
import { type AgentMuxClient, AgentMuxError, type SessionSummary } from '@agent-mux/core';
import { EXIT_CODE_OF_MISUSE } from '../exit-codes.ts';
import type { FlagOptions } from './run-options.ts';
import { EXIT_FAILED, UsageError } from './usage-error.ts';

const EXCLUDED = ['sessionId', 'forkSessionId', 'noSession'] as const;
const FLAGS = { sessionId: '--session', forkSessionId: '--fork', noSession: '--no-session' } as const;

/** Throws UsageError where a flag names another session, or none at all. */
export function demandNoOtherSession(options: FlagOptions): void {
  const other = EXCLUDED.find((option) => options[option] !== undefined);
  if (other !== undefined) {
    throw new UsageError(`--continue and ${FLAGS[other]} exclude each other; give one.`);
  }
}

/** The last session of the agent, or of any agent where none is named. Throws UsageError where there is none. */
export async function findLastSession(
  { sessions }: Pick<AgentMuxClient, 'sessions'>,
  { agent, cwd }: { readonly agent: string | undefined; readonly cwd: string },
): Promise<SessionSummary> {
  try {
    const [last] = await sessions.list({ cwd, limit: 1, ...(agent === undefined ? {} : { agent }) });
    if (last !== undefined) {
      return last;
    }
  } catch (error) {
    throw AgentMuxError.isInstance(error) && error.code === 'CAPABILITY_ERROR'
      ? new UsageError(
          `--continue: ${agent} keeps no sessions that could be read. Name the session with --session <id>.`,
          EXIT_CODE_OF_MISUSE.CAPABILITY_ERROR ?? EXIT_FAILED,
        )
      : error;
  }
  const who = agent === undefined ? 'no agent keeps' : `${agent} does not keep`;
  throw new UsageError(
    `--continue: ${who} a session of ${cwd}. \`amux sessions\` lists those that there are.`,
    EXIT_CODE_OF_MISUSE.SESSION_NOT_FOUND ?? EXIT_FAILED,
  );
}
