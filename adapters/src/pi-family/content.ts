/** What stands in the content of a message or of a tool's result. */
import type { EventDraft } from '@agent-mux/core';
import { listOf, objectOf, textOf } from '../shared/index.ts';
import type { NativeBlock } from './native.ts';

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

export function imagesIn(content: unknown): readonly Image[] {
  return listOf(content).flatMap((item) => imageIn(item) ?? []);
}

/** What a tool gave back: its text, or its blocks, of an image only the kind, since it has an event of its own. */
export function outputOf(content: unknown): unknown {
  if (imagesIn(content).length === 0) {
    return textIn(content);
  }
  return listOf(content).map((item) => {
    const image = imageIn(item);
    return image === undefined ? item : { type: 'image', mimeType: image.mimeType };
  });
}

export function imageDrafts(content: unknown, toolCallId: string): readonly EventDraft[] {
  return imagesIn(content).map(({ mimeType, base64 }) => ({ type: 'image_output', mimeType, base64, toolCallId }));
}

function imageIn(item: unknown): Image | undefined {
  const block: NativeBlock | undefined = objectOf(item);
  const base64 = block?.type === 'image' ? textOf(block.data) : undefined;
  return base64 === undefined ? undefined : { mimeType: textOf(block?.mimeType) ?? 'application/octet-stream', base64 };
}
