/** What the tools of Cursor CLI do, by their names, without the ending `ToolCall`. */
import type { KindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = {
  shell: 'execute',
  read: 'read',
  ls: 'read',
  readLints: 'read',
  edit: 'edit',
  write: 'edit',
  delete: 'delete',
  grep: 'search',
  glob: 'search',
  semSearch: 'search',
  webFetch: 'fetch',
  webSearch: 'fetch',
  fetch: 'fetch',
  task: 'think',
  updateTodos: 'think',
  createPlan: 'think',
  switchMode: 'switch_mode',
  askQuestion: 'other',
};
