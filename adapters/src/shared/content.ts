/** The content of a message or of a tool's result: a text, or blocks in the form of MCP or of the model's service. */
import type { EventDraft } from '@agent-mux/core';
import { listOf, objectOf, textOf } from './native-value.ts';

export function textIn(content: unknown): string {
  return (
    textOf(content) ??
    listOf(content)
      .flatMap((item) => textOf(objectOf<'text'>(item)?.text) ?? [])
      .join('\n')
  );
}

interface Image {
  readonly mimeType: string;
  readonly base64: string;
}

export function imageIn(item: unknown): Image | undefined {
  const block = objectOf<'type' | 'data' | 'mimeType' | 'source'>(item);
  const source = objectOf<'data' | 'media_type'>(block?.source);
  const base64 = block?.type === 'image' ? (textOf(block.data) ?? textOf(source?.data)) : undefined;
  const mimeType = textOf(block?.mimeType) ?? textOf(source?.media_type) ?? 'application/octet-stream';
  return base64 === undefined ? undefined : { mimeType, base64 };
}

export function imagesIn(content: unknown): readonly Image[] {
  return listOf(content).flatMap((item) => imageIn(item) ?? []);
}

/** The same content with only the kind of each image, since images have events of their own. */
export function withoutImages(content: unknown): unknown {
  if (!Array.isArray(content)) {
    return content;
  }
  return listOf(content).map((item) => {
    const image = imageIn(item);
    return image === undefined ? item : { type: 'image', mimeType: image.mimeType };
  });
}

export function imageDrafts(content: unknown, toolCallId: string): readonly EventDraft[] {
  return imagesIn(content).map(({ mimeType, base64 }) => ({ type: 'image_output', mimeType, base64, toolCallId }));
}
