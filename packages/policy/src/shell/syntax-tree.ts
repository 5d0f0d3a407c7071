/**
 * The part of `web-tree-sitter`'s tree that we use, declared by us: the library is part of the built files and is not installed, so that no
 * declaration that we ship may name it.
 */
export interface SyntaxNode {
  readonly type: string;
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly isNamed: boolean;
  readonly isError: boolean;
  readonly isMissing: boolean;
  readonly hasError: boolean;
  readonly firstChild: SyntaxNode | null;
  readonly children: readonly SyntaxNode[];
  readonly namedChildren: readonly SyntaxNode[];
}

export interface ShellParser {
  /** Parses a line; null where it was stopped. `delete` frees the memory of the tree. */
  parse(line: string): { readonly rootNode: SyntaxNode; delete(): void } | null;
}
