/**
 * What is asked of the tree of `web-tree-sitter`, in words of our own: the library is part of the built files and is not installed, so
 * that no declaration that we ship may name it.
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
  /** null where it was stopped; `delete` gives the memory of the tree back. */
  parse(line: string): { readonly rootNode: SyntaxNode; delete(): void } | null;
}
