/** The names of the calls behind Codex's items: those that the model uses, where it knows the tools. */
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
