/** Options of the CLI itself reach its command line, its settings and its environment; what is agent-mux's own is refused by name. */
import { builtInAdapters } from '@agent-mux/adapters';
import { type CapabilityError, createClient, type RunOptions, ValidationError } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, resolvedOptions } from '../adapters/src/shared/testing/mode-parts.ts';

const MODES = builtInAdapters.flatMap(({ agent, modes }) => modes.map((mode) => [agent, mode.name, mode] as const));
const mux = createClient({ adapters: builtInAdapters });
const SETTING = { a_setting: { of_it: 'value' } };

/** What is wrong with it: nothing is started for it. */
function refusalOf(options: Omit<RunOptions, 'prompt'>): ValidationError | CapabilityError {
  try {
    mux.run({ prompt: 'go', binary: '/bin/false', approvalMode: 'yolo', ...options });
  } catch (error) {
    return error as ValidationError;
  }
  throw new Error('The run was started.');
}

describe.each(MODES)('%s in mode %s', (agent, name, { command, capabilities, reserved = {}, refusals = {} }) => {
  const { nativeOptions = [] } = capabilities;
  const commandOf = (native: RunOptions['native']) =>
    command(
      resolvedOptions({ approvalMode: 'yolo', ...(native === undefined ? {} : { native }) }),
      modeContext('/bin/x'),
    );

  it('hands arguments to the CLI, side by side', () => {
    const { args } = commandOf({ args: ['--a-flag', 'value'] });
    expect(args.join(' ')).toContain('--a-flag value');
    // A flag that takes all that follows ends at another flag, and the prompt is no word that could follow.
    expect(args.filter((word) => word !== '--a-flag' && word !== 'value')).toEqual(commandOf(undefined).args);
  });

  it('hands settings to the CLI, or is refused with the reason', () => {
    if (nativeOptions.includes('config')) {
      const { args, env, files = {} } = commandOf({ config: SETTING });
      expect([...args, ...Object.values(env), ...Object.values(files)].join('\n')).toMatch(
        /a_setting(?:\.of_it="value"|":\{"of_it":"value"\})/,
      );
    } else {
      expect(refusalOf({ agent, mode: name, native: { config: SETTING } }).message).toContain(
        `lacks nativeConfig (${refusals.nativeConfig})`,
      );
    }
  });

  it('refuses each name that is its own, all at once', () => {
    const { args = {}, config = {}, env = {} } = reserved;
    const flags = Object.keys(args);
    const settings = Object.keys(config).map((name) => name.replaceAll('*', 'any'));
    const given = {
      args: flags,
      ...(settings.length === 0 ? {} : { config: Object.fromEntries(settings.map((key) => [key, 1])) }),
      env: { ...Object.fromEntries(Object.keys(env).map((key) => [key, '1'])), AMUX_RUN_X: '1' },
    };
    const error = refusalOf({ agent, mode: name, native: given });
    expect(error).toBeInstanceOf(ValidationError);
    expect(error instanceof ValidationError ? error.fields.map(({ received }) => received) : []).toEqual([
      ...flags,
      ...settings,
      ...Object.keys(env),
      'AMUX_RUN_X',
    ]);
  });

  it('has the sandboxes that it claims, and a reason where one is missing', () => {
    const { sandboxes = [] } = capabilities;
    for (const sandbox of ['read-only', 'workspace-write', 'off'] as const) {
      for (const network of sandbox === 'off' ? [false] : [false, true]) {
        const kind = network ? `${sandbox}+network` : sandbox;
        if (sandboxes.some((each) => each === kind)) {
          continue;
        }
        const options = { agent, mode: name, sandbox, ...(network ? { network } : {}) };
        expect(refusalOf(options).message).toContain(`lacks sandbox (${refusals.sandbox})`);
      }
    }
  });
});

it.each([
  [{ sandbox: 'readonly' }, ['sandbox']],
  [{ network: true }, ['network']],
  [{ sandbox: 'off', network: false }, ['network, sandbox']],
  [{ native: { arguments: [] } }, ['native.arguments']],
  [{ native: { args: ['resume'] } }, ['native.args']],
  [{ native: { args: ['--flag', '--', 'x'] } }, ['native.args']],
  [{ native: { args: [5] } }, ['native.args[0]']],
  [{ native: { config: { 'approval_policy="never"': 1 } } }, ['native.config']],
  [{ native: { config: { a: 1n } } }, ['native.config']],
  [{ native: { env: { 'A=B': '1' } } }, ['native.env.A…']],
  [{ sandbox: 'x', network: 'y', native: { env: { A: 1 } } }, ['sandbox', 'network', 'native.env.A']],
])('%o is refused as wrong in %s', (options, fields) => {
  const error = refusalOf({ agent: 'codex', ...(options as object) });
  expect(error instanceof ValidationError ? error.fields.map(({ field }) => field) : error).toEqual(fields);
});

it.each([
  ['claude', '--output-format=text'],
  ['claude', '--outputFormat'],
  ['claude', '-hp'],
  ['codex', '--listen=stdio://'],
  ['gemini', '--no-acp'],
  ['gemini', '--sessionId=x'],
])('%s takes no %s, however it is spelled, and the value is not repeated', (agent, word) => {
  const error = refusalOf({ agent, native: { args: [word] } });
  expect(error instanceof ValidationError ? error.fields : error).toEqual([
    {
      field: 'native.args[0]',
      message: expect.stringContaining('keeps to itself: '),
      received: word.split('=')[0],
      expected: 'an option that agent-mux does not set itself',
    },
  ]);
});

it('a marker of another agent is refused, since by it the CLI thinks that it runs inside that', () => {
  expect(refusalOf({ agent: 'claude', native: { env: { CLAUDECODE: '1' } } }).message).toContain(
    'inside another agent',
  );
});

it('settings may be nested as deep as JSON has a form for', async () => {
  const config = Array.from({ length: 3_000 }).reduce<Record<string, unknown>>((inner) => ({ a: inner }), {});
  const native = { config };
  const handle = mux.run({ agent: 'claude', prompt: 'go', binary: '/bin/false', approvalMode: 'yolo', native });
  expect((await handle).exitReason).toBe('crashed');
});
