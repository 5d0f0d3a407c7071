/** Scenarios about what the model does with tools. */
import type { Scenario, ToolCall } from '../scenario/index.ts';
import { PIXEL_PNG } from './material.ts';

/** One prompt, one tool call after another, and a last word. */
function callsInTurn(calls: readonly ToolCall[], lastWord: string): Scenario['model'] {
  return { turns: [{ steps: [...calls.map((call) => ({ tools: [call] })), { text: lastWord }] }] };
}

const YOLO = { approvalMode: 'yolo' } as const;

const SHELL: readonly Scenario[] = [
  {
    name: 'tool-shell',
    about: 'A command writes to both streams, with pauses.',
    prompt: 'Run the command.',
    options: YOLO,
    model: {
      turns: [
        {
          steps: [
            {
              text: 'I will run it.',
              tools: [
                {
                  kind: 'shell',
                  command: 'echo one; sleep 0.3; echo two >&2; sleep 0.3; echo three',
                  description: 'Count to three',
                },
              ],
              chunk: 8,
            },
            { text: 'It counted to three.' },
          ],
        },
      ],
    },
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['tool_call_start', 'tool_call_ready', 'tool_result', 'shell_start', 'shell_exit'],
  },
  {
    name: 'tool-shell-fail',
    about: 'A command ends with exit code 3.',
    prompt: 'Run what fails.',
    options: YOLO,
    model: callsInTurn([{ kind: 'shell', command: 'echo before the end; exit 3' }], 'It failed with 3.'),
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['tool_call_ready', 'shell_start', 'shell_exit'],
  },
  {
    name: 'tool-background',
    about: 'A command goes on in the background; the agent comes back to it when it ends.',
    prompt: 'Start it in the background.',
    options: YOLO,
    model: {
      turns: [
        {
          steps: [
            { tools: [{ kind: 'shell', command: 'sleep 1; echo ticked', background: true }] },
            { text: 'It is running.' },
            { text: 'It has ended.' },
          ],
        },
      ],
    },
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['shell_start', 'shell_exit', 'turn_start'],
  },
  {
    name: 'tools-parallel',
    about: 'Three calls of one answer end in another order.',
    prompt: 'Do three things at once.',
    files: { 'a.txt': 'alpha\n' },
    options: YOLO,
    model: {
      turns: [
        {
          steps: [
            {
              text: 'Three at once.',
              tools: [
                { kind: 'shell', command: 'sleep 0.5; echo slow', id: 'slow' },
                { kind: 'read', path: 'a.txt', id: 'read' },
                { kind: 'shell', command: 'echo quick', id: 'quick' },
              ],
            },
            { text: 'All three are done.' },
          ],
        },
      ],
    },
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['tool_call_start', 'tool_result'],
  },
  {
    name: 'tool-unknown',
    about: 'The model calls a tool that does not exist.',
    prompt: 'Use the tool that nobody has.',
    options: YOLO,
    model: callsInTurn([{ kind: 'raw', name: 'NoSuchTool', input: { value: 1 } }], 'There is no such tool.'),
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['tool_error'],
  },
  {
    name: 'invalid-tool-input',
    about: 'The input of a call is no JSON, that of the next has the wrong shape.',
    prompt: 'Call it wrongly.',
    options: YOLO,
    model: callsInTurn(
      [
        { kind: 'malformed', of: 'read', inputText: '{"file_path": "/a.txt", "offset": [1, ' },
        { kind: 'malformed', of: 'read', inputText: '{"nonsense":true}' },
      ],
      'Neither was understood.',
    ),
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['tool_error', 'tool_input_delta'],
  },
];

