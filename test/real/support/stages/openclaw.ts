/** OpenClaw on the stage. A run takes 10 to 20 s of a quiet machine, so it plays the scenarios that its document can tell apart. */
import { fileURLToPath } from 'node:url';
import { openclaw } from '@agent-mux/adapters';
import { type HostAction, prepareOpenclaw } from '@agent-mux/testkit';
import type { AgentStage } from '../stage.ts';

/** Before it asks the model, also on a quiet machine. */
const SOON = { afterMs: 3_000 } as const;

/*
 * Left out, each tried on 2026.9.6: `rate-limit-exhausted` is ten requests in 150 s of a quiet machine, whatever the time that it is
 * given; `auth-missing`: without a key it asks the service all the same; `bad-flag`: any text will do for the id of a session.
 */

export const openclawStage: AgentStage = {
  adapter: openclaw,
  version: '2026.9.6',
  binary: () => fileURLToPath(new URL('../../../agents/openclaw/openclaw.sh', import.meta.url)),
  prepare: prepareOpenclaw,
  scenarios: {
    local: [
      'text-buffered',
      'tool-shell',
      'tool-unknown',
      'usage-several-requests',
      'resume',
      'resume-missing',
      'agentdoc',
      'auth-error',
      'interrupt',
      'abort',
    ],
    exec: [
      'cost',
      'usage-several-requests',
      'text',
      'text-buffered',
      'tool-shell-fail',
      'file-create',
      'file-edit',
      'auth-error',
      'context-exceeded',
      'model-not-found',
      'kill',
      'pause-resume',
      'timeout',
    ],
  },
  differences: [
    {
      in: ['tool-shell', 'tool-shell-fail', 'tool-unknown', 'file-create', 'file-edit'],
      why: 'the document names the tools that were used, and tells nothing of their calls',
      change: () => ({ proves: ['debug'] }),
    },
    {
      in: ['text'],
      why: 'steps are not told',
      change: ({ proves }) => ({ proves: proves.filter((type) => !type.startsWith('step_')) }),
    },
    {
      in: ['interrupt', 'abort', 'kill'],
      why: 'nothing is told before the end, and a process that is ended tells nothing',
      change: ({ host = [], proves }) => ({
        host: host.map((action): HostAction => ({ ...action, at: SOON })),
        expectedRequests: 0,
        proves: proves.filter((type) => type !== 'session_end'),
      }),
    },
    {
      in: ['pause-resume'],
      why: 'nothing is told before the end',
      change: () => ({
        host: [
          { at: SOON, do: 'pause' },
          { at: { afterMs: 1_000 }, do: 'resume' },
        ],
      }),
    },
    {
      in: ['auth-error'],
      modes: ['local'],
      why: 'a command that fails as a whole names no session',
      change: () => ({ proves: ['auth_error'] }),
    },
    {
      in: ['resume-missing'],
      why: 'it takes an id that it does not know as that of a new session, and tells how many messages there were',
      change: () => ({
        model: { turns: [{ steps: [{ text: 'There was no word.' }] }] },
        expectedRequests: 1,
        exitReason: 'completed',
      }),
    },
    {
      in: ['timeout'],
      why: 'it is silent from its start on, which takes longer than this',
      change: ({ options }) => ({
        options: { ...options, timeout: 3_000 },
        expectedRequests: 0,
        proves: ['timeout'],
      }),
    },
  ],
  timeoutMs: 110_000,
  newTexts: [
    ['pid', /\bpid=\d+/],
    ['elapsed', /\belapsedMs=\d+/],
  ],
  races: [
    {
      why: 'what OpenClaw says of its own database and memory on stderr depends on how fast they are',
      settle: (events) =>
        events
          .filter(({ type }) => type !== 'log')
          .map((event) => (event['type'] === 'crash' ? { ...event, stderr: '' } : event)),
    },
  ],
};
