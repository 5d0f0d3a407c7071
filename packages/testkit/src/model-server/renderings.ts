/** The wire formats that the model server speaks; a request belongs to the first that knows its path. */
import { anthropicMessages } from './anthropic-messages.ts';
import { chatCompletions } from './chat-completions.ts';
import { geminiGenerateContent } from './gemini-generate-content.ts';
import { openaiResponses } from './openai-responses.ts';
import type { Rendering } from './rendering.ts';

export const RENDERINGS: readonly Rendering[] = [
  anthropicMessages,
  chatCompletions,
  geminiGenerateContent,
  openaiResponses,
];
