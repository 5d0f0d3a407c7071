/** What opencode claims to do in each mode, and what it says to whoever asks for more or for what agent-mux gives itself. */
import { type CapabilityError, createClient, type RunOptions, ValidationError } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeOf } from '../shared/testing/mode-parts.ts';
import { opencode } from './index.ts';

const mux = createClient({ adapters: [opencode] });

/** The error of a run that is refused before anything is started. */
function refusalOf(options: Omit<RunOptions, 'prompt'>): ValidationError | CapabilityError {
  try {
    mux.run({ agent: 'opencode', prompt: 'go', binary: '/bin/false', approvalMode: 'yolo', ...options });
  } catch (error) {
    return error as ValidationError;
  }
  throw new Error('The run was started.');
}

/** The names that are refused, by the reason that its user reads. */
function namesByReason(options: Omit<RunOptions, 'prompt'>): Readonly<Record<string, readonly unknown[]>> {
  const error = refusalOf(options);
  const fields = error instanceof ValidationError ? error.fields : [];
  const byReason: Record<string, unknown[]> = {};
  for (const { message, received } of fields) {
    const reason = /(?:to itself|denies): (.*)\.$/.exec(message)?.[1] ?? message;
    byReason[reason] = [...(byReason[reason] ?? []), received];
  }
  return byReason;
}

const FLAGS = {
  'agent-mux reads json': ['--format'],
  'agent-mux says so itself': ['--thinking'],
  'give `approvalMode`': ['--auto', '--dangerously-skip-permissions', '--yolo'],
  'give `model`': ['-m', '--model'],
  'give `sessionId` or `forkSessionId`': ['-c', '--continue', '-s', '--session', '--fork'],
  'give `attachments`': ['-f', '--file'],
  'the work would be done elsewhere': ['--attach'],
  'give `cwd`': ['--cwd', '--dir'],
  'what it asks is answered by the program that runs opencode, and by nobody on the network': [
    ...['--hostname', '--mdns', '--cors'],
  ],
  'it opens a terminal': ['-i', '--interactive'],
  'it prints a help text': ['-h', '--help'],
  'it prints a version': ['-v', '--version'],
};

const SETTINGS = {
  'give `approvalMode`': [
    ...['permission', 'agent.any.permission', 'mode.any.permission'],
    ...['tools', 'agent.any.tools', 'mode.any.tools'],
  ],
  'give `model`': ['model'],
};

const GRANTING = {
  'give `approvalMode`': ['OPENCODE_PERMISSION'],
  'give `native.config`': ['OPENCODE_CONFIG_CONTENT', 'OPENCODE_TEST_MANAGED_CONFIG_DIR'],
};

const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'x']));

describe.each(['acp', 'run'] as const)('mode %s keeps to itself, with what to give instead,', (mode) => {
  it('the flags that it sets or that would break the conversation', () => {
    expect(namesByReason({ mode, native: { args: Object.values(FLAGS).flat() } })).toEqual(FLAGS);
  });

  it('the settings that win over the options of the run', () => {
    expect(namesByReason({ mode, native: { config: named(Object.values(SETTINGS).flat()) } })).toEqual(SETTINGS);
  });

  it('the variable of the database, and the one by which opencode thinks that it runs inside another', () => {
    expect(namesByReason({ mode, native: { env: named(['OPENCODE_DB', 'OPENCODE']) } })).toEqual({
      'give `noSession`': ['OPENCODE_DB'],
      'by it the CLI thinks that it runs inside another agent': ['OPENCODE'],
    });
  });

  it('the variables that would grant what is denied, wherever they are given', () => {
    const env = named(Object.values(GRANTING).flat());
    expect(namesByReason({ mode, approvalMode: 'deny', native: { env } })).toEqual(GRANTING);
    expect(namesByReason({ mode, approvalMode: 'deny', env })).toEqual(GRANTING);
  });
});

describe('what a mode can do', () => {
  const IN_BOTH = ['canFork', 'canResume', 'supportsMCP', 'supportsNoSession', 'supportsSkills', 'supportsThinking'];
  const TAKES = { nativeOptions: ['args', 'config', 'env'] };

  it.each([
    [
      'acp',
      [...IN_BOTH, 'supportsImageInput', 'supportsMultiTurn', 'supportsTextStreaming', 'supportsThinkingStreaming'],
      { ...TAKES, approvalModes: ['prompt', 'yolo', 'deny'], priorTurns: 'told', interrupt: 'protocol' },
    ],
    [
      'run',
      [...IN_BOTH, 'supportsMaxTokens'],
      { ...TAKES, approvalModes: ['yolo', 'deny'], maxCost: 'told', interrupt: 'signal' },
    ],
  ])('%s claims this and no more', (mode, flags, choices) => {
    const { events: _, ...claims } = modeOf(opencode, mode).capabilities;
    const claimed = Object.entries(claims).filter(([, claim]) => claim !== false && String(claim) !== '');
    expect(claimed.flatMap(([name, claim]) => (claim === true ? [name] : [])).sort()).toEqual(flags.sort());
    expect(Object.fromEntries(claimed.filter(([, claim]) => claim !== true))).toEqual(choices);
  });

  it.each<[string, Omit<RunOptions, 'prompt'>, string]>([
    [
      'answers of a given form',
      { outputSchema: { type: 'object' } },
      'outputSchema (neither `opencode run` nor `opencode acp` takes a schema of the answer)',
    ],
    ['a sandbox', { sandbox: 'read-only' }, 'sandbox (opencode has no sandbox of its own)'],
  ])('does not include %s, and the error says why', (_what, options, reason) => {
    for (const mode of ['acp', 'run']) {
      expect(refusalOf({ mode, ...options }).message).toContain(`lacks ${reason}`);
    }
  });
});
