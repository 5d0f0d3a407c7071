/** What the tools of Codex do, by their names, as they are in our stream. */
import { type KindTable, kindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = kindTable({
  execute: 'shell',
  edit: 'apply_patch',
  fetch: 'web_search',
  read: 'view_image',
  think: 'wait_agent send_input resume_agent close_agent',
  other: 'image_generation request_user_input request_permissions unknown',
});
