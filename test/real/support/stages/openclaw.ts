/** OpenClaw on the stage. A run takes 10 to 20 s of a quiet machine, so it plays the scenarios that tell something of each mode. */
import { fileURLToPath } from 'node:url';
import { openclaw } from '@agent-mux/adapters';
import { type HostAction, prepareOpenclaw, type ScenarioRun, type Step } from '@agent-mux/testkit';
import { freePort, startGateway } from '../openclaw-gateway.ts';
import type { AgentStage } from '../stage.ts';
import { joinDeltas, joinOutput } from './orders.ts';

const BINARY = fileURLToPath(new URL('../../../agents/openclaw/openclaw.sh', import.meta.url));
const WITHOUT_GATEWAY = ['local', 'exec'];

/** Before it asks the model, also on a quiet machine. */
const SOON = { afterMs: 3_000 } as const;

/*
 * Left out, each tried on 2026.9.6: `rate-limit-exhausted` is ten requests in 150 s of a quiet machine, whatever the time that it is
 * given; `auth-missing`: without a key it asks the service all the same; `bad-flag`: any text will do for the id of a session.
 */

const MAKE: Step = { tools: [{ kind: 'shell', command: 'touch made.txt && ls' }] };

/** The third piece may be a part of the first; what was written before the model stands still is there soon after. */
function onceTextIsThere({ host = [] }: ScenarioRun): Partial<ScenarioRun> {
  const [first, ...others] = host;
  if (first === undefined) {
    return {};
  }
  return {
    host: [{ at: { event: 'text_delta' }, do: 'wait' }, { ...first, at: { afterMs: 1_000 } }, ...others],
  };
}

