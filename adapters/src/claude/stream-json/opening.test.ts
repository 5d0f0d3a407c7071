/** What `system/init` of Claude Code 2.1.329 says of the session, and of what was loaded at its start. */
import { describe, expect, it } from 'vitest';
import { resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { SessionOpening } from './opening.ts';

const INIT = { type: 'system', subtype: 'init', session_id: 's1', claude_code_version: '2.1.329' };

describe('a session', () => {
  it('begins once for each id that a line gives', () => {
    const opening = new SessionOpening(resolvedOptions());
    const began = [INIT, INIT, { ...INIT, session_id: undefined }, { ...INIT, session_id: 's2', model: 'm' }];
    expect(began.map((line) => opening.open(line))).toStrictEqual([
      [{ type: 'session_start', sessionId: 's1' }],
      [],
      [],
      [{ type: 'session_start', sessionId: 's2', model: 'm' }],
    ]);
    expect(opening.sessionId).toBe('s2');
  });

  it('does not begin where the first line names none', () => {
    const opening = new SessionOpening(resolvedOptions());
    expect([opening.open({ ...INIT, session_id: undefined }), opening.sessionId]).toEqual([[], null]);
  });

  it.each([
    ['resumed', { sessionId: 's0' }, { resumed: true }],
    ['copied', { forkSessionId: 's0' }, { forkedFrom: 's0' }],
  ])('that was %s is so only at first', (_how, options, more) => {
    const opening = new SessionOpening(resolvedOptions(options));
    expect([opening.open(INIT), opening.open({ ...INIT, session_id: 's2' })]).toStrictEqual([
      [{ type: 'session_start', sessionId: 's1', ...more }],
      [{ type: 'session_start', sessionId: 's2' }],
    ]);
  });

  it('has the folder of its last line that names one', () => {
    const opening = new SessionOpening(resolvedOptions());
    const folders = [undefined, '/other', undefined].map((cwd) => {
      opening.open({ ...INIT, cwd });
      return opening.cwd;
    });
    expect(folders).toEqual(['/work', '/other', '/other']);
  });
});

describe('the start', () => {
  it('tells what was loaded, with what is known of it, and of a version that nobody has tested', () => {
    const opening = new SessionOpening(resolvedOptions());
    const commands = [
      { name: 'look', description: 'Looks. (project)' },
      { name: 'simplify', builtin: true },
    ];
    opening.commands({ response: { commands } });
    const drafts = opening.open({
      ...{ ...INIT, claude_code_version: '9.9.9' },
      plugins: [{ name: 'demo', source: 'demo@shop', version: '1.0' }, { name: 'bare' }, {}],
      skills: ['look', 'simplify', 'demo:greet', 'odd'],
      mcp_servers: [{ name: 'one', status: 'connected' }, { name: 'two', status: 'failed' }, { status: 'needs-auth' }],
    });
    expect(drafts).toStrictEqual([
      { type: 'session_start', sessionId: 's1' },
      {
        ...{ type: 'debug', level: 'warn' },
        message: 'Claude Code 9.9.9 was not tested with this version of agent-mux; 2.1.329 was.',
      },
      { type: 'plugin_loaded', pluginId: 'demo@shop', pluginName: 'demo', version: '1.0' },
      { type: 'plugin_loaded', pluginId: 'bare', pluginName: 'bare' },
      { type: 'plugin_loaded', pluginId: 'unknown', pluginName: 'unknown' },
      { type: 'skill_loaded', skillName: 'look', source: 'project' },
      { type: 'skill_loaded', skillName: 'simplify', source: 'built-in' },
      { type: 'skill_loaded', skillName: 'demo:greet', source: 'demo' },
      { type: 'skill_loaded', skillName: 'odd' },
      { type: 'debug', level: 'warn', message: 'MCP server "two": failed.' },
      { type: 'debug', level: 'warn', message: 'MCP server "": needs-auth.' },
    ]);
    expect(opening.servers).toEqual(['one', 'two']);
    expect(opening.invoked('demo:greet')).toEqual([
      { type: 'plugin_invoked', pluginId: 'demo@shop', pluginName: 'demo' },
      { type: 'skill_invoked', skillName: 'demo:greet' },
    ]);
  });

  it('tells what could not be loaded, and why as far as it is known', () => {
    const plugin_errors = [
      { plugin: 'one', type: 'broken', message: 'It is broken.' },
      { plugin: 'two', type: 'broken' },
      { plugin: 'three' },
      {},
    ];
    const failures = [
      ['one', 'It is broken.'],
      ['two', 'broken'],
      ['three', 'not loaded'],
      ['unknown', 'not loaded'],
    ];
    expect(new SessionOpening(resolvedOptions()).failures({ plugin_errors })).toEqual(
      failures.map(([name, error]) => ({ type: 'plugin_error', pluginId: name, pluginName: name, error })),
    );
  });
});
