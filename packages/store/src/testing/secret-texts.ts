/** 40 secrets, as programs write them down, and where they are looked for. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Of a secret that nobody could know by its looks, whatever characters it has. */
const SPICES = ['', '/', '"', '\\', ' ', '€', '+=', '&%', '\n', '-_.'];
export const KNOWN: readonly string[] = Array.from({ length: 30 }, (_, index) => {
  const random = createHash('sha256').update(`secret ${index}`).digest('base64url');
  return `${random.slice(0, 9)}${SPICES[index % SPICES.length]}${random.slice(9, 18 + (index % 7))}`;
});
/** Nobody hands these in: they are known by what is before them. */
const BY_LOOKS = [
  'sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789',
  'ghp_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789',
  'AKIAQWERTYUIOPASDFGH',
  'xoxb-1234567890-AbCdEfGhIjKl',
  'AIzaSyAbCdEfGhIjKlMnOpQrStUvWxYz012345',
  'glpat-AbCdEfGhIjKlMnOpQrSt',
  'npm_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789',
  'hf_AbCdEfGhIjKlMnOpQrStUvWx',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl',
  'gsk_AbCdEfGhIjKlMnOpQrStUvWx',
];
export const SECRETS: readonly string[] = [...KNOWN, ...BY_LOOKS];

/** As programs write a secret down. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const known = [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64').replace(/=*$/, ''),
    bytes.toString('base64url'),
    ...[1, 2].map((before) => base64Behind(before, bytes)),
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
  ];
  return [secret, json, JSON.stringify(json).slice(1, -1), ...(BY_LOOKS.includes(secret) ? [] : known)];
}

/** What a secret is in base64 where so many bytes stand before it: what it shares with its neighbours is left out. */
function base64Behind(before: number, bytes: Buffer): string {
  const length = before + bytes.length;
  const all = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=*$/, '');
  return all.slice(before + 1, length % 3 === 0 ? undefined : -1);
}

/** What must be in no file: a form, and what of it is told where its first three characters stand alone. */
export function findTold(bytes: string, secret: string): string[] {
  return formsOf(secret).filter(
    (form) => form.length > 6 && (bytes.includes(form) || bytes.includes(form.slice(4, -2))),
  );
}

/** Pieces as agents send them, of one to nine characters. */
export function* cutUp(text: string, random: () => number): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const size = 1 + Math.floor(random() * 9);
    yield text.slice(at, at + size);
    at += size;
  }
}

/** All that is in the folder of a store, and all that it exports. */
export async function bytesOf(store: { export(): AsyncIterable<string> }, file: string): Promise<string> {
  const lines: string[] = [];
  for await (const line of store.export()) {
    lines.push(line);
  }
  const files = readdirSync(dirname(file)).map((name) => readFileSync(join(dirname(file), name)).toString('utf8'));
  return [...lines, ...files].join('\n');
}
