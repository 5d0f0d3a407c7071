/** What to do when Claude Code is not logged in. */

export const AUTH_GUIDANCE =
  'Run `claude` once and log in with /login, or set ANTHROPIC_API_KEY (or CLAUDE_CODE_OAUTH_TOKEN from `claude setup-token`).';
