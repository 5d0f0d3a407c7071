/** What the tools of OpenClaw do, by their names. */
import type { KindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = {
  exec: 'execute',
  process: 'execute',
  read: 'read',
  write: 'edit',
  edit: 'edit',
  apply_patch: 'edit',
  web_fetch: 'fetch',
  web_search: 'fetch',
  sessions_spawn: 'think',
  update_plan: 'think',
  message: 'other',
  cron: 'other',
};
