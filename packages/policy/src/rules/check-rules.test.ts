/** Rules that are wrong, all at once, and the schema of rules in a file. */
import { readFileSync } from 'node:fs';
import { TOOL_KINDS } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { type PolicyRules, policy } from '../node.ts';
import { RULE_FIELDS } from './check-rules.ts';
import { PolicyError } from './policy-error.ts';

const faultsOf = (rules: unknown, options = {}): string[] => {
  try {
    policy(rules as PolicyRules, options);
  } catch (error) {
    return error instanceof PolicyError ? error.fields.map(({ message }) => message) : [String(error)];
  }
  return [];
};

describe('wrong rules', () => {
  it.each<[unknown, RegExp[]]>([
    ['allow', [/`rules` is "allow", but must be an object/]],
    [{ alow: [] }, [/`alow` is no field; did you mean `allow`\?/]],
    [{ allow: {} }, [/`allow` is an object, but must be an array of rules/]],
    [{ allow: ['npm test'] }, [/`allow\[0\]` is "npm test", but must be an object/]],
    [
      { allow: [{ comand: 'npm test' }] },
      [/`allow\[0\]\.comand` is no field; did you mean `command`\?/, /is missing; it must be about something/],
    ],
    [{ allow: [{ kind: 'reed' }] }, [/`allow\[0\]\.kind` is "reed".*Did you mean "read"\?/]],
    [{ deny: [{ kind: ['read', 'write'] }] }, [/`deny\[0\]\.kind\[1\]` is "write"/]],
    [{ deny: [{ kind: [] }] }, [/`deny\[0\]\.kind` is missing/]],
    [{ allow: [{ name: 'x' }] }, [/`allow\[0\]` is missing; it must be about something/]],
    [{ allow: [{ path: 'a[b]' }] }, [/must be a glob/]],
    [{ allow: [{ path: '~x/y' }] }, [/must be a glob/]],
    [{ allow: [{ command: 'a; b' }] }, [/has signs that a shell would read/]],
    [{ allow: [{ command: 'sudo ls' }] }, [/"sudo ls" cannot be allowed by its beginning: `sudo` runs other commands/]],
    [{ allow: [{ command: '/bin/sh' }] }, [/is a shell/]],
    [{ allow: [{ command: 'eval' }] }, [/changes what the shell does/]],
    [{ allow: [{ command: 'node -e' }] }, [/runs code that stands on the command line/]],
    [{ allow: [{ command: 'npx' }] }, [/runs any program; name the one/]],
    [{ allow: [{ command: 'npx bash' }] }, [/is a shell/]],
    [{ allow: [{ command: '*' }] }, [/names any program/]],
    [{ allow: [{ command: 'PATH=. ls' }] }, [/tells programs what to load or run/]],
    [{ allow: [{ exact: true, kind: 'read' }] }, [/`allow\[0\]\.command` is missing; it must be given with `exact`/]],
    [{ allow: [{ host: 'https://x.example' }] }, [/must be a host/]],
    [{ allow: [{ mcp: 'docs' }] }, [/must be an object: \{ server, tool\? \}/]],
    [{ allow: [{ mcp: { sever: 'x' } }] }, [/did you mean `server`/, /`allow\[0\]\.mcp\.server` is missing/]],
    [{ allow: [{ command: 'ls', host: 'x.example' }] }, [/make two rules of it/]],
    [{ otherwise: 'allow' }, [/never allowed/]],
    [{ roots: ['src'] }, [/`roots\[0\]` is "src", but must be an absolute path/]],
    [{ otherwise: 'x', roots: 1, deny: 2 }, [/otherwise/, /roots/, /deny/]],
  ])('are told with their places: %j', (rules, messages) => {
    const told = faultsOf(rules);
    expect(told).toEqual(messages.map((message) => expect.stringMatching(message)));
  });

  it('and options are told at once, in an error of agent-mux', () => {
    expect(faultsOf({ otherwise: 1 }, { cwd: 'x', resolve: 1, root: 2 })).toHaveLength(4);
    expect(() => policy({ deny: [{}] })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', name: 'ValidationError' }),
    );
    // AgentMuxError.isInstance recognises its own errors by this mark.
    expect(Symbol.for('agent-mux.error') in new PolicyError([])).toBe(true);
  });

  it('are not what a rule of deny can name: it may look for any program', () => {
    expect(faultsOf({ deny: [{ command: ['sudo', 'sh', 'eval', '*'] }] })).toEqual([]);
  });
});

describe('the schema of rules in a file', () => {
  const schema = JSON.parse(readFileSync(new URL('../../policy.schema.json', import.meta.url), 'utf8'));
  const { rule } = schema.$defs;

  it('has the fields that are checked, and no other', () => {
    expect(Object.keys(rule.properties)).toEqual(Object.keys(RULE_FIELDS));
    expect(rule.properties.kind.oneOf[0].enum).toEqual([...TOOL_KINDS]);
    expect([schema.additionalProperties, rule.additionalProperties, rule.properties.mcp.additionalProperties]).toEqual([
      ...[false, false, false],
    ]);
    const top = Object.keys(schema.properties);
    expect(faultsOf({ unheard: 1 })[0]).toBe(`\`unheard\` is no field; there are ${top.join(', ')}.`);
  });

  it.each(['command', 'path', 'host'])('takes and refuses the same %s', (field) => {
    const pattern = new RegExp(rule.properties[field].oneOf[0].pattern, 'u');
    for (const text of ['npm test', 'a;b', 'a$b', ' ', 'src/**', 'a[b]', 'x.example', 'https://x.example/y', '']) {
      // The check refuses what the schema refuses, and more.
      if (!pattern.test(text)) {
        expect([text, faultsOf({ deny: [{ [field]: text }] }).length]).toEqual([text, 1]);
      }
    }
  });
});
