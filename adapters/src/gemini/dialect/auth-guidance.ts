/** What to do when Gemini CLI is not logged in. */

export const AUTH_GUIDANCE =
  'Run `gemini` once and log in, or set GEMINI_API_KEY (or GOOGLE_API_KEY with GOOGLE_GENAI_USE_VERTEXAI=true for Vertex AI).';