export const openclawStage: AgentStage = {
  adapter: openclaw,
  version: '2026.9.6',
  binary: () => BINARY,
  prepare: async (server, sandbox, setup, mode) => {
    if (mode !== 'acp') {
      return prepareOpenclaw(server, sandbox, setup);
    }
    const prepared = await prepareOpenclaw(server, sandbox, setup, await freePort());
    // On a busy machine the bridge answers after seconds.
    const options = { gracePeriodMs: 20_000 };
    const dispose = await startGateway(BINARY, prepared.env);
    // Without a login a client has not the secret of the gateway.
    const { OPENCLAW_GATEWAY_TOKEN: token = '', ...others } = prepared.env;
    const env = { ...others, OPENCLAW_GATEWAY_TOKEN: setup.credentials === 'none' ? '' : token };
    // A command that has run for ten seconds goes into the background, where no cancel ends it (2026.9.6). On a busy machine one does.
    return { ...prepared, env, options, dispose, serviceEndsWithinMs: 12_000 };
  },
  scenarios: {
    acp: [
      'text',
      'thinking',
      'multi-turn',
      'tool-shell',
      'tool-shell-fail',
      'tool-unknown',
      'file-create',
      'file-write-existing',
      'file-edit',
      'file-read',
      'file-delete',
      'image-input',
      'approval-granted',
      'approval-denied',
      'approval-interrupt',
      'approval-timeout',
      'interrupt',
      'interrupt-continue',
      'interrupt-tool',
      'abort',
      'abort-tool',
      'kill',
      'timeout',
      'turn-limit',
      'resume',
      'resume-missing',
      'auth-error',
      'auth-missing',
      'context-warning',
    ],
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
      in: ['approval-granted', 'approval-denied', 'approval-timeout', 'approval-interrupt'],
      why: 'which commands are asked about is in the settings of the gateway',
      change: () => ({ setup: { commandRequests: true } }),
    },
    {
      in: ['approval-granted', 'approval-denied', 'approval-timeout', 'approval-interrupt'],
      why: 'it asks about commands only, and refuses by itself one that writes by redirection: none of its programs can be bound',
      change: ({ model: { turns } }) => ({
        model: {
          turns: turns.map((turn, index) => (index > 0 ? turn : { ...turn, steps: [MAKE, ...turn.steps.slice(1)] })),
        },
      }),
    },
    {
      in: ['text'],
      modes: ['acp'],
      why: 'the gateway tells of no tokens and no money',
      change: ({ proves }) => ({ proves: proves.filter((type) => type !== 'token_usage' && type !== 'cost') }),
    },
    {
      in: ['thinking'],
      modes: ['acp'],
      why: 'the gateway tells its clients nothing of what is thought',
      change: () => ({ options: { thinkingEffort: 'high' }, proves: ['text_delta'] }),
    },
    {
      in: ['image-input'],
      why: 'an image is taken without a word',
      change: () => ({ proves: [] }),
    },
    {
      in: ['turn-limit'],
      modes: ['acp'],
      why: 'steps are counted by the runtime, and the request of the one too many is on its way by then',
      change: ({ model: { turns } }) => ({
        model: {
          turns: turns.flatMap(({ steps: [call = {}] }) => [
            { steps: [call, call, { text: ['Once more, ', { hold: 'third' }, 'and again.'] }] },
          ]),
        },
        expectedRequests: 3,
      }),
    },
    {
      in: ['interrupt', 'interrupt-continue', 'abort', 'kill'],
      modes: ['acp'],
      why: 'pieces of a text are put together by time',
      change: onceTextIsThere,
    },
    {
      in: ['tool-shell', 'tool-shell-fail', 'tool-unknown', 'file-create', 'file-edit'],
      modes: WITHOUT_GATEWAY,
      why: 'the document names the tools that were used, and tells nothing of their calls',
      change: () => ({ proves: ['debug'] }),
    },
    {
      in: ['text'],
      modes: WITHOUT_GATEWAY,
      why: 'steps are not told',
      change: ({ proves }) => ({ proves: proves.filter((type) => !type.startsWith('step_')) }),
    },
    {
      in: ['interrupt', 'abort', 'kill'],
      modes: WITHOUT_GATEWAY,
      why: 'nothing is told before the end, and a process that is ended tells nothing',
      change: ({ host = [], proves }) => ({
        host: host.map((action): HostAction => ({ ...action, at: SOON })),
        expectedRequests: 0,
        proves: proves.filter((type) => type !== 'session_end'),
      }),
    },
    {
      in: ['pause-resume'],
      modes: WITHOUT_GATEWAY,
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
      modes: ['acp'],
      why: 'the gateway tells of no error of the model: the turn ends without a word',
      change: () => ({ proves: ['error'] }),
    },
    {
      in: ['auth-error'],
      modes: ['local'],
      why: 'a command that fails as a whole names no session',
      change: () => ({ proves: ['auth_error'] }),
    },
    {
      in: ['resume-missing'],
      modes: WITHOUT_GATEWAY,
      why: 'it takes an id that it does not know as that of a new session, and tells how many messages there were',
      change: () => ({
        model: { turns: [{ steps: [{ text: 'There was no word.' }] }] },
        expectedRequests: 1,
        exitReason: 'completed',
      }),
    },
    {
      in: ['timeout'],
      modes: ['acp'],
      why: 'on a busy machine it takes its time to start',
      change: ({ options }) => ({ options: { ...options, timeout: 90_000 } }),
    },
    {
      in: ['timeout'],
      modes: WITHOUT_GATEWAY,
      why: 'it is silent from its start on, which takes longer than this',
      change: ({ options }) => ({
        options: { ...options, timeout: 3_000 },
        expectedRequests: 0,
        proves: ['timeout'],
      }),
    },
  ],
  timeoutMs: 240_000,
  newTexts: [
    ['pid', /\bpid=\d+/],
    ['elapsed', /\belapsedMs=\d+/],
  ],
  races: [
    {
      why: 'the gateway puts the pieces of a text together by time',
      settle: joinDeltas,
    },
    {
      why: 'the gateway puts the pieces of what a command prints together by time',
      settle: joinOutput,
    },
    {
      why: 'the result of a command lacks the last line break, which is told only where a piece came behind the last line',
      settle: (events) =>
        events.map((event) =>
          event['type'] === 'shell_stdout_delta'
            ? { ...event, delta: String(event['delta']).replace(/\n$/, '') }
            : event,
        ),
    },
    {
      why: 'what OpenClaw says of its own database and memory on stderr depends on how fast they are',
      settle: (events) =>
        events
          .filter(({ type }) => type !== 'log')
          .map((event) => (event['type'] === 'crash' ? { ...event, stderr: '' } : event)),
    },
  ],
};
