/** What the calls behind Codex's items are called: as the model knows the tools, where it does. */

export const TOOL_NAMES = {
  commandExecution: 'shell',
  fileChange: 'apply_patch',
  webSearch: 'web_search',
  imageView: 'view_image',
  imageGeneration: 'image_generation',
  requestUserInput: 'request_user_input',
  requestPermissions: 'request_permissions',
} as const;
