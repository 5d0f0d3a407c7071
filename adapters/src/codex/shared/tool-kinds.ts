/** What the tools of Codex do, by their names, as they are in our stream. */
import type { KindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = {
  shell: 'execute',
  apply_patch: 'edit',
  web_search: 'fetch',
  view_image: 'read',
  wait_agent: 'think',
  send_input: 'think',
  resume_agent: 'think',
  close_agent: 'think',
  image_generation: 'other',
  request_user_input: 'other',
  request_permissions: 'other',
  unknown: 'other',
};
