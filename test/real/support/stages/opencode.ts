/** opencode on the stage. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { opencode } from '@agent-mux/adapters';
import type { NormalEvent } from '@agent-mux/testkit';
import { type HostAction, prepareOpencode, type Scenario } from '@agent-mux/testkit';
import { agentBinary } from '../agents.ts';
import type { AgentStage } from '../stage.ts';
import { callsApart, toTheEnd } from './orders.ts';

const IN_BOTH: readonly string[] = [
  'abort',
  'abort-tool',
  'approval-headless',
  'auth-error',
  'context-exceeded',
  'cost',
  'usage-several-requests',
  'file-create',
  'file-delete',
  'file-edit',
  'file-read',
  'file-write-existing',
  'fork',
  'interrupt',
  'interrupt-tool',
  'invalid-tool-input',
  'kill',
  'long-text',
  'mcp-tool',
  'mcp-tool-error',
  'output-limit',
  'overloaded',
  'pause-resume',
  'rate-limit-exhausted',
  'resume',
  'resume-missing',
  'skill',
  'stall',
  'stream-cut',
  'subagent',
  'subagent-fail',
  'text',
  'thinking',
  'timeout',
  'tool-shell',
  'tool-shell-fail',
  'tool-unknown',
  'tools-parallel',
  'turn-limit',
  'unicode',
];

const ONLY_ACP: readonly string[] = [
  'command-unknown',
  'approval-always',
  'approval-denied',
  'approval-granted',
  'approval-interrupt',
  'approval-edit',
  'approval-fetch',
  'approval-mcp',
  'approval-timeout',
  'context-warning',
  'error-then-continue',
  'image-input',
  'interrupt-continue',
  'multi-turn',
];

// `model-not-found`: over ACP it takes a model of its own service instead, and asks that over the network.
const ONLY_RUN: readonly string[] = [
  'bad-flag',
  'checkpoint',
  'compaction-resumed',
  'model-not-found',
  'overloaded-exhausted',
  'stream-cut-exhausted',
  'text-buffered',
];

/** The model stands in the middle of its text; nothing of it is told yet. */
const inTheMiddle = ({ host = [] }: Scenario): Partial<Scenario> => ({
  host: [
    { at: { event: 'step_start' }, do: 'wait' },
    ...host.map((action): HostAction => ({ ...action, at: { gate: 'middle' } })),
  ],
});

function sortedOutput({ output }: NormalEvent): { readonly output?: string } {
  return typeof output === 'string' ? { output: output.split('\n').sort().join('\n') } : {};
}

/** It looks for skills with ripgrep, which it would fetch from the network; Codex brings one. */
function ripgrepFolder(): string {
  const manifest = `@openai/codex-${process.platform}-${process.arch}/package.json`;
  const vendor = join(dirname(createRequire(agentBinary('codex')).resolve(manifest)), 'vendor');
  const [target = ''] = readdirSync(vendor);
  return join(vendor, target, 'codex-path');
}

