/** Attachments that cannot be part of a prompt: the prompt names them, and the agent reads them. */
import { extname } from 'node:path';
import type { ResolvedOptions } from '@agent-mux/core';

/** Image types that can be part of a prompt. */
const IMAGES: ReadonlySet<string> = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp']);

/** The prompt with the names of files that cannot be part of it. */
export function withPaths(options: ResolvedOptions, text: string): string {
  const paths = otherFiles(options);
  return paths.length === 0 ? text : `${text}\n\nAttached files:\n${paths.map((path) => `- ${path}`).join('\n')}`;
}

/** Paths of the attachments that are no images. */
export function otherFiles({ attachments = [] }: ResolvedOptions): readonly string[] {
  return attachments.flatMap(({ filePath, mimeType }) => {
    const isImage = mimeType?.startsWith('image/') ?? IMAGES.has(extname(filePath ?? '').toLowerCase());
    return filePath === undefined || isImage ? [] : [filePath];
  });
}
