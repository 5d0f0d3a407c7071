/** pi on the stage. */
import { pi } from '@agent-mux/adapters';
import { preparePi } from '@agent-mux/testkit';
import { agentBinary } from '../agents.ts';
import type { AgentStage } from '../stage.ts';
import { FAMILY_DIFFERENCES, FAMILY_RACES, SHORTER_COUNT } from './pi-family.ts';

/**
 * `long-text` and `huge-line` are not among them: pi repeats a growing message in each line, and a large output in each line that tells
 * of it, so that a recording of 200 KB of text has 20 MB and one of a command that prints too much 900 KB. In
 * its JSON mode a run has one prompt, and pi leaves while it still compacts after it: nothing tells of a compaction there.
 */
const IN_BOTH: readonly string[] = [
  'text',
  'thinking',
  'unicode',
  'cost',
  'usage-several-requests',
  'tool-shell',
  'tool-shell-fail',
  'tools-parallel',
  'tool-unknown',
  'invalid-tool-input',
  'file-create',
  'file-write-existing',
  'file-edit',
  'file-read',
  'file-delete',
  'file-read-image',
  'resume',
  'resume-missing',
  'fork',
  'auth-error',
  'rate-limit',
  'rate-limit-exhausted',
  'overloaded',
  'overloaded-exhausted',
  'model-not-found',
  'output-limit',
  'stream-cut',
  'stream-cut-exhausted',
  'stall',
  'interrupt',
  'interrupt-tool',
  'abort',
  'abort-tool',
  'kill',
  'skill',
  'auth-missing',
  'context-exceeded',
  'turn-limit',
  'pause-resume',
  'timeout',
  'approval-headless',
];

/** They need somebody to talk to. */
const ONLY_RPC: readonly string[] = [
  'rewind-fork',
  'image-input',
  'plugin-error',
  'approval-granted',
  'approval-denied',
  'approval-always',
  'approval-modified-input',
  'approval-parallel',
  'approval-interrupt',
  'approval-edit',
  'approval-timeout',
  'input-required',
  'multi-turn',
  'queued',
  'steer',
  'error-then-continue',
  'compaction',
  'compaction-auto',
  'interrupt-continue',
];

const COLOUR = 'Which colour do you want?';

/** An extension that lets the model ask. */
const ASKING = `export default (pi) =>
  pi.registerTool({
    name: 'ask',
    label: 'Ask',
    description: 'Asks the user to choose.',
    parameters: {
      type: 'object',
      properties: { question: { type: 'string' }, options: { type: 'array', items: { type: 'string' } } },
      required: ['question', 'options'],
    },
    execute: async (_id, { question, options }, _signal, _onUpdate, { ui }) => {
      const answer = await ui.select(question, options);
      return { content: [{ type: 'text', text: \`The user chose: \${answer}\` }], details: {} };
    },
  });
`;

export const piStage: AgentStage = {
  adapter: pi,
  version: '0.73.1',
  binary: (version) => agentBinary('pi', version),
  prepare: preparePi,
  words: { compact: '/compact' },
  scenarios: {
    rpc: [...IN_BOTH, ...ONLY_RPC],
    json: [...IN_BOTH, 'bad-flag'],
  },
  races: FAMILY_RACES,
  differences: [
    ...FAMILY_DIFFERENCES,
    SHORTER_COUNT,
    {
      in: ['input-required'],
      why: 'only an extension asks, here one of the project with a tool for it',
      change: () => ({
        files: { '.pi/extensions/asking.ts': ASKING },
        options: { approvalMode: 'yolo' },
        model: {
          turns: [
            {
              steps: [
                { tools: [{ kind: 'raw', name: 'ask', input: { question: COLOUR, options: ['Red', 'Blue'] } }] },
                { text: 'Blue it is.' },
              ],
            },
          ],
        },
      }),
    },
    {
      in: ['context-exceeded'],
      why: 'it compacts before it gives up, and the summary is too long as well',
      change: ({ model }) => ({
        model: { ...model, compaction: { faults: [{ kind: 'error', error: 'context-length' }] } },
        expectedRequests: 2,
      }),
    },
  ],
};
