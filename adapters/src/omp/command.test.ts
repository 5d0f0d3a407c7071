import type { ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, modeOf, resolvedOptions } from '../shared/testing/mode-parts.ts';
import { omp } from './index.ts';

const context = modeContext('/bin/omp');
const commandOf = (mode: string, options: Partial<ResolvedOptions> = {}) =>
  modeOf(omp, mode).command(resolvedOptions({ approvalMode: 'yolo', ...options }), context);
const YOLO = ['--approval-mode', 'yolo'];

describe('command', () => {
  it('gives prompts over the protocol, or one by stdin, and no secret on the command line', () => {
    const common = { file: '/bin/omp', env: {}, cwd: '/work' };
    expect(commandOf('rpc')).toEqual({ ...common, args: ['--mode', 'rpc-ui', '--no-title', ...YOLO], stdin: 'open' });
    expect(commandOf('json')).toEqual({
      ...common,
      args: ['--mode', 'json', '--no-title', ...YOLO],
      stdin: { text: 'hello' },
    });
  });

  it.each<[string, Partial<ResolvedOptions>, readonly string[]]>([
    ['a model', { model: 'm' }, ['--model', 'm', ...YOLO]],
    ['a session to continue', { sessionId: 's1' }, ['--resume', 's1', ...YOLO]],
    ['a session to copy', { forkSessionId: 's1' }, ['--fork', 's1', ...YOLO]],
    ['a part of a session to copy', { forkSessionId: 's1', checkpointId: 'e1' }, ['--resume', 's1', ...YOLO]],
    [
      'system prompts as files',
      { systemPrompt: 'x', systemPromptMode: 'replace', agentsDoc: 'y' },
      ['--system-prompt', '/run/system-prompt.md', '--append-system-prompt', '/run/instructions.md', ...YOLO],
    ],
    ['that it asks', { approvalMode: 'prompt' }, ['--approval-mode', 'always-ask']],
    ['that it asks in vain', { approvalMode: 'deny' }, ['--approval-mode', 'always-ask']],
  ])('passes %s on', (_what, options, args) => {
    expect(commandOf('rpc', options).args.slice(3)).toEqual(args);
  });

  it('gives MCP servers as a plugin of the run, whose file keeps their secrets', () => {
    const url = 'http://far';
    const { args, files } = commandOf('rpc', {
      mcpServers: [
        { name: 'a', transport: 'stdio', command: 'a', args: ['-v'], env: { TOKEN: 'hidden' } },
        { name: 'b', transport: 'sse', url, headers: { key: 'hidden' } },
        { name: 'c', transport: 'streamable-http', url },
        { name: 'd', transport: 'stdio', command: 'd' },
      ],
    });
    const [path = '', text = ''] = Object.entries(files ?? {})[0] ?? [];
    expect(args).toEqual(expect.arrayContaining(['--plugin-dir', `/run/${path.replace('/.mcp.json', '')}`]));
    expect(args.join(' ')).not.toContain('hidden');
    expect(JSON.parse(text)).toEqual({
      mcpServers: {
        a: { type: 'stdio', command: 'a', args: ['-v'], env: { TOKEN: 'hidden' } },
        b: { type: 'sse', url, headers: { key: 'hidden' } },
        c: { type: 'http', url, headers: {} },
        d: { type: 'stdio', command: 'd', args: [], env: {} },
      },
    });
  });

  it.each<[Partial<ResolvedOptions>, readonly RegExp[]]>([
    [{}, []],
    [{ approvalMode: 'prompt' }, [/^approvalMode: .*without a question/]],
    [{ temperature: 1 }, [/^temperature: .*omp has no such setting/]],
  ])('notes what it does not honour: %j', (options, words) => {
    const notes = modeOf(omp, 'rpc').notes?.(resolvedOptions({ approvalMode: 'yolo', ...options }));
    expect(notes).toEqual(words.map((each) => expect.stringMatching(each)));
  });

  it.each([
    ['/bin/omp', '--mode', 'json', 'hello'],
    ['/bin/bun', '/lib/omp.js', '--mode', 'json', 'hello'],
  ])('is recognized behind its program, which may be a script: %s %s', (...argv) => {
    expect(omp.modes.map(({ recognize }) => recognize?.(argv))).toEqual([undefined, { prompt: 'hello' }]);
  });

  it('says on every platform why its logins are not looked at', () => {
    expect(Object.values(omp.auth?.elsewhere ?? {})).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('keeps its logins in a database')),
    );
  });
});
