/** What to do when Codex is not logged in. It takes no key of OpenAI's from the environment (0.169.0). */

export const AUTH_GUIDANCE =
  'Run `codex login` (with `--with-api-key` it reads a key from stdin), or set the variable that `env_key` of your model provider names.';
