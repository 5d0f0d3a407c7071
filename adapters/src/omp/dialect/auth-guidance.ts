/** What to do when omp has no key, or one that is refused. */

export const AUTH_GUIDANCE =
  'Start `omp` and type /login, or set the API key of the provider in the environment, e.g. ANTHROPIC_API_KEY.';
