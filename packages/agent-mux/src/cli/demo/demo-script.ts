/** The script of the demo: a small project with a mistake, and a model that finds and fixes it. */
import type { ModelScript, ToolCall } from '@agent-mux/testkit';

export const PROMPT = 'add() gives wrong sums. Find out why and fix it.';
export const CHANGED_FILE = 'add.mjs';

const WRONG = '  return a - b;';
const RIGHT = '  return a + b;';
const SOURCE = (line: string): string => `/** The sum of two numbers. */\nexport function add(a, b) {\n${line}\n}\n`;

export const FIXED_SOURCE: string = SOURCE(RIGHT);

export const FILES: Readonly<Record<string, string>> = {
  [CHANGED_FILE]: SOURCE(WRONG),
  'check.mjs': `import { add } from './add.mjs';

const sum = add(2, 3);
console.log('add(2, 3) =', sum, sum === 5 ? '(right)' : '(wrong, expected 5)');
`,
};

/** Creates the script. `delayMs` lies between two pieces of text, so that a person can see them stream. */
export function createDemoScript(agent: string, delayMs: number): ModelScript {
  const pace = { delayMs, chunk: 8 };
  const check = { kind: 'shell', command: 'node check.mjs', description: 'Run the check' } as const;
  return {
    turns: [
      {
        steps: [
          {
            ...pace,
            thinking: 'The sums are wrong. I should see the mistake happen before I change anything.',
            text: 'I run the check first, to see what goes wrong.',
            tools: [check],
            usage: { input: 1_800, output: 90 },
          },
          {
            ...pace,
            text: 'The result is that of a subtraction. I look at the code.',
            tools: [{ kind: 'read', path: CHANGED_FILE }],
            usage: { input: 1_960, output: 60 },
          },
          {
            ...pace,
            text: 'There it is: a minus sign.',
            tools: [changeFor(agent)],
            usage: { input: 2_100, output: 85 },
          },
          { ...pace, text: 'Now the check again.', tools: [check], usage: { input: 2_250, output: 50 } },
          {
            ...pace,
            text: 'Fixed: `add()` subtracted instead of adding. The check is right now.',
            usage: { input: 2_320, output: 40 },
          },
        ],
      },
    ],
  };
}

// omp edits by patches that name a checksum of what it has read (18.2.3), so its model writes the file anew.
function changeFor(agent: string): ToolCall {
  return agent === 'omp'
    ? { kind: 'write', path: CHANGED_FILE, content: FIXED_SOURCE }
    : { kind: 'edit', path: CHANGED_FILE, oldText: WRONG, newText: RIGHT };
}
