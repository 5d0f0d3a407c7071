/** Scenarios about what the model says. */
import type { Scenario } from '../scenario/index.ts';
import { numberedLines } from './material.ts';

export const ANSWERS: readonly Scenario[] = [
  {
    name: 'text',
    about: 'One prompt is answered in small deltas.',
    prompt: 'Say hello.',
    model: { turns: [{ steps: [{ text: 'Hello from the scripted model, in many small pieces.', chunk: 4 }] }] },
    exitReason: 'completed',
    expectedRequests: 1,
    proves: [
      'session_start',
      'session_end',
      'turn_start',
      'turn_end',
      'step_start',
      'step_end',
      'message_start',
      'text_delta',
      'message_stop',
      'token_usage',
    ],
  },
  {
    name: 'thinking',
    about: 'The model thinks before it answers.',
    prompt: 'Think, then answer.',
    options: { thinkingEffort: 'high' },
    model: {
      turns: [
        {
          steps: [
            {
              thinking: '**Plan** First I weigh the question, then I answer it.',
              text: 'I have thought about it: forty-two.',
              usage: { input: 120, output: 34, reasoning: 14 },
              chunk: 8,
            },
          ],
        },
      ],
    },
    exitReason: 'completed',
    expectedRequests: 1,
    proves: ['thinking_start', 'thinking_delta', 'thinking_stop'],
  },
  {
    name: 'text-buffered',
    about: 'A mode that has no deltas gives the answer at once and says so.',
    prompt: 'Say it in one piece.',
    options: { stream: 'auto' },
    model: { turns: [{ steps: [{ thinking: 'It comes whole.', text: 'All of it at once.' }] }] },
    exitReason: 'completed',
    expectedRequests: 1,
    proves: ['stream_fallback', 'text_delta'],
  },
  {
    name: 'text-whole',
    about: 'Nothing is streamed, as asked: thinking, text and a tool call come in one piece each.',
    prompt: 'Say it in one piece, and run it.',
    options: { stream: false, approvalMode: 'yolo' },
    model: {
      turns: [
        {
          steps: [
            {
              thinking: 'It comes whole.',
              text: 'All of it at once.',
              tools: [{ kind: 'shell', command: 'echo whole' }],
              chunk: 4,
            },
            { text: 'And this too.', chunk: 4 },
          ],
        },
      ],
    },
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['thinking_delta', 'text_delta', 'tool_result'],
  },
  {
    name: 'long-text',
    about: 'An answer of 200 KB arrives whole.',
    prompt: 'Count, at length.',
    model: { turns: [{ steps: [{ text: numberedLines(200_000), chunk: 400 }] }] },
    exitReason: 'completed',
    expectedRequests: 1,
    proves: ['text_delta'],
  },
  {
    name: 'unicode',
    about: 'Signs of every kind survive, one per delta, and bytes of a shell that are no text do no harm.',
    prompt: 'Show your signs.',
    options: { approvalMode: 'yolo' },
    model: {
      turns: [
        {
          steps: [
            {
              text: [
                'emoji 🙂👩‍👩‍👧 CJK 漢字かな RTL שלום مرحبا combining é controls \u0007\u001b[1m line ends \u2028\u2029 zero\u200bwidth ',
                // The two halves of a surrogate pair come in a delta each.
                '\ud83d',
                '\ude80',
                ' done',
              ],
              chunk: 1,
              tools: [{ kind: 'shell', command: String.raw`printf 'ok \303\244 broken \377\376 end\n'` }],
            },
            { text: 'Both were shown. ✓' },
          ],
        },
      ],
    },
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['text_delta', 'tool_result'],
  },
  {
    name: 'huge-line',
    about: 'A command prints 1.5 MB without a line end.',
    prompt: 'Print a very long line.',
    options: { approvalMode: 'yolo' },
    model: {
      turns: [
        {
          steps: [
            { tools: [{ kind: 'shell', command: String.raw`head -c 1500000 /dev/zero | tr '\0' x` }] },
            { text: 'That was long.' },
          ],
        },
      ],
    },
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['tool_result', 'shell_exit'],
  },
  {
    name: 'cost',
    about: 'Usage with cached and thinking tokens becomes a cost.',
    prompt: 'What do you cost?',
    model: {
      turns: [
        {
          steps: [
            { text: 'Not much.', usage: { input: 1200, output: 340, cacheRead: 5000, cacheWrite: 800, reasoning: 70 } },
          ],
        },
      ],
    },
    exitReason: 'completed',
    expectedRequests: 1,
    proves: ['cost', 'token_usage'],
  },
  {
    name: 'usage-several-requests',
    about: 'Three requests, each with its own numbers: any count that is left out or taken twice shows in a sum.',
    prompt: 'Count, and mind what it costs.',
    options: { approvalMode: 'yolo' },
    model: {
      turns: [
        {
          steps: [
            {
              thinking: 'The first number comes first.',
              tools: [{ kind: 'shell', command: 'echo the first' }],
              usage: { input: 1009, output: 211, cacheRead: 307, cacheWrite: 53, reasoning: 41 },
            },
            {
              thinking: 'Then the second one.',
              tools: [{ kind: 'shell', command: 'echo the second' }],
              usage: { input: 2503, output: 97, cacheRead: 1301, cacheWrite: 101, reasoning: 19 },
            },
            {
              thinking: 'That is all.',
              text: 'Counted to two.',
              usage: { input: 4099, output: 131, cacheRead: 2203, cacheWrite: 17, reasoning: 73 },
            },
          ],
        },
      ],
    },
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['token_usage'],
  },
];
