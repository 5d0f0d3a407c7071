/** What to do when nobody is logged in. */
export const AUTH_GUIDANCE = 'Run `cursor-agent login`, or set CURSOR_API_KEY.';
