import type { FileChange } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { spent } from '../../../../test/support/spent.ts';
import { describeAsked } from './describe-asked.ts';
import { describeRunEvent } from './describe-run-event.ts';
import { diffLines } from './diff-lines.ts';
import { createPalette, makeInlineDeep, showPainted } from './terminal.ts';

const PLAIN = createPalette(false);
const linesOf = (changes: readonly FileChange[], options = {}): string[] =>
  describeAsked({ changes }, PLAIN, options).lines.split('\n');
const numbers = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');

describe('what a person is asked to grant', () => {
  it('is a command on lines of its own', () => {
    const { lines, isFolded } = describeAsked({ command: "cat <<'E' > a\nrm -rf ~\nE" }, PLAIN);
    expect([lines.split('\n'), isFolded]).toEqual([["    │ $ cat <<'E' > a", '    │   rm -rf ~', '    │   E'], false]);
  });

  it.each<[string, FileChange, string[]]>([
    [
      'old and new text',
      { path: '/w/a', change: 'update', oldText: 'one\ntwo\nthree\n', newText: 'one\nTWO\nthree\n' },
      ['update /w/a', ' one', '-two', '+TWO', ' three'],
    ],
    ['a whole file', { path: '/w/a', change: 'write', newText: 'a\n\nb' }, ['write /w/a', '+a', '+', '+b']],
    ['a deletion', { path: '/w/a', change: 'delete', oldText: 'a\n' }, ['delete /w/a', '-a']],
    ['a move', { path: '/w/a', change: 'move', movedTo: '/w/b' }, ['move /w/a → /w/b']],
    [
      'a diff without its head, and with each line that looks like one',
      {
        path: '/w/a',
        change: 'update',
        diff: 'diff --git a/w/a b/w/a\nnew mode 100755\nindex 00..11\n--- /w/a\n+++ /w/a\n@@ -1,2 +1,1 @@\n--- a comment\n-index x\n+diff y\n',
      },
      ['update /w/a', 'new mode 100755', '@@ -1,2 +1,1 @@', '--- a comment', '-index x', '+diff y'],
    ],
  ])('is %s', (_, change, lines) => {
    expect(linesOf([change])).toEqual(lines.map((line) => `    │ ${line}`));
  });

  it('is the same of an event that was made fit for lines', () => {
    const facts = {
      command: 'a\nb',
      changes: [{ path: '/a', change: 'update', oldText: 'x\ny', newText: 'x\nz' }],
    } as const;
    expect(describeAsked(makeInlineDeep(facts), PLAIN)).toEqual(describeAsked(facts, PLAIN));
  });

  it('is in colours where they are wanted', () => {
    const changes: FileChange[] = [{ path: '/a', change: 'update', oldText: 'x', newText: 'y' }];
    const shown = showPainted(describeAsked({ changes }, createPalette(true)).lines);
    expect(shown).toContain('\x1b[31m-x\x1b[39m');
    expect(shown).toContain('\x1b[32m+y\x1b[39m');
  });

  it('is folded where it is long, and told whole', () => {
    const changes: FileChange[] = [{ path: '/a', change: 'write', newText: numbers(100) }];
    const lines = linesOf(changes);
    expect([lines.length, lines.at(-1)]).toEqual([25, '    … 77 more lines folded']);
    expect(linesOf(changes, { isWhole: true })).toHaveLength(101);
    const long = linesOf([{ path: '/a', change: 'write', newText: 'x'.repeat(10_000) }]);
    expect([long.join('').length < 5_000, long.at(-1)]).toEqual([true, '    … the rest of a long line folded']);
  });

  it('obeys nothing, and shows no key', () => {
    const key = `sk-ant-api03-${'a1B2'.repeat(10)}`;
    const { lines } = describeAsked(
      {
        command: `echo \x1b[2J ${key}`,
        changes: [{ path: '/a\x1b[2J', change: 'write', newText: `\x1b[32m ${key}\r` }],
      },
      PLAIN,
    );
    expect([lines.includes('\x1b'), lines.includes(key), lines.includes('\r')]).toEqual([false, false, false]);
    expect(lines).toContain('echo ␛[2J <');
  });
});

describe('the line of an approval', () => {
  const event = {
    ...({ type: 'approval_request', interactionId: 'i', action: 'change a file', toolName: 'T' } as const),
    ...({ riskLevel: 'medium', runId: 'r', agent: 'toy', timestamp: 0, seq: 0 } as const),
  };

  it('does not say a command twice, nor a diff', () => {
    expect(describeRunEvent({ ...event, detail: 'ls', command: 'ls -la' }, PLAIN)).toBe(
      '? change a file [medium risk]\n    │ $ ls -la',
    );
    const diff = '--- /a\n+++ /a\n@@ -1 +1 @@\n-x\n+y\n';
    expect(
      describeRunEvent(
        makeInlineDeep({
          ...event,
          detail: '/a',
          context: diff,
          changes: [{ path: '/a', change: 'update', diff }],
        } as const),
        PLAIN,
      ),
    ).toBe('? change a file: /a [medium risk]\n    │ update /a\n    │ @@ -1 +1 @@\n    │ -x\n    │ +y');
  });
});

describe('the lines of a change', () => {
  it('show what stayed near one that did not', () => {
    const before = numbers(40).split('\n');
    const after = before.map((line, at) => (at === 10 || at === 30 ? 'x' : line));
    expect(diffLines(before, after)).toEqual([
      ...['@@', ' line 7', ' line 8', ' line 9', '-line 10', '+x', ' line 11', ' line 12', ' line 13', '@@'],
      ...[' line 27', ' line 28', ' line 29', '-line 30', '+x', ' line 31', ' line 32', ' line 33', '@@'],
    ]);
  });

  it('take time by the length of the texts, however much differs', async () => {
    const costOf = (size: number): Promise<number> => {
      const before = Array.from({ length: size }, (_, at) => `a ${at}`);
      const after = Array.from({ length: size }, (_, at) => (at % 2 === 0 ? `a ${at}` : `b ${at}`));
      return spent(() => expect(diffLines(before, after).length).toBe(2 * size));
    };
    const few = await costOf(10_000);
    expect((await costOf(160_000)) / few).toBeLessThan(100);
  });
});
