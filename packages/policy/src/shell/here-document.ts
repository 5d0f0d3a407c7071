/** Reads a here-document, and makes sure that it ends where a shell ends it. */
import type { SyntaxNode } from './syntax-tree.ts';

export interface HereDocument {
  readonly text: string;
  /** The parts that the shell replaces in it. */
  readonly expanded: readonly SyntaxNode[];
  /** A command line that replaces the same parts in a string; undefined where the shell replaces nothing. */
  readonly asString: string | undefined;
  /** Why it may not be what the grammar takes it for. */
  readonly doubt: string | undefined;
  /** The rest of the line on which it begins. */
  readonly words: readonly SyntaxNode[];
  readonly redirections: readonly SyntaxNode[];
  readonly commands: readonly SyntaxNode[];
}

const OWN = /^heredoc_/;

export function readHereDocument(node: SyntaxNode, line: string): HereDocument {
  const parts = node.children;
  const textOf = (part: SyntaxNode | undefined): string =>
    part === undefined ? '' : line.slice(part.startIndex, part.endIndex);
  const start = parts.find(({ type }) => type === 'heredoc_start');
  const body = parts.find(({ type }) => type === 'heredoc_body');
  const rest = parts.filter(({ type, isNamed }) => isNamed && !OWN.test(type) && type !== 'file_descriptor');
  const word = /^(?:'(\w+)'|"(\w+)"|(\w+))$/.exec(textOf(start));
  const mark = word?.[1] ?? word?.[2] ?? word?.[3];
  const text = mark === undefined || start === undefined ? undefined : cutBody(line, start.endIndex, mark, node);
  const isLiteral = word?.[3] === undefined;
  const isSame = text !== undefined && text.trim() === textOf(body).trim();
  const signs = parts.filter(({ isNamed }) => !isNamed).map(({ type }) => type);
  const isKnown = signs.every((sign) => /^(?:<<-?|&&|\|\||\|&?|;|\n)$/.test(sign));
  const isPlain = isLiteral || !/[$`\\]/.test(text ?? '');
  const doubt = isSame && isKnown ? undefined : 'a here-document';
  return {
    text: text ?? textOf(body),
    expanded: isPlain || body === undefined ? [] : [body],
    asString: isPlain ? undefined : `: "${quote(text ?? textOf(body))}"`,
    doubt,
    words: rest.filter(({ type }) => !isCommand(type) && !/_redirect$/.test(type)),
    redirections: rest.filter(({ type }) => /_redirect$/.test(type)),
    commands: rest.filter(({ type }) => isCommand(type)),
  };
}

function isCommand(type: string): boolean {
  return /^(?:command|pipeline|list|redirected_statement|subshell|compound_statement|negated_command|.*_(?:statement|definition|command))$/.test(
    type,
  );
}

/** The text that a shell reads: from the next line to the first line that consists of the mark. */
function cutBody(line: string, from: number, mark: string, node: SyntaxNode): string | undefined {
  const begin = line.indexOf('\n', from) + 1;
  // Another document on the same line comes first or after, and nobody could separate the two.
  if (
    begin === 0 ||
    /<</.test(line.slice(from, begin)) ||
    /<</.test(line.slice(line.lastIndexOf('\n', node.startIndex) + 1, node.startIndex))
  ) {
    return undefined;
  }
  const cutsTabs = line.startsWith('<<-', node.startIndex) || /^\d*<<-/.test(line.slice(node.startIndex));
  const lines = line.slice(begin).split('\n');
  const end = lines.findIndex((each) => (cutsTabs ? each.replace(/^\t+/, '') : each) === mark);
  return end === -1 ? undefined : lines.slice(0, end).join('\n');
}

/**
 * Writes the text as one between double quotes. The grammar does not find every substitution in a document, such as one between backticks,
 * and it finds those in strings.
 */
function quote(text: string): string {
  const parts = text.match(/\\[\s\S]|\$\(|[\s\S]/g) ?? [];
  // What is open: a substitution, a parenthesis or a quote in it. Quotes mean something in there alone.
  const open: string[] = [];
  return parts
    .map((part) => {
      const last = open.at(-1);
      if (last === "'" || part === last) {
        if (part === last) {
          open.pop();
        }
      } else if (part === '`') {
        open.push('`');
      } else if (part === '$(' || (part === '(' && last !== undefined && last !== '"')) {
        open.push(')');
      } else if (part === '"' && last === undefined) {
        return '\\"';
      } else if (part === '"' || (part === "'" && (last === ')' || last === '`'))) {
        open.push(part);
      }
      return part;
    })
    .join('');
}

/** Whether a command may run what it reads, because a shell or a wrapper is among its words. */
export function feedsShell(command: string): boolean {
  return /(?:^|[\s/;|&])(?:(?:ba|da|z|k|mk|a|fi|c|tc)?sh|env|sudo|xargs|eval)(?:\s|$)/.test(command);
}
