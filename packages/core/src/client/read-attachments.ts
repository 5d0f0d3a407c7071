/** Reads the attachments of a prompt: images become data, other files stay paths. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { PromptImage } from '../adapter/dialect.ts';
import type { Attachment } from '../adapter/options.ts';

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** The images among them, in order. */
export function readImages(attachments: readonly Attachment[]): PromptImage[] {
  return attachments.flatMap(({ filePath, base64, mimeType }) => {
    const type = mimeType ?? (filePath === undefined ? undefined : IMAGE_TYPES[extname(filePath).toLowerCase()]);
    if (type === undefined || !type.startsWith('image/')) {
      return [];
    }
    if (base64 !== undefined) {
      return [{ mimeType: type, data: base64 }];
    }
    return filePath === undefined ? [] : [{ mimeType: type, data: readFileSync(filePath).toString('base64') }];
  });
}
