/** 40 secrets in the forms in which programs write them, and the places that are searched for them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Characters of a secret that nobody could recognise by its looks. */
const SPICES = ['', '/', '"', '\\', ' ', '€', '+=', '&%', '\n', '-_.'];
export const KNOWN: readonly string[] = Array.from({ length: 30 }, (_, index) => {
  const random = createHash('sha256').update(`secret ${index}`).digest('base64url');
  return `${random.slice(0, 9)}${SPICES[index % SPICES.length]}${random.slice(9, 18 + (index % 7))}`;
});
/** Secrets that nobody hands in, because they are recognised by what stands before them. */
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

/** The forms in which programs write a secret. */
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

/** The base64 of a secret behind so many bytes, without the characters that it shares with its neighbours. */
function base64Behind(before: number, bytes: Buffer): string {
  const length = before + bytes.length;
  const all = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=*$/, '');
  return all.slice(before + 1, length % 3 === 0 ? undefined : -1);
}

/** What must be in no file: a form, and its remainder where its first three characters stand alone. */
export function findTold(bytes: string, secret: string): string[] {
  return formsOf(secret).filter(
    (form) => form.length > 6 && (bytes.includes(form) || bytes.includes(form.slice(4, -2))),
  );
}

/** The text in pieces as agents send them, of one to nine characters. */
export function* cutUp(text: string, random: () => number): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const size = 1 + Math.floor(random() * 9);
    yield text.slice(at, at + size);
    at += size;
  }
}

/** Everything in the folder of a store, and everything that it exports. */
export async function bytesOf(store: { export(): AsyncIterable<string> }, file: string): Promise<string> {
  const lines: string[] = [];
  for await (const line of store.export()) {
    lines.push(line);
  }
  const files = readdirSync(dirname(file)).map((name) => readFileSync(join(dirname(file), name)).toString('utf8'));
  return [...lines, ...files].join('\n');
}
