/** Scenarios about subagents, skills, plugins, hooks and the project's instructions. */
import type { Scenario } from '../scenario/index.ts';
import { PIXEL_PNG } from './material.ts';

const YOLO = { approvalMode: 'yolo' } as const;

const SUBAGENTS: readonly Scenario[] = [
  {
    name: 'subagent',
    about: 'A subagent uses a tool and reports; the agent goes on with the report.',
    prompt: 'Send somebody.',
    files: { 'a.txt': 'alpha\n' },
    options: { ...YOLO, includeSubagents: true },
    model: {
      turns: [
        {
          steps: [
            { text: 'I send somebody.', tools: [{ kind: 'subagent', lane: 'kid', task: 'Read a.txt and report.' }] },
            { text: 'It reported alpha.' },
          ],
        },
      ],
      subagents: {
        kid: [{ text: 'I look.', tools: [{ kind: 'read', path: 'a.txt' }] }, { text: 'Report: it says alpha.' }],
      },
    },
    exitReason: 'completed',
    expectedRequests: 4,
    proves: ['subagent_spawn', 'subagent_result'],
  },
  {
    name: 'subagent-background',
    about: 'A subagent works in the background; the agent answers, and again when the report is there.',
    prompt: 'Send somebody and do not wait.',
    options: YOLO,
    model: {
      turns: [
        {
          steps: [
            { tools: [{ kind: 'subagent', lane: 'kid', task: 'Take your time.', background: true }] },
            { text: 'Somebody is on the way.' },
            { text: 'The report is here.' },
          ],
        },
      ],
      subagents: { kid: [{ waitMs: 800, text: 'Report from the background.' }] },
    },
    exitReason: 'completed',
    expectedRequests: 4,
    proves: ['subagent_spawn', 'subagent_result', 'turn_start', 'turn_end'],
  },
  {
    name: 'subagent-parallel',
    about: 'Two subagents of one answer work at the same time, their words interleaved.',
    prompt: 'Send two.',
    options: { ...YOLO, includeSubagents: true },
    model: {
      turns: [
        {
          steps: [
            {
              tools: [
                { kind: 'subagent', lane: 'left', task: 'Go left.', id: 'left' },
                { kind: 'subagent', lane: 'right', task: 'Go right.', id: 'right' },
              ],
            },
            { text: 'Both are back.' },
          ],
        },
      ],
      subagents: {
        left: [{ text: ['Left begins, ', { hold: 'left-middle' }, 'left ends.'] }],
        right: [{ text: ['Right begins, ', { hold: 'right-middle' }, 'right ends.'] }],
      },
    },
    host: [
      { at: { gate: 'left-middle' }, do: 'wait' },
      { at: { gate: 'right-middle' }, do: 'release', gate: 'left-middle' },
      { at: { event: 'subagent_result' }, do: 'release', gate: 'right-middle' },
    ],
    exitReason: 'completed',
    expectedRequests: 4,
    proves: ['subagent_spawn', 'subagent_result'],
  },
  {
    name: 'subagent-fail',
    about: 'The model refuses a subagent; the agent goes on without it.',
    prompt: 'Send somebody who fails.',
    options: YOLO,
    model: {
      turns: [{ steps: [{ tools: [{ kind: 'subagent', lane: 'kid', task: 'Fail.' }] }, { text: 'It failed.' }] }],
      subagents: { kid: [{ faults: [{ kind: 'error', error: 'bad-request', shouldRetry: false }] }] },
    },
    exitReason: 'completed',
    // Claude Code tries a refused request again without what it sent under a beta header.
    expectedRequests: { all: 3, except: { claude: 8, 'claude@2.1.197': 3 } },
    proves: ['subagent_spawn', 'subagent_error'],
  },
  {
    name: 'subagent-unknown',
    about: 'The type of the subagent does not exist.',
    prompt: 'Send somebody who does not exist.',
    options: YOLO,
    model: {
      turns: [
        {
          steps: [
            { tools: [{ kind: 'subagent', lane: 'kid', task: 'Be.', type: 'no-such-agent' }] },
            { text: 'Nobody of that kind.' },
          ],
        },
      ],
    },
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['subagent_error'],
  },
  {
    name: 'approval-subagent',
    about: 'A subagent asks for leave to write, and gets it.',
    prompt: 'Send somebody who writes.',
    options: { approvalMode: 'prompt' },
    model: {
      turns: [
        { steps: [{ tools: [{ kind: 'subagent', lane: 'kid', task: 'Write the file.' }] }, { text: 'It wrote.' }] },
      ],
      subagents: {
        kid: [{ tools: [{ kind: 'write', path: 'kid.txt', content: 'by the kid\n' }] }, { text: 'Report: written.' }],
      },
    },
    host: [{ at: { event: 'approval_request' }, do: 'approve' }],
    exitReason: 'completed',
    expectedRequests: 4,
    proves: ['approval_request', 'approval_granted', 'subagent_result'],
  },
];

