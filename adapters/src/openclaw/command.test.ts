import type { ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, modeOf, resolvedOptions } from '../shared/testing/mode-parts.ts';
import { openclaw } from './index.ts';

const context = modeContext('/bin/openclaw');

function commandOf(mode: 'local' | 'exec', options: Partial<ResolvedOptions> = {}) {
  return modeOf(openclaw, mode).command(resolvedOptions({ approvalMode: 'yolo', ...options }), context);
}

describe('command', () => {
  it('acp is the client of a gateway, with nothing on the command line: no address and no secret', () => {
    const env = { OPENCLAW_GATEWAY_TOKEN: 'a-secret-of-the-gateway' };
    const command = modeOf(openclaw, 'acp').command(resolvedOptions({ env }), context);
    expect(command).toEqual({
      file: '/bin/openclaw',
      args: ['acp'],
      env: { NO_COLOR: '1' },
      cwd: '/work',
      stdin: 'open',
    });
  });

  it('local gives the prompt in a file of the run, in a session whose id it chooses', () => {
    expect(commandOf('local')).toEqual({
      file: '/bin/openclaw',
      args: [
        ...['agent', '--local', '--json', '--session-id', 'new-id'],
        ...['--timeout', '0', '--message-file', '/run/prompt.md'],
      ],
      env: { NO_COLOR: '1' },
      cwd: '/work',
      stdin: 'end',
      files: { 'prompt.md': 'hello' },
    });
  });

  it('exec gives the prompt by stdin, in the folder of the run', () => {
    expect(commandOf('exec')).toEqual({
      file: '/bin/openclaw',
      args: ['agent', 'exec', '--json', '--cwd', '/work', '--timeout', '0', '--message-file', '-'],
      env: { NO_COLOR: '1' },
      cwd: '/work',
      stdin: { text: 'hello' },
    });
  });

  it.each<[string, 'local' | 'exec', Partial<ResolvedOptions>, readonly string[]]>([
    ['a model', 'local', { model: 'p/m' }, ['--model', 'p/m']],
    ['a model', 'exec', { model: 'p/m' }, ['--model', 'p/m']],
    ['an effort', 'local', { thinkingEffort: 'high' }, ['--thinking', 'high']],
    ['an effort', 'exec', { thinkingEffort: 'low' }, ['--thinking', 'low']],
    ['a session to continue', 'local', { sessionId: 's-1' }, ['--session-id', 's-1']],
  ])('passes %s on in %s', (_what, mode, options, words) => {
    const { args } = commandOf(mode, options);
    const at = args.indexOf(words[0] ?? '');
    expect(args.slice(at, at + words.length)).toEqual(words);
  });

  it.each<[string, 'local' | 'exec', Partial<ResolvedOptions>, readonly RegExp[]]>([
    ['nothing of its own', 'exec', {}, []],
    ['that it works in another folder', 'local', {}, [/^cwd: /]],
    ['temperature', 'exec', { temperature: 1 }, [/^temperature: .*ignored/]],
    ['an output limit', 'exec', { maxOutputTokens: 5 }, [/^maxOutputTokens: .*ignored/]],
    ['a system prompt', 'exec', { systemPrompt: 'Hi' }, [/^systemPrompt: .*ignored/]],
  ])('notes %s in %s', (_what, mode, options, words) => {
    const notes = modeOf(openclaw, mode).notes?.(resolvedOptions(options));
    expect(notes).toEqual(words.map((each) => expect.stringMatching(each)));
  });

  it.each<[string, Partial<ResolvedOptions>, readonly RegExp[]]>([
    ['the folder', { approvalMode: 'yolo' }, []],
    ['who is asked', {}, [/^approvalMode: .*`tools\.exec`/]],
    ['a system prompt', { approvalMode: 'yolo', systemPrompt: 'Hi' }, [/^systemPrompt: .*before the first prompt/]],
    ['temperature', { approvalMode: 'yolo', temperature: 1 }, [/^temperature: .*ignored/]],
  ])('notes %s in acp', (_what, options, words) => {
    const notes = modeOf(openclaw, 'acp').notes?.(resolvedOptions(options));
    expect(notes).toEqual(
      expect.arrayContaining([...words, /^cwd: .*workspace/].map((each) => expect.stringMatching(each))),
    );
    expect(notes).toHaveLength(words.length + 1);
  });

  it.each(['local', 'exec'] as const)('says in %s that requests cannot be counted', (mode) => {
    const notes = modeOf(openclaw, mode).notes?.(resolvedOptions({ maxTurns: 3 }));
    expect(notes).toContainEqual(expect.stringMatching(/^maxTurns: .*ignored/));
  });

  it.each([
    [['openclaw', 'acp'], {}],
    [['openclaw.mjs', 'acp', '--url', 'ws://127.0.0.1:1'], {}],
    [['openclaw', 'acp', 'client'], undefined],
    [['openclaw', 'agent', 'exec', '--json'], undefined],
  ])('recognizes %j', (argv, options) => {
    expect(modeOf(openclaw, 'acp').recognize?.(argv)).toEqual(options);
  });

  it.each<[readonly string[], Partial<ResolvedOptions> | undefined, Partial<ResolvedOptions> | undefined]>([
    [['openclaw', 'agent', '--local', '--json'], { approvalMode: 'yolo' }, undefined],
    [['openclaw', 'agent', 'exec', '--json'], undefined, { approvalMode: 'yolo' }],
    [['openclaw', 'agent', 'exec', '--json', '--model', 'p/m'], undefined, { approvalMode: 'yolo', model: 'p/m' }],
    [['openclaw', 'agent', '--local'], undefined, undefined],
    [['openclaw', 'status', '--json'], undefined, undefined],
  ])('recognizes %j', (argv, local, exec) => {
    expect(modeOf(openclaw, 'local').recognize?.(argv)).toEqual(local);
    expect(modeOf(openclaw, 'exec').recognize?.(argv)).toEqual(exec);
  });
});

it.each(['local', 'exec'])(
  '%s says nothing after its start, and is interrupted by the signal that it hands on',
  (name) => {
    const dialect = modeOf(openclaw, name).dialect(resolvedOptions({ approvalMode: 'yolo' }), context);
    expect([dialect.open(), dialect.prompt({ text: 'hello' }), dialect.close()]).toEqual([
      { write: [] },
      { write: [] },
      { write: [] },
    ]);
    expect([dialect.steer({ text: 'left' }), dialect.respond('k', { type: 'approve' })]).toEqual([undefined, 'gone']);
    expect(dialect.interrupt()).toEqual({ write: [], signal: 'SIGTERM' });
  },
);
