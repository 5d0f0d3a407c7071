/** What to do when the provider has no usable key. */
export const AUTH_GUIDANCE =
  'Run `opencode auth login`, or set the key of the provider in the environment or in opencode.json.';
