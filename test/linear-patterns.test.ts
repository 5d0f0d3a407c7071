/**
 * Everything that sees a text of an agent takes time that grows as the text does. While a pattern runs, no other run is
 * read and no `timeout` fires, so that a quadratic one stops the whole host at a tool's output of 80,000 blank lines.
 */
import { check } from 'recheck';
import { expect, it } from 'vitest';
import { describePatterns } from '../packages/core/src/redaction/secret-patterns.ts';
import { type OwnPattern, patternsOf, productFiles, UNKNOWN } from './support/own-patterns.ts';

/** Patterns that are not linear, or of which that cannot be shown, and what bounds the texts that they see. */
const BOUNDED: readonly (readonly [file: string, source: string, why: string])[] = [
  [
    'packages/agent-mux/src/cli/read-value.ts',
    String.raw`([\d.]+)(ms|[smhd])`,
    'a time that the user has typed, of which another pattern has shown that each number has its unit',
  ],
  [
    'packages/policy/src/shell/steered.ts',
    String.raw`^(?:-[a-zA-Z]*[fCIE]|[A-Za-z_]*(?:SHELL|CC|CXX|LD|AR|FLAGS|CMD|PATH)[A-Za-z_]*[:+?]?=|[^=]*!=|[^=]*=[\s\S]*[$${'`'};&|<>\n])`,
    'a word of a command line, which has 16,384 characters at most',
  ],
];

/** Patterns that only a run knows, and where they are held to the rule. */
const UNREAD: Readonly<Record<string, string>> = {
  'packages/core/src/redaction/secret-index.ts': 'those of the secrets, which are held to the rule below',
  'packages/core/src/redaction/secret-patterns.ts': 'those of the secrets, which are held to the rule below',
  'packages/core/src/schema/wrong-keywords.ts': "those of the host's own schema, which see no text here",
};

/**
 * The checker answers for patterns that an automaton can be made of. Where one looks ahead or back it would search by chance and
 * within a time, which gives another answer on another machine: that search is cut short, and its answer not asked for.
 */
const BY_AUTOMATON = {
  timeout: null,
  incubationTimeout: null,
  incubationLimit: 1,
  attackLimit: 1,
  maxIteration: 0,
  randomSeed: 0,
};

/** Whether the pattern repeats something without a bound; what has a bound costs the same at each place. */
function repeats({ source }: OwnPattern): boolean {
  return /[*+]|\{\d+,\}/.test(source.replace(/\\./gs, '_').replace(/\[[^\]]*\]/g, '_'));
}

const patterns = productFiles().flatMap(patternsOf);
const file = 'packages/core/src/redaction/secret-patterns.ts';
const secrets = describePatterns({ ports: [41234], user: 'somebody' }).flatMap(({ regex, open }) => [
  { file, source: regex.source, flags: 'g' },
  ...(open === undefined ? [] : [{ file, source: open, flags: 'y' }]),
]);

it('reads all patterns but those that a run puts together', () => {
  const unread = patterns.filter(({ source }) => source.replace(/^\^\(\?:|\)$/g, '') === UNKNOWN);
  expect([...new Set(unread.map((pattern) => pattern.file))]).toEqual(Object.keys(UNREAD));
});

it('has no pattern that takes more than linear time, but where the text is bounded', async () => {
  const repeating = [...patterns, ...secrets].filter(repeats);
  const superlinear: (readonly [string, string])[] = [];
  const different = new Map(
    repeating.map((pattern) => [`${pattern.file} /${pattern.source}/${pattern.flags}`, pattern]),
  );
  for (const { file: of, source, flags } of different.values()) {
    const { status, checker } = await check(source, flags, BY_AUTOMATON);
    if (status !== 'safe' && checker === 'automaton') {
      superlinear.push([of, source]);
    }
  }
  expect(superlinear).toEqual(BOUNDED.map(([of, source]) => [of, source]));
}, 600_000);
