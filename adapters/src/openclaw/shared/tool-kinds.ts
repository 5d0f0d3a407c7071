/** What the tools of OpenClaw do, by their names. */
import { type KindTable, kindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = kindTable({
  execute: 'exec process',
  read: 'read',
  edit: 'write edit apply_patch',
  fetch: 'web_fetch web_search',
  think: 'sessions_spawn update_plan',
  other: 'message cron',
});
