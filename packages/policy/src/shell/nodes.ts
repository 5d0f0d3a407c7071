/** The nodes of the syntax tree, by what they mean for a rule. */
import type { SyntaxNode } from './syntax-tree.ts';

/** Nodes that only contain other commands. */
export const FRAMES: ReadonlySet<string> = new Set(
  'program list pipeline subshell compound_statement negated_command if_statement elif_clause else_clause while_statement do_group'.split(
    ' ',
  ),
);
export const SIGNS: ReadonlySet<string> = new Set([
  ...'; & && || | |& ( ) { } ! if then elif else fi while until do done for in'.split(' '),
  '\n',
]);
export const TEXTS: ReadonlySet<string> = new Set(['word', 'string', 'raw_string', 'ansi_c_string']);
/** Nodes that no rule about a beginning covers, in words. */
export const OBSTACLES: Readonly<Record<string, string>> = {
  function_definition: 'a function',
  test_command: 'a test in brackets',
  case_statement: 'a `case`',
  c_style_for_statement: 'arithmetic',
  unset_command: '`unset`',
};

/** Whether a variable with a default has a substitution between backticks in it that the grammar takes for a text. */
export function hasUnread(node: SyntaxNode): boolean {
  return (
    node.type !== 'command_substitution' && (isText(node) ? node.text.includes('`') : node.children.some(hasUnread))
  );
}

function isText({ children, type }: SyntaxNode): boolean {
  return children.length === 0 || type === 'string_content';
}
