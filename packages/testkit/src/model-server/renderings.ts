/** The wire formats that the model server speaks; a request belongs to the first that knows its path. */
import { anthropicMessages } from './anthropic-messages.ts';
import type { Rendering } from './rendering.ts';

export const RENDERINGS: readonly Rendering[] = [anthropicMessages];
