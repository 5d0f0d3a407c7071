import type { ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, modeOf, resolvedOptions } from '../shared/testing/mode-parts.ts';
import { pi } from './index.ts';

const context = modeContext('/bin/pi');
const commandOf = (mode: string, options: Partial<ResolvedOptions> = {}) =>
  modeOf(pi, mode).command(resolvedOptions({ approvalMode: 'yolo', ...options }), context);
const argsOf = (options: Partial<ResolvedOptions>): readonly string[] => commandOf('rpc', options).args.slice(2);

describe('command', () => {
  it('gives prompts over the protocol, or one by stdin, and no secret on the command line', () => {
    const common = { file: '/bin/pi', env: {}, cwd: '/work' };
    expect(commandOf('rpc')).toEqual({ ...common, args: ['--mode', 'rpc'], stdin: 'open' });
    expect(commandOf('json')).toEqual({ ...common, args: ['--mode', 'json'], stdin: { text: 'hello' } });
  });

  it.each<[string, Partial<ResolvedOptions>, readonly string[], object]>([
    ['a model', { model: 'm' }, ['--model', 'm'], {}],
    ['low effort', { thinkingEffort: 'low' }, ['--thinking', 'low'], {}],
    ['medium effort', { thinkingEffort: 'medium' }, ['--thinking', 'medium'], {}],
    ['high effort', { thinkingEffort: 'high' }, ['--thinking', 'high'], {}],
    ['all effort', { thinkingEffort: 'max' }, ['--thinking', 'xhigh'], {}],
    ['no session', { noSession: true }, ['--no-session'], {}],
    ['a session to continue', { sessionId: 's1' }, ['--session', 's1'], {}],
    ['a session to copy', { forkSessionId: 's1' }, ['--fork', 's1'], {}],
    ['a part of a session to copy', { forkSessionId: 's1', checkpointId: 'e1' }, ['--session', 's1'], {}],
    [
      'another system prompt',
      { systemPrompt: 'Be brief.', systemPromptMode: 'replace' },
      ['--system-prompt', '/run/system-prompt.md'],
      { 'system-prompt.md': 'Be brief.' },
    ],
    [
      'more of a system prompt',
      { systemPrompt: 'Be brief.', systemPromptMode: 'append' },
      ['--append-system-prompt', '/run/appended-prompt.md'],
      { 'appended-prompt.md': 'Be brief.' },
    ],
    [
      'instructions',
      { agentsDoc: '# Rules' },
      ['--append-system-prompt', '/run/instructions.md'],
      { 'instructions.md': '# Rules' },
    ],
    [
      'instructions behind what is appended, in one file',
      { systemPrompt: 'Be brief.', systemPromptMode: 'append', agentsDoc: '# Rules' },
      ['--append-system-prompt', '/run/appended-prompt.md'],
      { 'appended-prompt.md': 'Be brief.\n\n# Rules' },
    ],
    [
      'instructions beside another system prompt',
      { systemPrompt: 'Be brief.', systemPromptMode: 'replace', agentsDoc: '# Rules' },
      ['--system-prompt', '/run/system-prompt.md', '--append-system-prompt', '/run/instructions.md'],
      { 'system-prompt.md': 'Be brief.', 'instructions.md': '# Rules' },
    ],
  ])('passes %s on', (_what, options, args, files) => {
    expect([argsOf(options), commandOf('rpc', options).files ?? {}]).toEqual([args, files]);
  });

  it.each(['prompt', 'deny'] as const)('loads the gate that asks before each tool in mode %s', (approvalMode) => {
    const { args, files } = commandOf('rpc', { approvalMode });
    expect([args.slice(2), Object.keys(files ?? {})]).toEqual([
      ['-e', '/run/approval-gate.mjs'],
      ['approval-gate.mjs'],
    ]);
  });

  it.each<[string, string, Partial<ResolvedOptions>, readonly RegExp[]]>([
    ['nothing', 'json', {}, []],
    ['temperature', 'rpc', { temperature: 1 }, [/^temperature: .*pi has no such setting/]],
    ['where it puts a system prompt', 'rpc', { systemPrompt: 'x' }, [/^systemPromptMode: .*appended/]],
    ['no other place of a system prompt', 'rpc', { systemPrompt: 'x', systemPromptMode: 'append' }, []],
    ['skills', 'rpc', { skills: ['a'] }, [/^skills: .*restricts nothing/]],
    ['files', 'rpc', { attachments: [{ filePath: '/a.txt' }] }, [/^attachments: .*named in the prompt/]],
    ['what is denied', 'json', { approvalMode: 'deny' }, [/^approvalMode: only reading/]],
    ['no denial where it can ask', 'rpc', { approvalMode: 'deny' }, []],
  ])('notes %s in %s', (_what, mode, options, words) => {
    const notes = modeOf(pi, mode).notes?.(resolvedOptions({ approvalMode: 'yolo', ...options }));
    expect(notes).toEqual(words.map((each) => expect.stringMatching(each)));
  });

  it.each(['rpc', 'json'])('recognizes its own %s', (mode) => {
    const argv = ['/bin/pi', ...commandOf(mode).args];
    expect(pi.modes.filter(({ recognize }) => recognize?.(argv) !== undefined).map(({ name }) => name)).toEqual([mode]);
  });
});
