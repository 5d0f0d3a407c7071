/** Gemini CLI on the stage. */
import { gemini } from '@agent-mux/adapters';
import { prepareGemini } from '@agent-mux/testkit';
import { agentBinary } from '../agents.ts';
import type { AgentStage } from '../stage.ts';
import { STDERR_RACES, STREAM_JSON, STREAM_JSON_DIFFERENCES } from './gemini-stream-json.ts';
import { COUNTED_BY_US, ONE_TOO_MANY } from './turn-limit.ts';

const ACP: readonly string[] = [
  'text',
  'thinking',
  'text-whole',
  'long-text',
  'unicode',
  'huge-line',
  'tool-shell',
  'tool-shell-fail',
  'tools-parallel',
  'usage-several-requests',
  'file-create',
  'file-write-existing',
  'file-edit',
  'file-read',
  'mcp-tool',
  'mcp-tool-error',
  'subagent',
  'subagent-unknown',
  'skill',
  'image-input',
  'approval-granted',
  'approval-denied',
  'approval-always',
  'approval-headless',
  'approval-interrupt',
  'approval-edit',
  'approval-fetch',
  'approval-mcp',
  'approval-timeout',
  'multi-turn',
  'queued',
  'resume',
  'resume-missing',
  'auth-error',
  'auth-missing',
  'rate-limit-exhausted',
  'context-exceeded',
  'model-not-found',
  'refusal',
  'output-limit',
  'turn-limit',
  'error-then-continue',
  'stream-cut',
  'stream-cut-exhausted',
  'stall',
  'interrupt',
  'interrupt-continue',
  'interrupt-tool',
  'abort',
  'abort-tool',
  'kill',
  'pause-resume',
  'timeout',
];

const TRACE = /^\s+(?:at |(?:localPort|remotePort|bytesWritten|bytesRead): )/;

export const geminiStage: AgentStage = {
  adapter: gemini,
  version: '0.61.0',
  binary: (version) => agentBinary('gemini', version),
  prepare: prepareGemini,
  scenarios: { acp: ACP, 'stream-json': STREAM_JSON },
  differences: [
    ...STREAM_JSON_DIFFERENCES,
    {
      in: ['thinking'],
      why: 'Gemini CLI has no option for the depth of thinking',
      change: () => ({ options: {} }),
    },
    {
      in: ['timeout', 'stall'],
      modes: ['acp'],
      why: 'on a busy machine Gemini CLI takes seconds to start',
      change: ({ name, options }) => ({
        options: { ...options, ...(name === 'timeout' ? { timeout: 15_000 } : { inactivityTimeout: 15_000 }) },
      }),
    },
    {
      in: ['refusal'],
      modes: ['acp'],
      why: 'Gemini CLI asks as often as its settings say',
      change: () => ({ expectedRequests: 3 }),
    },
    {
      in: ['image-input'],
      modes: ['acp'],
      why: 'Gemini CLI takes a picture without a word',
      change: () => ({ proves: ['text_delta'] }),
    },
    {
      in: ['skill'],
      modes: ['acp'],
      why: 'the skills that it has are not told over ACP',
      change: () => ({ proves: ['skill_invoked'] }),
    },
    {
      in: ['huge-line'],
      modes: ['acp'],
      why: 'the line stands three times in a fixture: in the recording, as what was printed, and as what the tool gave back',
      change: () => ({
        model: {
          turns: [
            {
              steps: [
                { tools: [{ kind: 'shell', command: String.raw`head -c 120000 /dev/zero | tr '\0' x` }] },
                { text: 'That was long.' },
              ],
            },
          ],
        },
      }),
    },
    {
      in: ['rate-limit-exhausted'],
      modes: ['acp'],
      why: 'what Gemini CLI says on stderr of its own retries does not tell how many there may be',
      change: ({ proves }) => ({ proves: proves.filter((type) => type !== 'retry') }),
    },
    COUNTED_BY_US,
  ],
  races: [
    ONE_TOO_MANY,
    ...STDERR_RACES,
    {
      why: 'the trace of an error names lines of Node, and what went through a connection',
      settle: (events) => events.filter(({ source, line }) => source !== 'stderr' || !TRACE.test(String(line))),
    },
  ],
  newTexts: [
    // When a report was written, and how long something took.
    ['moment', /(?<=gemini-client-error-[\w.-]+-)\d{4}-\d\d-\d\dT[\d-]+Z(?=\.json)/],
    ['length', /\b\d+(?=ms\b)/],
    // Ids of calls hold the time.
    ['time', /(?<=_)\d{13}(?=_\d)/],
  ],
};
