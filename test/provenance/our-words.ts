/** The words that we say ourselves: the fixed parts of texts in the sources of adapters and core. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOMS = [
  'adapters/src',
  'packages/core/src/assembler',
  'packages/core/src/run',
  'packages/core/src/readers',
  'packages/core/src/results',
  'packages/core/src/interaction',
];
/** Text between quotes, and the parts of a template between its values. */
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

const LITERALS: ReadonlySet<string> = new Set(ROOMS.flatMap(literalsOf));

// Single words may be native names.
const OUR_WORDS: readonly string[] = [...LITERALS]
  .filter((text) => /\w/.test(text) && /\s/.test(text))
  .sort((one, other) => other.length - one.length);

/** A single word of ours: it counts only within a sentence of ours. */
export function isOurWord(text: string): boolean {
  return LITERALS.has(text);
}

/** What is left of a text without our words, in pieces. */
export function withoutOurWords(text: string): readonly string[] {
  let pieces: readonly string[] = [text];
  for (const words of OUR_WORDS) {
    if (words.length >= MIN_LENGTH) {
      pieces = pieces.flatMap((piece) => (piece.includes(words) ? piece.split(words) : [piece]));
    }
  }
  return pieces.length === 1
    ? pieces
    : pieces.flatMap((piece) => piece.split(/\s+/)).filter((piece) => /\w/.test(piece));
}

const MIN_LENGTH = 4;

function literalsOf(room: string): readonly string[] {
  const root = fileURLToPath(new URL(`../../${room}`, import.meta.url));
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing'))
    .flatMap((name) => [...readFileSync(`${root}/${name}`, 'utf8').matchAll(LITERAL)])
    .flatMap(([, single, double, template]) =>
      template === undefined ? [single ?? double ?? ''] : template.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/),
    );
}
