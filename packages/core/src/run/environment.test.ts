import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../adapter/index.ts';
import { environmentOf, grantsOfHost, tellingEnvironments } from './environment.ts';
import { prepareToy, TOY_MODE } from './testing/bare-run.ts';

const NAMES = ['AMUX_TEST_MARKER', 'AMUX_TEST_GRANT', 'AMUX_TEST_EMPTY', 'AMUX_TEST_OWN'] as const;
const command: Command = { file: 'x', args: [], env: { A: 'command', B: 'command' }, cwd: '/work', stdin: 'open' };

beforeEach(() => {
  for (const name of NAMES) {
    process.env[name] = name === 'AMUX_TEST_EMPTY' ? '' : 'host';
  }
});
afterEach(() => {
  for (const name of NAMES) {
    delete process.env[name];
  }
});

/** A run whose mode grants by two variables, of which the host has one that says something. */
function runWith(options: object = {}) {
  const { adapter, options: given } = prepareToy();
  const granting = { env: { AMUX_TEST_GRANT: 'grants', AMUX_TEST_EMPTY: 'grants', AMUX_TEST_ABSENT: 'grants' } };
  return {
    adapter: { ...adapter, hostMarkers: ['AMUX_TEST_MARKER'] },
    mode: { ...TOY_MODE, reserved: { granting } } as unknown as typeof TOY_MODE,
    options: { ...given, ...options },
  };
}

describe('the environment of a CLI', () => {
  it('is that of the host without the markers of an agent, and without what would grant more than the run', () => {
    const env = environmentOf(runWith(), command);
    expect(env).toMatchObject({ AMUX_TEST_OWN: 'host', AMUX_TEST_EMPTY: '', PATH: process.env['PATH'], PWD: '/work' });
    expect(env).not.toHaveProperty('AMUX_TEST_MARKER');
    expect(env).not.toHaveProperty('AMUX_TEST_GRANT');
    // The environment of the host itself stays as it is.
    expect(process.env['AMUX_TEST_MARKER']).toBe('host');
  });

  it('has what would grant where the run grants everything itself', () => {
    const run = runWith({ approvalMode: 'yolo' });
    expect(grantsOfHost(run)).toEqual([]);
    expect(environmentOf(run, command)).toHaveProperty('AMUX_TEST_GRANT', 'host');
    expect(grantsOfHost(runWith())).toEqual(['AMUX_TEST_GRANT']);
    expect(grantsOfHost(prepareToy())).toEqual([]);
  });

  it('has the variables of the native options, of the command, and of the run, of which the last wins', () => {
    const env = { A: 'run', AMUX_TEST_MARKER: 'run' };
    const native = { env: { A: 'native', B: 'native', C: 'native', PWD: '/native' } };
    expect(environmentOf(runWith({ env, native }), command)).toMatchObject({
      A: 'run',
      B: 'command',
      C: 'native',
      PWD: '/native',
      AMUX_TEST_MARKER: 'run',
    });
  });
});

describe('the environments in which secrets are looked for', () => {
  it('are that of the host and each that is laid over it', () => {
    const options = { env: { A: 'run' }, native: { env: { A: 'native' } } };
    expect(tellingEnvironments(options, command)).toEqual([
      { ...process.env },
      { A: 'native' },
      command.env,
      { A: 'run' },
    ]);
    expect(tellingEnvironments({}, {} as Command)).toEqual([{ ...process.env }, {}, {}, {}]);
    expect(tellingEnvironments({ native: {} }, command)[1]).toEqual({});
  });
});
