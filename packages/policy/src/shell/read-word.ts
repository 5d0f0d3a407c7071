/** Reads a word of the syntax tree. */
import type { SyntaxNode } from './syntax-tree.ts';
import { exactWord, joinWords, readAnsi, readBare, readQuoted, unknownWord, type Word } from './words.ts';

/**
 * Matches variables that are always numbers, though nobody knows which: the exit code, the process, the count of arguments. The last job is
 * none: without a job it is nothing at all.
 */
const NUMBERS = /^\$(?:[?$#]|\{[?$#]\})$/;

const WHAT: Readonly<Record<string, string>> = {
  simple_expansion: 'a variable',
  expansion: 'a variable',
  command_substitution: 'a substitution',
  process_substitution: 'a substitution',
  arithmetic_expansion: 'arithmetic',
};

export class WordReader {
  readonly #line: string;
  readonly #meet: (what: string, inner: SyntaxNode) => void;

  /** Reads words of `line`. `meet` is called with each part that the shell replaces, and its node. */
  constructor(line: string, meet: (what: string, inner: SyntaxNode) => void) {
    this.#line = line;
    this.#meet = meet;
  }

  read(node: SyntaxNode): Word {
    const source = this.#line.slice(node.startIndex, node.endIndex);
    switch (node.type) {
      case 'word':
      case 'number':
      case 'variable_name':
      case 'special_variable_name':
      case 'brace_expression':
        return this.#demandKnown(readBare(source), node);
      case 'raw_string':
        return exactWord(source.slice(1, -1), source);
      case 'ansi_c_string':
        this.#meet(`\`${source}\``, node);
        return readAnsi(source);
      case 'string':
        return this.#readString(node, source);
      case 'concatenation':
        return joinWords(
          node.children.map((child) => (child.isNamed ? this.read(child) : readBare(child.text))),
          source,
        );
      default:
        if (NUMBERS.test(source)) {
          return { kind: 'pattern', text: source, isHome: false, source };
        }
        return this.#lose(node, source);
    }
  }

  #readString(node: SyntaxNode, source: string): Word {
    const inner = node.namedChildren.filter(({ type }) => type !== 'string_content');
    if (inner.length === 0) {
      return readQuoted(source);
    }
    const isNumbers = inner.every((child) => NUMBERS.test(this.#line.slice(child.startIndex, child.endIndex)));
    if (isNumbers) {
      return { ...readQuoted(source), kind: 'pattern' };
    }
    for (const child of inner) {
      this.read(child);
    }
    return unknownWord(source);
  }

  #demandKnown(word: Word, node: SyntaxNode): Word {
    return word.kind === 'unknown' ? this.#lose(node, word.source) : word;
  }

  #lose(node: SyntaxNode, source: string): Word {
    this.#meet(WHAT[node.type] ?? `\`${source.slice(0, 40)}\``, node);
    return unknownWord(source);
  }
}
