/** What the tools of pi do, by their names. */
import type { KindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = {
  bash: 'execute',
  read: 'read',
  ls: 'read',
  write: 'edit',
  edit: 'edit',
  grep: 'search',
  find: 'search',
  ask: 'other',
};
