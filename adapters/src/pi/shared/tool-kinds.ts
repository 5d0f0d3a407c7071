/** What the tools of pi do, by their names. */
import { type KindTable, kindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = kindTable({
  execute: 'bash',
  read: 'read ls',
  edit: 'write edit',
  search: 'grep find',
  other: 'ask',
});
