/** Reads the attachments of a prompt: images become data, other files stay paths. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Attachment, PromptImage } from '../adapter/index.ts';
import { describeError } from '../describe-error.ts';
import { ValidationError } from '../errors.ts';

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/**
 * Returns the images among the attachments, in order. Throws ValidationError in the name of the call for a file that
 * cannot be read.
 */
export function readImages(attachments: readonly Attachment[], call: string): PromptImage[] {
  return attachments.flatMap(({ filePath, base64, mimeType }, index) => {
    const type = mimeType ?? (filePath === undefined ? undefined : IMAGE_TYPES[extname(filePath).toLowerCase()]);
    if (type === undefined || !type.startsWith('image/')) {
      return [];
    }
    if (base64 !== undefined) {
      return [{ mimeType: type, data: base64 }];
    }
    return filePath === undefined ? [] : [{ mimeType: type, data: readImage(filePath, { index, call }) }];
  });
}

function readImage(path: string, { index, call }: { readonly index: number; readonly call: string }): string {
  try {
    return readFileSync(path).toString('base64');
  } catch (error) {
    const field = `attachments[${index}].filePath`;
    const reason = describeError(error);
    const message = `\`${field}\` is ${path}, which cannot be read: ${reason}.`;
    throw new ValidationError([{ field, message, received: path, expected: 'a file that can be read' }], call);
  }
}