const SURROUNDINGS: readonly Scenario[] = [
  {
    name: 'skill',
    about: 'The model uses a skill of the project.',
    prompt: 'Greet as we do here.',
    options: YOLO,
    setup: {
      skill: { name: 'greet', description: 'How people are greeted here.', body: 'Say hello kindly, with a hat.' },
    },
    model: { turns: [{ steps: [{ tools: [{ kind: 'skill', skill: 'greet' }] }, { text: 'Hello, kindly.' }] }] },
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['skill_loaded', 'skill_invoked'],
  },
  {
    name: 'plugin',
    about: 'The prompt is a command of a plugin.',
    prompt: '/helper:hi',
    setup: { plugin: { name: 'helper', command: 'hi', body: 'Say hi to everyone.' } },
    model: { turns: [{ steps: [{ text: 'Hi, everyone.' }] }] },
    exitReason: 'completed',
    expectedRequests: 1,
    proves: ['plugin_loaded', 'plugin_invoked'],
  },
  {
    name: 'plugin-error',
    about: 'A plugin cannot be loaded; the agent says so and answers without it.',
    prompt: 'Say hi without it.',
    setup: { plugin: { name: 'helper', command: 'hi', body: 'Say hi to everyone.', isBroken: true } },
    model: { turns: [{ steps: [{ text: 'Hi.' }] }] },
    exitReason: 'completed',
    expectedRequests: 1,
    proves: ['plugin_error'],
  },
  {
    name: 'hooks',
    about: 'A hook of the project lets one command pass and refuses the other.',
    prompt: 'Run both commands.',
    options: YOLO,
    setup: { hookDenies: 'forbidden' },
    model: {
      turns: [
        {
          steps: [
            { tools: [{ kind: 'shell', command: 'echo allowed' }] },
            { tools: [{ kind: 'shell', command: 'echo forbidden' }] },
            { text: 'One of them was refused.' },
          ],
        },
      ],
    },
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['tool_result', 'tool_error'],
  },
  {
    name: 'agentdoc',
    about: "The project's instructions lie in the workspace, and more of them in a folder that is read from.",
    prompt: 'Do as the project says.',
    files: { 'part/a.txt': 'alpha\n' },
    setup: {
      agentsDoc: 'In this project every answer is kind.\n',
      partDoc: { folder: 'part', text: 'In this part answers are short.\n' },
    },
    model: {
      turns: [{ steps: [{ tools: [{ kind: 'read', path: 'part/a.txt' }] }, { text: 'Kindly done.' }] }],
    },
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['agentdoc_read'],
  },
  {
    name: 'image-input',
    about: 'The prompt comes with a picture.',
    prompt: 'What is in the picture?',
    options: { attachments: [{ base64: PIXEL_PNG, mimeType: 'image/png', name: 'dot.png' }] },
    model: { turns: [{ steps: [{ text: 'One dot.' }] }] },
    exitReason: 'completed',
    expectedRequests: 1,
    proves: ['image_input_ack'],
  },
];

export const SUBAGENTS_AND_SURROUNDINGS: readonly Scenario[] = [...SUBAGENTS, ...SURROUNDINGS];
