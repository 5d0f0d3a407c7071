/** Reads a command line by the grammar of Bash: which commands it runs, and what else is in it. */
import { Findings, nothingOf, type Standing } from './findings.ts';
import { feedsShell, readHereDocument } from './here-document.ts';
import { doubtsOf } from './line-doubts.ts';
import { lookInside } from './look-inside.ts';
import { FRAMES, hasUnread, OBSTACLES, SIGNS, TEXTS } from './nodes.ts';
import { WordReader } from './read-word.ts';
import type { Assignment, Redirection, ShellLine } from './shell-line.ts';
import type { ShellParser, SyntaxNode } from './syntax-tree.ts';
import { MOST_TEXTS, textsIn, textsOf } from './texts.ts';
import { exactWord, type Word } from './words.ts';

/** The length of the longest line that is read, in characters. */
const MOST_SIGNS = 16_384;
/** How deeply command lines may be nested: `sh -c "sh -c '…'"`. */
const MOST_LEVELS = 4;

/** What stands beside the words of a command. */
interface Beside {
  readonly redirections: readonly Redirection[];
  readonly words: readonly Word[];
}

export function readShellLine(parser: ShellParser, line: string, level = 0): ShellLine {
  if (level > MOST_LEVELS || line.length > MOST_SIGNS) {
    return nothingOf(level > MOST_LEVELS ? 'command lines within command lines' : 'a line that is too long');
  }
  const tree = parser.parse(line);
  if (tree === null) {
    return nothingOf('a line that does not parse');
  }
  try {
    const reading = new LineReading(parser, line, level);
    for (const doubt of doubtsOf(line)) {
      reading.found.cannotSee(doubt);
    }
    // The redirection would set that variable, whichever it is.
    if (/\{\w+\}[<>]/.test(line)) {
      reading.found.refuse('a file in a variable');
    }
    reading.visit(tree.rootNode, { isHidden: false, isInLoop: false });
    return reading.finish(tree.rootNode.hasError);
  } catch (error) {
    if (error instanceof RangeError) {
      return nothingOf('a line that is nested too deeply');
    }
    throw error;
  } finally {
    tree.delete();
  }
}

class LineReading {
  readonly line: string;
  readonly found = new Findings();
  readonly #parser: ShellParser;
  readonly #level: number;
  readonly #words: WordReader;
  readonly #texts: string[] = [];

  constructor(parser: ShellParser, line: string, level: number) {
    this.#parser = parser;
    this.line = line;
    this.#level = level;
    this.#words = new WordReader(line, (what, inner) => this.#meet(what, inner));
  }

