/** What the tools of opencode do, by their names. */
import type { KindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = {
  bash: 'execute',
  read: 'read',
  list: 'read',
  write: 'edit',
  edit: 'edit',
  patch: 'edit',
  apply_patch: 'edit',
  multiedit: 'edit',
  multi_edit: 'edit',
  glob: 'search',
  grep: 'search',
  codesearch: 'search',
  lsp_hover: 'search',
  webfetch: 'fetch',
  websearch: 'fetch',
  task: 'think',
  todowrite: 'think',
  todoread: 'think',
  plan_enter: 'switch_mode',
  plan_exit: 'switch_mode',
  skill: 'other',
  question: 'other',
  invalid: 'other',
};