export const opencodeStage: AgentStage = {
  adapter: opencode,
  version: '1.18.33',
  binary: (version) => agentBinary('opencode', version),
  prepare: async (server, sandbox, setup) => {
    const { env, ...prepared } = await prepareOpencode(server, sandbox, setup);
    const path = setup.skill === undefined ? {} : { PATH: [ripgrepFolder(), process.env['PATH']].join(delimiter) };
    // On a busy machine it answers an interrupt after seconds.
    const options = { ...prepared.options, gracePeriodMs: 20_000 };
    return { ...prepared, options, env: { ...env, ...path } };
  },
  scenarios: { acp: [...IN_BOTH, ...ONLY_ACP], run: [...IN_BOTH, ...ONLY_RUN] },
  differences: [
    {
      in: ['approval-denied', 'approval-fetch', 'approval-headless', 'approval-timeout'],
      why: 'a call that was refused ends the turn: the model is not asked again',
      change: () => ({ expectedRequests: 1 }),
    },
    {
      in: ['usage-several-requests'],
      modes: ['acp'],
      why: 'of a prompt that took several requests only the money is told (1.18.33)',
      change: () => ({ proves: ['cost'] }),
    },
    {
      in: ['thinking'],
      why: 'opencode has no levels of thinking that mean the same for every model',
      change: ({ options: { thinkingEffort: _, ...options } = {} }) => ({ options }),
    },
    {
      in: ['interrupt', 'abort', 'kill'],
      modes: ['run'],
      why: 'nothing is told of a message until it is complete',
      change: inTheMiddle,
    },
    {
      in: ['interrupt-tool', 'abort-tool'],
      modes: ['run'],
      why: 'nothing is told of a call until it is over',
      change: ({ host = [], proves }) => ({
        host: [
          { at: { event: 'step_start' }, do: 'wait' },
          ...host.slice(1).map((action): HostAction => ({ ...action, at: { afterMs: 2_500 } })),
        ],
        proves: proves.filter((type) => !/^(shell|tool)_/.test(type)),
      }),
    },
    {
      in: ['pause-resume'],
      modes: ['run'],
      why: 'nothing is told of a message until it is complete',
      change: () => ({
        host: [
          { at: { event: 'step_start' }, do: 'pause' },
          { at: { afterMs: 1_000 }, do: 'resume' },
        ],
      }),
    },
    {
      in: ['turn-limit'],
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
      in: ['timeout'],
      why: 'on a busy machine it takes its time to start',
      change: ({ options }) => ({ options: { ...options, timeout: 70_000 } }),
    },
    {
      in: ['stall'],
      why: 'on a busy machine it takes its time to start, and that is silence too',
      change: ({ options }) => ({ options: { ...options, inactivityTimeout: 35_000 } }),
    },
    {
      in: ['invalid-tool-input', 'overloaded', 'rate-limit-exhausted', 'overloaded-exhausted', 'stream-cut-exhausted'],
      why: 'attempts are silent, and input comes whole',
      change: ({ proves }) => ({ proves: proves.filter((type) => /error$/.test(type)) }),
    },
    {
      in: ['context-exceeded'],
      why: 'it asks for a summary; were that one given, it would ask again, and so on without end while the service refuses',
      change: ({ model }) => ({
        model: { ...model, compaction: { faults: [{ kind: 'error', error: 'context-length' }] } },
        expectedRequests: 2,
      }),
    },
    {
      in: ['checkpoint'],
      why: 'one prompt is all that it takes; it keeps the files before each step',
      change: ({ model }) => ({
        host: [],
        options: { approvalMode: 'yolo' },
        model: { turns: model.turns.slice(0, 1) },
        expectedRequests: 3,
      }),
    },
    {
      in: ['compaction-resumed'],
      why: 'it compacts by the window of the model, at the end of the turn that fills it, and tells itself to go on',
      change: ({ model }) => ({
        setup: { contextWindow: 100_000 },
        model: {
          ...model,
          turns: model.turns.map((turn, index) =>
            index === 1 ? { ...turn, steps: [...turn.steps, { text: 'There is no more to do.' }] } : turn,
          ),
        },
        expectedRequests: 5,
      }),
    },
    {
      in: ['bad-flag'],
      why: 'an id that it cannot read is to it that of a session that it does not find',
      change: () => ({ exitReason: 'failed' }),
    },
    {
      in: ['image-input'],
      why: 'an image is taken without a word',
      change: () => ({ proves: [] }),
    },
    {
      in: ['skill'],
      why: 'skills are listed to the model without a message',
      change: () => ({ proves: ['skill_invoked'] }),
    },
    {
      in: ['rate-limit-exhausted', 'overloaded-exhausted', 'stream-cut-exhausted'],
      why: 'how often it tries again cannot be set',
      change: () => ({ expectedRequests: 6 }),
    },
    {
      in: ['model-not-found'],
      why: 'it knows its models, and does not ask the service for another',
      change: () => ({ expectedRequests: 0 }),
    },
  ],
  races: [
    {
      in: ['interrupt-tool'],
      why: 'whether the end of the command is told before that of the turn',
      settle: (events) =>
        events
          .filter(({ type }) => type !== 'cost')
          .map(({ cost: _, ...event }) => (typeof event['error'] === 'string' ? { ...event, error: '' } : event)),
    },
    {
      why: 'stdout and stderr are two pipes',
      settle: (events) => toTheEnd(events, ({ type }) => type === 'log'),
    },
    {
      in: ['tool-shell'],
      why: 'what a command writes to its two streams is read in any order',
      settle: (events) => events.map((event) => ({ ...event, ...sortedOutput(event) })),
    },
    {
      in: ['tools-parallel'],
      why: 'calls of one answer end side by side',
      settle: callsApart,
    },
    {
      why: 'the pieces in which a command tells its output are cut by time',
      settle: (events) => events.filter(({ type }) => type !== 'shell_stdout_delta'),
    },
  ],
  newTexts: [['session', /\bses_[0-9A-Za-z]{20,}/]],
  timeoutMs: 110_000,
};
