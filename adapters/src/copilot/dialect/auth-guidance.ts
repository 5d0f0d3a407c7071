/** What to do when Copilot CLI is not logged in. */

export const AUTH_GUIDANCE =
  'Run `copilot login`, or set COPILOT_GITHUB_TOKEN (or GH_TOKEN, GITHUB_TOKEN). With a model provider of your own set COPILOT_PROVIDER_BASE_URL and COPILOT_PROVIDER_API_KEY.';
