/** What the tools of opencode do, by their names. */
import { type KindTable, kindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = kindTable({
  execute: 'bash',
  read: 'read list',
  edit: 'write edit patch apply_patch multiedit multi_edit',
  search: 'glob grep codesearch lsp_hover',
  fetch: 'webfetch websearch',
  think: 'task todowrite todoread',
  switch_mode: 'plan_enter plan_exit',
  other: 'skill question invalid',
});