const FILES: readonly Scenario[] = [
  {
    name: 'file-create',
    about: 'The agent writes a new file.',
    prompt: 'Create a file.',
    options: YOLO,
    model: callsInTurn([{ kind: 'write', path: 'notes/new.txt', content: 'first\nsecond\n' }], 'Created.'),
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['file_create'],
  },
  {
    name: 'file-write-existing',
    about: 'The agent reads a file and writes over it.',
    prompt: 'Replace the file.',
    files: { 'a.txt': 'old\n' },
    options: YOLO,
    model: callsInTurn(
      [
        { kind: 'read', path: 'a.txt' },
        { kind: 'write', path: 'a.txt', content: 'new\n' },
      ],
      'Replaced.',
    ),
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['file_read', 'file_write'],
  },
  {
    name: 'file-edit',
    about: 'The agent reads a file and changes a line of it.',
    prompt: 'Change a line.',
    files: { 'a.txt': 'one\ntwo\nthree\n' },
    options: YOLO,
    model: callsInTurn(
      [
        { kind: 'read', path: 'a.txt' },
        { kind: 'edit', path: 'a.txt', oldText: 'two', newText: 'TWO' },
      ],
      'Changed.',
    ),
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['file_read', 'file_patch'],
  },
  {
    name: 'file-read',
    about: 'The agent reads a file, and one that is not there.',
    prompt: 'Read two files.',
    files: { 'a.txt': 'one\ntwo\n' },
    options: YOLO,
    model: callsInTurn(
      [
        { kind: 'read', path: 'a.txt' },
        { kind: 'read', path: 'missing.txt' },
      ],
      'One of them is missing.',
    ),
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['file_read', 'tool_error'],
  },
  {
    name: 'file-delete',
    about: 'The agent deletes a file, by whatever means it has.',
    prompt: 'Delete the file.',
    files: { 'a.txt': 'away\n' },
    options: YOLO,
    model: callsInTurn([{ kind: 'delete', path: 'a.txt' }], 'Deleted.'),
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['file_delete'],
  },
  {
    name: 'file-read-image',
    about: 'The agent reads a picture.',
    prompt: 'Look at the picture.',
    files: { 'dot.png': { base64: PIXEL_PNG } },
    options: YOLO,
    model: callsInTurn([{ kind: 'read', path: 'dot.png' }], 'A dot.'),
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['image_output', 'file_read'],
  },
];

const MCP: readonly Scenario[] = [
  {
    name: 'mcp-tool',
    about: 'A tool of an MCP server answers with text, another with a picture.',
    prompt: 'Use the demo server.',
    options: YOLO,
    setup: { mcp: ['demo'] },
    model: callsInTurn(
      [
        { kind: 'mcp', server: 'demo', tool: 'echo', input: { text: 'hello' } },
        { kind: 'mcp', server: 'demo', tool: 'image', input: {} },
      ],
      'It echoed.',
    ),
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['mcp_tool_call_start', 'mcp_tool_result'],
  },
  {
    name: 'mcp-tool-error',
    about: 'A tool of an MCP server says that it failed; another answers with an error of the protocol.',
    prompt: 'Use what fails.',
    options: YOLO,
    setup: { mcp: ['demo'] },
    model: callsInTurn(
      [
        { kind: 'mcp', server: 'demo', tool: 'fail', input: {} },
        { kind: 'mcp', server: 'demo', tool: 'rpc-error', input: {} },
      ],
      'Both failed.',
    ),
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['mcp_tool_call_start', 'mcp_tool_error'],
  },
  {
    name: 'mcp-server-fail',
    about: 'An MCP server leaves at once; the agent answers all the same.',
    prompt: 'Answer without it.',
    setup: { mcp: ['dead'] },
    model: { turns: [{ steps: [{ text: 'I can do without.' }] }] },
    exitReason: 'completed',
    expectedRequests: 1,
    proves: ['debug'],
  },
];

const HOST: readonly Scenario[] = [
  {
    name: 'host-tool',
    about: 'The program offers a function as a tool; one call of it gives a result, another throws.',
    prompt: 'What is the price of a pear, and of a plum?',
    options: {
      ...YOLO,
      tools: [
        {
          name: 'price_of',
          description: 'The price of a fruit, in cents.',
          inputSchema: { type: 'object', properties: { fruit: { type: 'string' } }, required: ['fruit'] },
          run(input) {
            const { fruit } = input as { readonly fruit?: unknown };
            if (fruit !== 'pear') {
              throw new Error(`There is no price for "${String(fruit)}".`);
            }
            return '120';
          },
        },
      ],
    },
    model: callsInTurn(
      [
        { kind: 'host', tool: 'price_of', input: { fruit: 'pear' } },
        { kind: 'host', tool: 'price_of', input: { fruit: 'plum' } },
      ],
      'A pear is 120 cents; there are no plums.',
    ),
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['tool_call_start', 'tool_result', 'tool_error'],
  },
];

const HOSTED: readonly Scenario[] = [
  {
    name: 'web-search',
    about: 'The service searches the web on its own; the agent hears that it did, and for what.',
    prompt: 'Look it up.',
    options: YOLO,
    model: {
      turns: [
        {
          steps: [
            {
              parts: [
                { kind: 'text', text: 'I look it up.' },
                {
                  kind: 'tool',
                  call: {
                    kind: 'raw',
                    name: 'web_search',
                    input: { query: 'fixture', queries: ['fixture', 'cassette'] },
                  },
                },
                { kind: 'text', text: 'It was found.' },
              ],
            },
          ],
        },
      ],
    },
    exitReason: 'completed',
    expectedRequests: 1,
    proves: ['tool_call_start', 'tool_call_ready', 'tool_result'],
  },
];

export const TOOLS: readonly Scenario[] = [...SHELL, ...FILES, ...MCP, ...HOST, ...HOSTED];
