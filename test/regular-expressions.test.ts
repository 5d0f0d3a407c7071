/** What a CLI prints may be of any length: no pattern of ours may run out of V8's stack on it, which would end the run. */
import type { ApprovalFacts } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { LineReader } from '../adapters/src/claude/stream-json/line-reader.ts';
import { pieceOfLine } from '../adapters/src/pi-family/parse-line.ts';
import { LineTemplate } from '../adapters/src/shared/line-template.ts';
import { scriptIn } from '../adapters/src/shared/shell-wrapper.ts';
import { waitInWords } from '../adapters/src/shared/wait-told.ts';
import { skipNoise, withoutEscapes } from '../packages/core/src/process/terminal-noise.ts';
import { linesOf } from '../packages/core/src/redaction/secret-lines.ts';
import { messagesInLine } from '../packages/core/src/run/messages-in-line.ts';
import { policy } from '../packages/policy/src/node.ts';
import { findSteering } from '../packages/policy/src/shell/steered.ts';
import { patternsOf, productFiles } from './support/own-patterns.ts';

/** Patterns that repeat a group without a bound, because what they look at is short. */
const SHORT: Readonly<Record<string, string>> = {
  'adapters/src/pi-family/parse-line.ts': 'the first 65,536 characters of a line',
  'adapters/src/shared/line-template.ts': 'a line of 8,192 characters at most',
  'packages/agent-mux/src/cli/compare-versions.ts': 'the version of a CLI, one line of it',
  'packages/agent-mux/src/cli/read-value.ts': 'what the user has typed behind a flag',
  'packages/core/src/redaction/secret-lines.ts':
    'a line of a secret, of which longer ones than 128 KiB are not looked into',
  'packages/core/src/redaction/secret-parts.ts': 'a setting, of which longer ones than 128 KiB are not taken apart',
  'packages/core/src/registry/adapter-rules.ts': "an adapter's name",
  'packages/policy/src/shell/sed-script.ts': 'a word of a command line, which has 16,384 characters at most',
};

const MANY = 10_000_000;

describe('patterns and the length of what they look at', () => {
  it('repeat no group without a bound, but where the text is short', () => {
    const repeating = productFiles().filter((file) =>
      patternsOf(file).some(({ source }) => /\)(?:[*+]|\{\d+,\})/.test(source.replace(/\\./g, '__'))),
    );
    expect(repeating).toEqual(Object.keys(SHORT));
  });

  const escapes = '\\n'.repeat(MANY);
  const claudePiece = (text: string): string =>
    `{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${text}"}},"session_id":"s","parent_tool_use_id":null,"uuid":"u"}`;
  const reader = new LineReader();
  reader.read(claudePiece('a'));
  const template = new LineTemplate('"text":');
  template.learn('{"text":"a"}', 'a');

  it.each([
    {
      what: "claude's piece of an answer",
      read: () => reader.read(claudePiece(escapes)),
    },
    {
      what: "pi's piece of an answer",
      read: () =>
        pieceOfLine(
          `{"type":"message_update","assistantMessageEvent":{"type":"text_delta","contentIndex":0,"delta":"${escapes}"}}`,
        ),
    },
    { what: 'a template', read: () => template.read(`{"text":"${escapes}"}`) },
    { what: 'how long a service asks to wait', read: () => waitInWords(`try again in ${'1m '.repeat(MANY)}`) },
    { what: 'noise before a message', read: () => skipNoise('\x1b]'.repeat(MANY)) },
    { what: 'noise within a text', read: () => withoutEscapes('\x1b]'.repeat(MANY)) },
    {
      what: 'several messages in a line',
      read: () => messagesInLine(`\x07\x1b[0m${'{"a":"\\n"}\x00'.repeat(100_000)}`),
    },
    { what: 'a script within double quotes', read: () => scriptIn(`bash -c "${escapes}"`) },
    {
      what: 'a line of a secret',
      read: () => [`"a": "${'x1'.repeat(MANY / 10)}"\n.`, `a=${'Some word '.repeat(MANY / 10)}\n.`].map(linesOf),
    },
    { what: 'a script of sed', read: () => findSteering('sed', ['sed', `1p${';1p'.repeat(MANY)}`], 0) },
  ])('$what throws nothing at millions of pieces', ({ read }) => {
    expect(read).not.toThrow();
  });

  const rules = { allow: [{ command: ['ls', 'sed'] }], deny: [{ host: 'a.example' }, { path: '/etc/**' }] };
  it.each<[what: string, facts: ApprovalFacts]>([
    ['blanks', { command: `ls${' \\\n'.repeat(MANY)}` }],
    ['commands of sed', { command: `sed '1p${';1p'.repeat(MANY)}'` }],
    ['parts of a host', { toolKind: 'fetch', url: `http://${'a.'.repeat(MANY)}a/` }],
  ])('a policy asks about millions of %s', async (_, facts) => {
    const decide = policy(rules, { cwd: '/work' });
    expect(await decide(facts)).toMatchObject({ decision: 'ask' });
  });
});
