/** A grant for the session covers what was allowed: what else is asked is asked again, and what was changed is not what was asked for. */
import type { Dialect } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';
import { askedAgain, recordedQuestions } from './support/recorded-questions.ts';
import { type Call, GATES, type OpenGate } from './support/session-gates.ts';

const gates = GATES.filter((gate) => askedAdapters.some(({ agent }) => agent === gate.agent));

/** The call that is allowed in each case. */
const allowed = (tool: string): Call => ({ tool, input: { command: 'ls build' } });
/** Inputs of the same tool that were not. */
const OTHERS: readonly object[] = [
  { command: 'rm -rf ~' },
  { command: 'ls' },
  { command: 'ls build && rm -rf ~' },
  { command: 'ls build\nrm -rf ~' },
  { command: ' ls build' },
  { command: 'ls *' },
  { command: '' },
  { command: ['ls build'] },
  { command: null },
  {},
  { script: 'ls build' },
];
/** Inputs of a shell that name no command, so that nothing could be granted but the whole tool. */
const EMPTY: readonly object[] = [{ command: '' }, {}, { command: ['ls'] }, { command: null }, { command: 5 }];

describe.each(gates)('the gate of $name', ({ open, shells, others }) => {
  const granted = async (call: Call, answer?: { readonly input: object }): Promise<OpenGate> => {
    const gate = open();
    await gate.grant(call, answer);
    return gate;
  };

  describe.each(shells)('after a command of %s was allowed for the session', (shell) => {
    const passing = async (gate: OpenGate, inputs: readonly object[]): Promise<readonly object[]> => {
      const passed: object[] = [];
      for (const input of inputs) {
        if (await gate.passes({ tool: shell, input })) {
          passed.push(input);
        }
      }
      return passed;
    };

    it('lets that command pass', async () => {
      expect(await (await granted(allowed(shell))).passes(allowed(shell))).toBe(true);
    });

    it.each(OTHERS)('asks about another: %j', async (input) => {
      expect(await (await granted(allowed(shell))).passes({ tool: shell, input })).toBe(false);
    });

    it.each([...shells.filter((each) => each !== shell), ...others])(
      'asks about %s with the same input',
      async (tool) => {
        expect(await (await granted(allowed(shell))).passes(allowed(tool))).toBe(false);
      },
    );

    it('asks about what was asked for, where another input was allowed, and not about that', async () => {
      const asked = { command: 'rm -rf build' };
      const { input } = allowed(shell);
      const gate = await granted({ tool: shell, input: asked }, { input });
      expect(await passing(gate, [asked, input])).toEqual([input]);
    });

    it.each(EMPTY)('asks about every command, where what was allowed names none: %j', async (input) => {
      const gate = await granted({ tool: shell, input });
      expect(await passing(gate, [input, allowed(shell).input, ...OTHERS])).toEqual([]);
    });

    it.each(EMPTY)('asks about every command, where it was changed to name none: %j', async (input) => {
      const gate = await granted(allowed(shell), { input });
      expect(await passing(gate, [input, allowed(shell).input, ...OTHERS])).toEqual([]);
    });
  });

  describe.each(others)('after %s was allowed for the session', (tool) => {
    const asked = { command: 'ls build', path: '/a', file_path: '/a' };

    it.each(shells)('asks about every command of %s', async (shell) => {
      const gate = await granted({ tool, input: asked });
      expect(await gate.passes(allowed(shell))).toBe(false);
    });

    it('asks about what was asked for, where another input was allowed', async () => {
      const gate = await granted({ tool, input: asked }, { input: { ...asked, path: '/b', file_path: '/b' } });
      expect(await gate.passes({ tool, input: asked })).toBe(false);
    });
  });
});

const MODES = [
  ...['claude/bidi', 'codex/app-server', 'copilot/acp', 'copilot/sdk', 'gemini/acp', 'hermes/acp'],
  ...['opencode/acp', 'pi/rpc'],
];
const questions = (await recordedQuestions(askedAdapters)).filter(({ interaction }) =>
  interaction.scopes?.includes('session'),
);

it('each mode that takes a grant for the session is recorded', () => {
  const asked = MODES.filter((of) => askedAdapters.some(({ agent }) => of.startsWith(`${agent}/`)));
  expect([...new Set(questions.map(({ of }) => of))].sort()).toEqual(asked);
});

describe.each([...new Set(questions.map(({ of }) => of))])('%s', (mode) => {
  const own = questions.filter(({ of }) => of === mode);

  it('shows what is asked once more after a grant for the session', () => {
    const silent = own.filter(({ key, line, open }) => {
      const dialect = open();
      write(dialect, dialect.respond(key, { type: 'approve', scope: 'session' }));
      const wasTaken = !dialect.state.pending.has(key);
      const { write: written } = dialect.parseEvent(askedAgain({ key, line }), { source: 'stdout' });
      return !wasTaken || dialect.state.pending.size === 0 || written.length > 0;
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('hands on nothing of the input that was asked for, where another one is allowed for the session', () => {
    const said = own.flatMap(({ key, interaction, name, open }) => {
      const writes = open().respond(key, { type: 'approve', scope: 'session', input: changed(interaction.input) });
      const texts = textsIn(typeof writes === 'string' ? [] : writes.write.map((line) => JSON.parse(line)), true);
      const old = textsIn(interaction.input).filter((text) => texts.some((each) => each.includes(text)));
      return old.map((text) => `${name}: ${text}`);
    });
    expect(said).toEqual([]);
  });
});

function write(dialect: Dialect, writes: ReturnType<Dialect['respond']>): void {
  for (const line of typeof writes === 'string' ? [] : writes.write) {
    dialect.parseEvent(line, { source: 'stdin' });
  }
}

/** All texts of a value, also those within a text that is JSON itself. */
function textsIn(value: unknown, deep = false): readonly string[] {
  if (typeof value === 'string') {
    return deep && value.startsWith('{') ? [value, ...textsIn(JSON.parse(value), deep)] : value === '' ? [] : [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((each) => textsIn(each, deep)) : [];
}

function changed(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? {}, (_name, each: unknown) => (typeof each === 'string' ? `another ${each.length}` : each)),
  );
}
