/** What an agent asks is put to a person at the terminal: `amux run` on the real CLIs, in a pseudo-terminal. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelScript, ToolCall } from '@agent-mux/testkit';
import { type IPty, spawn } from 'node-pty';
import { describe, expect, it } from 'vitest';
import type { AgentStage } from './support/stage.ts';
import { oneTurn, type StagedAgent, stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { geminiStage } from './support/stages/gemini.ts';

const MAIN = fileURLToPath(new URL('../../packages/agent-mux/src/cli/main.ts', import.meta.url));
const SOURCE = ['--conditions=agent-mux-source', '--import', import.meta.resolve('tsx'), MAIN];

interface Traits {
  readonly stage: AgentStage;
  readonly takesInput: boolean;
  readonly asksQuestions: boolean;
  readonly repeatable: ToolCall;
}

const shell = (command: string): ToolCall => ({ kind: 'shell', command });
const WRITE: ToolCall = { kind: 'write', path: 'made.txt', content: 'made\n' };
const ASK: ToolCall = {
  kind: 'question',
  questions: [
    {
      question: 'Which colour do you want?',
      header: 'Colour',
      options: [
        { label: 'Red', description: 'Like a rose' },
        { label: 'Blue', description: 'Like the sky' },
      ],
    },
  ],
};

const AGENTS: readonly Traits[] = [
  { stage: claudeStage, takesInput: true, asksQuestions: true, repeatable: WRITE },
  { stage: codexStage, takesInput: false, asksQuestions: true, repeatable: shell('echo made >> made.txt') },
  { stage: geminiStage, takesInput: false, asksQuestions: false, repeatable: WRITE },
];

interface Person {
  readonly pty: IPty;
  /** Waits until the terminal shows the text, from where the last wait ended. */
  until(text: string): Promise<void>;
  type(line: string): void;
  readonly seen: () => string;
  readonly exited: Promise<number>;
}

async function sit(
  { stage }: Traits,
  { script, flags = [] }: { script: ModelScript; flags?: readonly string[] },
  work: (person: Person, staged: StagedAgent) => Promise<void>,
): Promise<void> {
  await using staged = await stageAgent(stage, { script });
  const { agent = '', binary = '', cwd = '', env = {} } = staged.options;
  const args = [...SOURCE, 'run', agent, 'Go.', '--binary', binary, '--cwd', cwd, ...flags];
  const pty = spawn(process.execPath, args, { cols: 160, rows: 50, env: { ...process.env, ...env, NO_COLOR: '1' } });
  let seen = '';
  let from = 0;
  let isOver = false;
  let wake = (): void => {};
  pty.onData((data) => {
    seen += data;
    wake();
  });
  const exited = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode }) => {
      isOver = true;
      resolve(exitCode);
      wake();
    });
  });
  const person: Person = {
    pty,
    seen: () => seen,
    exited,
    type: (line) => pty.write(`${line}\r`),
    async until(text) {
      while (!seen.includes(text, from)) {
        if (isOver) {
          throw new Error(`The terminal never showed ${JSON.stringify(text)}, but:\n${seen}`);
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      from = seen.indexOf(text, from) + text.length;
    },
  };
  try {
    await work(person, staged);
    expect(staged.server.unmatched).toEqual([]);
    expect(staged.leftOver()).toEqual([]);
  } finally {
    if (!isOver) {
      pty.kill('SIGKILL');
    }
  }
}

describe.each(AGENTS)('at the terminal of $stage.adapter.displayName', (traits) => {
  it('a person grants, denies with a reason, changes what is asked, and answers', () => {
    const script = oneTurn(
      { tools: [shell('echo one >> one.txt')] },
      { tools: [shell('echo two >> two.txt')] },
      { tools: [shell('echo three >> three.txt')] },
      ...(traits.asksQuestions ? [{ tools: [ASK] }] : []),
      { text: 'All is said.' },
    );
    return sit(traits, { script }, async ({ until, type, exited, seen }, { sandbox }) => {
      await until('echo one >> one.txt');
      await until('d = no, with a reason > ');
      type('y');
      await until('granted');
      await until('echo two >> two.txt');
      await until('d = no, with a reason > ');
      type('d');
      await until('reason > ');
      type('one is enough');
      await until('denied: one is enough');
      await until('echo three >> three.txt');
      if (traits.takesInput) {
        await until('e = yes, but with another input');
      }
      await until('d = no, with a reason > ');
      if (traits.takesInput) {
        type('e');
        await until('command, or the whole input as JSON > ');
        type('echo four >> four.txt');
      } else {
        expect(seen()).not.toContain('e = yes');
        type('n');
      }
      if (traits.asksQuestions) {
        await until('Which colour do you want?');
        await until('2. Blue Like the sky');
        await until('(Ctrl-D declines) > ');
        type('2');
      }
      await until('All is said.');
      expect(await exited).toBe(0);
      const made = ['one', 'two', 'three', 'four'].filter((name) => existsSync(join(sandbox.cwd, `${name}.txt`)));
      expect(made).toEqual(traits.takesInput ? ['one', 'four'] : ['one']);
    });
  });

  it('leave for the session is given once', () => {
    const script = oneTurn({ tools: [traits.repeatable] }, { tools: [traits.repeatable] }, { text: 'All is said.' });
    return sit(traits, { script }, async ({ until, type, exited, seen }) => {
      await until('a = yes, for the whole session');
      await until('d = no, with a reason > ');
      type('a');
      await until('All is said.');
      expect(await exited).toBe(0);
      expect(seen().match(/a = yes, for the whole session/g)).toHaveLength(1);
    });
  });

  it('Ctrl-C while a question is open ends the run, and nothing is done', () =>
    sit(
      traits,
      { script: oneTurn({ tools: [WRITE] }, { text: 'All is said.' }) },
      async ({ until, pty, exited }, { sandbox }) => {
        await until('d = no, with a reason > ');
        pty.write('\x03');
        await until('the question is no longer open');
        expect(await exited).toBe(130);
        expect(existsSync(join(sandbox.cwd, 'made.txt'))).toBe(false);
      },
    ));

  it.each([
    ['nobody is asked with --yolo', ['--yolo'], true],
    ['nothing is done with --deny', ['--deny'], false],
    ['nothing is done when nobody answers in time', ['--interaction-timeout', '600'], false],
  ])('%s', (_, flags, isMade) =>
    sit(
      traits,
      { script: oneTurn({ tools: [WRITE] }, { text: 'All is said.' }), flags },
      async ({ exited, seen }, { sandbox }) => {
        expect(await exited).toBe(0);
        expect(existsSync(join(sandbox.cwd, 'made.txt'))).toBe(isMade);
        expect(seen().includes('y = yes')).toBe(flags.includes('--interaction-timeout'));
      },
    ),
  );
});