  #lookInto(line: string): void {
    this.found.take(readShellLine(this.#parser, line, this.#level + 1));
  }

  finish(hasError: boolean): ShellLine {
    if (hasError) {
      this.found.cannotSee('what does not parse');
    }
    for (const command of this.found.all) {
      lookInside(command, {
        lookInto: (line) => this.#lookInto(line),
        suppose: (text) => this.#texts.push(text),
        hide: (each) => this.found.hide(each),
        cannotSee: (what) => this.found.cannotSee(what),
      });
      this.#texts.push(...textsOf(command));
    }
    this.#readTexts();
    return this.found.result;
  }

  /** Reads the texts that may be command lines. They are split at all signs already, and not read any deeper. */
  #readTexts(): void {
    const texts = new Set(this.#level < MOST_LEVELS ? this.#texts : []);
    if (texts.size > MOST_TEXTS) {
      this.found.cannotSee('a text of many parts');
    }
    for (const text of [...texts].slice(0, MOST_TEXTS)) {
      this.found.takePossible(readShellLine(this.#parser, text, MOST_LEVELS));
    }
  }

  visit(node: SyntaxNode, at: Standing): void {
    const { type } = node;
    if (node.isError || node.isMissing) {
      this.found.cannotSee('what does not parse');
      this.#visitHidden(node);
    } else if (FRAMES.has(type) && !this.#isArithmetic(node)) {
      this.#visitParts(node, type === 'while_statement' ? { ...at, isInLoop: true } : at);
    } else if (type === 'for_statement') {
      this.#visitFor(node, at);
    } else if (type === 'redirected_statement') {
      this.#visitRedirected(node, at);
    } else if (type === 'command') {
      this.#addCommand(node, { redirections: [], words: [] }, at);
    } else if (type === 'variable_assignment' || type === 'variable_assignments') {
      const each = type === 'variable_assignment' ? [node] : node.namedChildren;
      this.found.add({ words: [], assignments: each.map((one) => this.#readAssignment(one)), redirections: [] }, at);
    } else if (type === 'declaration_command') {
      this.#visitDeclaration(node, at);
    } else if (type === 'comment') {
      if (!/(?:^|[\s;&|()])$/.test(this.line.slice(0, node.startIndex))) {
        this.found.refuse('a comment within a word');
      }
    } else {
      this.found.refuse(OBSTACLES[type] ?? (this.#isArithmetic(node) ? 'arithmetic' : `\`${this.#textOf(node)}\``));
      this.#visitHidden(node);
    }
  }

  #meet(what: string, inner: SyntaxNode): void {
    this.found.refuse(what);
    this.#visitHidden(inner);
  }

  #isArithmetic(node: SyntaxNode): boolean {
    return node.type === 'compound_statement' && this.line.startsWith('((', node.startIndex);
  }

  /** Visits the commands anywhere within a node. */
  #visitHidden(node: SyntaxNode): void {
    const at = { isHidden: true, isInLoop: true };
    if (node.type === 'expansion' && hasUnread(node)) {
      this.found.cannotSee('a substitution');
    }
    for (const child of node.namedChildren) {
      // A test evaluates some of its words.
      if (TEXTS.has(child.type) && /`|\$\\?\(/.test(child.text)) {
        this.#texts.push(...textsIn(child.text));
      }
      if (
        FRAMES.has(child.type) ||
        /^(?:command|redirected_statement|for_statement|declaration_command)$/.test(child.type)
      ) {
        this.visit(child, at);
      } else if (child.type === 'file_redirect' && node.type === 'command_substitution') {
        // Without a command, the substitution is what the file contains.
        const beside = { redirections: [], words: [] };
        this.#readRedirection(child, beside, { body: undefined, at });
        this.found.add({ ...beside, assignments: [] }, at);
      } else {
        this.#visitHidden(child);
      }
    }
  }

  #visitParts(node: SyntaxNode, at: Standing): void {
    for (const child of this.#partsOf(node)) {
      if (child.isNamed) {
        this.visit(child, at);
      } else if (!SIGNS.has(child.type)) {
        this.found.refuse(`\`${child.type}\``);
      }
    }
  }

  /** The parts of a node. The parser may leave out what it does not understand, so only blanks may lie between them. */
  #partsOf(node: SyntaxNode): readonly SyntaxNode[] {
    const parts = node.children;
    let end = node.startIndex;
    for (const part of parts) {
      this.#demandBlank(end, part.startIndex);
      end = part.endIndex;
    }
    this.#demandBlank(end, node.type === 'program' ? this.line.length : node.endIndex);
    if (node.type === 'program') {
      this.#demandBlank(0, node.startIndex);
    }
    return parts;
  }

  #demandBlank(from: number, to: number): void {
    if (/[^ \t\n\\]|\\(?!\n)/.test(this.line.slice(from, to))) {
      this.found.cannotSee('what does not parse');
    }
  }

  #visitFor(node: SyntaxNode, at: Standing): void {
    const [keyword, ...parts] = this.#partsOf(node);
    if (keyword?.type !== 'for') {
      this.found.refuse(`\`${keyword?.type ?? ''}\``);
    }
    const assignments: Assignment[] = [];
    for (const part of parts) {
      if (part.type === 'do_group') {
        this.visit(part, { ...at, isInLoop: true });
      } else if (part.type === 'variable_name') {
        assignments.push({ name: this.#textOf(part), value: exactWord('') });
      } else if (part.isNamed) {
        const value = this.#words.read(part);
        assignments.push({ name: assignments[0]?.name ?? '', value });
      } else if (!SIGNS.has(part.type)) {
        this.found.refuse(`\`${part.type}\``);
      }
    }
    this.found.add({ words: [], assignments, redirections: [] }, at);
  }

  // Only `export NAME=value` is read, because options of the other declarations evaluate their arguments.
  #visitDeclaration(node: SyntaxNode, at: Standing): void {
    const [keyword, ...parts] = this.#partsOf(node);
    const isPlain =
      keyword?.type === 'export' &&
      parts.every(({ type }) => type === 'variable_assignment' || type === 'variable_name');
    if (!isPlain) {
      this.found.refuse(`\`${keyword?.type ?? ''}\``);
      this.#texts.push(...textsIn(this.#textOf(node)));
      this.#visitHidden(node);
      return;
    }
    const assignments = parts.map((part) =>
      part.type === 'variable_name' ? { name: this.#textOf(part), value: exactWord('') } : this.#readAssignment(part),
    );
    this.found.add({ words: [], assignments, redirections: [] }, at);
  }

  #readAssignment(node: SyntaxNode): Assignment {
    const [name, sign, value, ...more] = node.children;
    if (name?.type !== 'variable_name' || sign?.type !== '=' || more.length > 0 || value?.type === 'array') {
      this.found.refuse('a variable with a subscript');
      this.#visitHidden(node);
    } else if (!/^[A-Za-z_]\w*$/.test(this.#textOf(name))) {
      // The grammar takes `?x=` for a variable, and Bash for a program whose name has any first letter.
      this.found.cannotSee(`\`${this.#textOf(node)}\``);
    }
    return {
      name: name === undefined ? '' : this.#textOf(name),
      value: value === undefined ? exactWord('') : this.#words.read(value),
    };
  }

  #visitRedirected(node: SyntaxNode, at: Standing): void {
    const parts = this.#partsOf(node);
    const body = parts.find(({ type }) => !/_redirect$/.test(type));
    const beside = { redirections: [] as Redirection[], words: [] as Word[] };
    for (const part of parts) {
      if (part !== body) {
        this.#readRedirection(part, beside, { body, at });
      }
    }
    if (body?.type === 'command') {
      this.#addCommand(body, beside, at);
      return;
    }
    if (body !== undefined) {
      this.visit(body, at);
      if (beside.words.length > 0) {
        this.found.refuse('words behind a redirection');
      }
    }
    this.found.add(
      { words: body === undefined ? beside.words : [], assignments: [], redirections: beside.redirections },
      at,
    );
  }

  #readRedirection(
    node: SyntaxNode,
    beside: { redirections: Redirection[]; words: Word[] },
    { body, at }: { readonly body: SyntaxNode | undefined; readonly at: Standing },
  ): void {
    if (node.type === 'heredoc_redirect') {
      const document = readHereDocument(node, this.line);
      for (const inner of document.expanded) {
        this.#meet('a substitution', inner);
      }
      if (document.asString !== undefined) {
        this.found.takeWithin(readShellLine(this.#parser, document.asString, this.#level + 1));
      }
      if (document.doubt !== undefined) {
        this.found.cannotSee(document.doubt);
      }
      beside.words.push(...document.words.map((word) => this.#words.read(word)));
      for (const each of document.redirections) {
        this.#readRedirection(each, beside, { body, at });
      }
      for (const each of document.commands) {
        this.visit(each, at);
      }
      if (body !== undefined && feedsShell(this.#textOf(body))) {
        this.#lookInto(document.text);
      }
    } else if (node.type === 'herestring_redirect') {
      const text = node.namedChildren.find(({ type }) => type !== 'file_descriptor');
      const word = text === undefined ? undefined : this.#words.read(text);
      if (word !== undefined && body !== undefined && feedsShell(this.#textOf(body))) {
        this.#lookInto(word.text);
      }
    } else {
      this.#readFile(node, beside);
    }
  }

  #readFile(node: SyntaxNode, { redirections, words }: { redirections: Redirection[]; words: Word[] }): void {
    const parts = node.children.filter(({ type }) => type !== 'file_descriptor');
    const [sign, target, ...more] = parts;
    const operator = sign?.type ?? '';
    if (target !== undefined) {
      const word = this.#words.read(target);
      const isCopy = /^[<>]&$/.test(operator) && /^(?:\d+|-)$/.test(word.text);
      if (/&-$/.test(operator)) {
        this.found.refuse('a word behind a closed file');
      } else if (!isCopy) {
        redirections.push({ isWrite: !/^</.test(operator), target: word });
      }
    } else if (!/&-$/.test(operator)) {
      this.found.cannotSee('what does not parse');
    }
    // The grammar puts `b` of `cat < a b` beside the file, the shell gives it to `cat`.
    words.push(...more.map((part) => this.#words.read(part)));
  }

  #addCommand(node: SyntaxNode, beside: Beside, at: Standing): void {
    const own = { redirections: [...beside.redirections], words: [] as Word[] };
    const assignments: Assignment[] = [];
    for (const part of this.#partsOf(node)) {
      if (part.type === 'variable_assignment') {
        assignments.push(this.#readAssignment(part));
      } else if (/_redirect$/.test(part.type)) {
        this.#readRedirection(part, own, { body: node, at });
      } else if (part.isNamed) {
        own.words.push(this.#words.read(part.type === 'command_name' ? (part.firstChild ?? part) : part));
      } else {
        this.found.refuse(`\`${part.type}\``);
      }
    }
    this.found.add({ words: [...own.words, ...beside.words], assignments, redirections: own.redirections }, at);
  }

  #textOf(node: SyntaxNode): string {
    return this.line.slice(node.startIndex, node.endIndex);
  }
}
