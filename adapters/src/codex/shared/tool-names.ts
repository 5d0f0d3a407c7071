/** What the calls behind Codex's items are called: as the model knows the tools, where it does. */
import type { ToolKind } from '@agent-mux/events';
import { kindOf } from '../../shared/index.ts';
import { TOOL_KINDS } from './tool-kinds.ts';

export const TOOL_NAMES = {
  commandExecution: 'shell',
  fileChange: 'apply_patch',
  webSearch: 'web_search',
  imageView: 'view_image',
  imageGeneration: 'image_generation',
  requestUserInput: 'request_user_input',
  requestPermissions: 'request_permissions',
} as const;

/** The name of a call in our stream, and what the tool does. */
export function named(toolName: string): { readonly toolName: string; readonly toolKind: ToolKind } {
  return { toolName, toolKind: kindOf(TOOL_KINDS, toolName) };
}
