import { describe, expect, it } from 'vitest';
import { recognizeWords } from './recognize.ts';

const VALUED = [
  ...[
    '--provider',
    '--model',
    '--models',
    '--api-key',
    '--thinking',
    '--session',
    '--session-dir',
    '--resume',
    '--fork',
  ],
  ...[
    '--system-prompt',
    '--append-system-prompt',
    '--tools',
    '--extension',
    '--skill',
    '--skills',
    '--prompt-template',
  ],
  ...['--theme', '--hook', '--plugin-dir', '--config', '--add-dir', '--max-time', '--approval-mode', '--service-tier'],
  ...['--smol', '--slow', '--plan', '-r', '-e', '-t'],
];

describe('a recorded command line', () => {
  it.each(VALUED)('has a value after %s, which is no flag and no prompt', (flag) => {
    const options = recognizeWords('json', ['--mode', 'json', flag, '--no-session']);
    expect(options).toBeDefined();
    expect([options?.noSession, options?.prompt]).toEqual([undefined, undefined]);
  });

  it.each([
    [['--mode', 'rpc'], 'rpc'],
    [['--mode', 'rpc-ui'], 'rpc'],
    [['--mode', 'json'], 'json'],
    [['--mode', 'text'], undefined],
    [['--mode'], undefined],
    [[], undefined],
  ])('is of the mode that it names: %j', (words, mode) => {
    const known = (['rpc', 'json'] as const).filter((each) => recognizeWords(each, words) !== undefined);
    expect(known).toEqual(mode === undefined ? [] : [mode]);
  });

  it.each<[string[], object]>([
    [[], {}],
    [['hello', 'and more'], { prompt: 'hello' }],
    [['-p', 'hello'], { prompt: 'hello' }],
    [['--session', 's1'], { sessionId: 's1' }],
    [['--resume', 's1'], { sessionId: 's1' }],
    [['-r', 's1'], { sessionId: 's1' }],
    [['--continue'], { sessionId: 'latest' }],
    [['-c'], { sessionId: 'latest' }],
    [['-c', '--session', 's1'], { sessionId: 's1' }],
    [['--fork', 's1'], { forkSessionId: 's1' }],
    [['--no-session'], { noSession: true }],
    [['--model', 'm'], { model: 'm' }],
    [['--model'], { model: '' }],
    [['--thinking', 'low'], { thinkingEffort: 'low' }],
    [['--thinking', 'medium'], { thinkingEffort: 'medium' }],
    [['--thinking', 'high'], { thinkingEffort: 'high' }],
    [['--thinking', 'xhigh'], { thinkingEffort: 'max' }],
    [['--thinking', 'max'], { thinkingEffort: 'max' }],
    [['--thinking', 'off'], {}],
  ])('says its options: %j', (words, options) => {
    expect(recognizeWords('json', ['--mode', 'json', ...words])).toEqual(options);
    const { prompt: _, ...others } = { prompt: undefined, ...options };
    expect(recognizeWords('rpc', ['--mode', 'rpc', ...words])).toEqual(others);
  });
});
