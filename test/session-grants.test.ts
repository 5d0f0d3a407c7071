/** A grant for the session covers what was allowed: what else is asked is asked again, and what was changed is not what was asked for. */
import type { Dialect } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';
import { askedAgain, recordedQuestions } from './support/recorded-questions.ts';
import { type Call, GATES } from './support/session-gates.ts';

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
  describe.each(shells)('after a command of %s was allowed for the session', (shell) => {
    const granted = (call: Call, answer?: Parameters<ReturnType<typeof open>['grant']>[1]): ReturnType<typeof open> => {
      const gate = open();
      gate.grant(call, answer);
      return gate;
    };

    it('lets that command pass', () => {
      expect(granted(allowed(shell)).passes(allowed(shell))).toBe(true);
    });

    it.each(OTHERS)('asks about another: %j', (input) => {
      expect(granted(allowed(shell)).passes({ tool: shell, input })).toBe(false);
    });

    it.each([...shells.filter((each) => each !== shell), ...others])('asks about %s with the same input', (tool) => {
      expect(granted(allowed(shell)).passes({ ...allowed(tool) })).toBe(false);
    });

    it('asks about what was asked for, where another input was allowed, and not about that', () => {
      const gate = granted({ tool: shell, input: { command: 'rm -rf build' } }, { input: allowed(shell).input });
      expect(gate.passes({ tool: shell, input: { command: 'rm -rf build' } })).toBe(false);
      expect(gate.passes(allowed(shell))).toBe(true);
    });

    it.each(EMPTY)('asks about every command, where what was allowed names none: %j', (input) => {
      const gate = granted({ tool: shell, input });
      const passing = [input, allowed(shell).input, ...OTHERS].filter((each) =>
        gate.passes({ tool: shell, input: each }),
      );
      expect(passing).toEqual([]);
    });

    it.each(EMPTY)('asks about every command, where it was changed to name none: %j', (input) => {
      const gate = granted(allowed(shell), { input });
      const passing = [input, allowed(shell).input, ...OTHERS].filter((each) =>
        gate.passes({ tool: shell, input: each }),
      );
      expect(passing).toEqual([]);
    });
  });

  describe.each(others)('after %s was allowed for the session', (tool) => {
    it('asks about every command', () => {
      const gate = open();
      gate.grant({ tool, input: { command: 'ls build', path: '/a', file_path: '/a' } });
      expect(shells.filter((shell) => gate.passes(allowed(shell)))).toEqual([]);
    });

    it('asks about what was asked for, where another input was allowed', () => {
      const gate = open();
      const asked = { command: 'rm', path: '/a', file_path: '/a' };
      gate.grant({ tool, input: asked }, { input: { ...asked, path: '/b', file_path: '/b' } });
      expect(gate.passes({ tool, input: asked })).toBe(false);
    });
  });
});

const MODES = [
  ...['claude/bidi', 'codex/app-server', 'copilot/acp', 'copilot/sdk', 'cursor/acp', 'gemini/acp', 'hermes/acp'],
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
