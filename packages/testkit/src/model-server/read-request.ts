/** Reads a request to its end. */
import type { IncomingMessage } from 'node:http';
import type { WireRequest } from './rendering.ts';

export async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    chunks.push(Buffer.from(chunk));
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) {
      headers[name] = Array.isArray(value) ? value.join(', ') : value;
    }
  }
  return {
    method: incoming.method ?? 'GET',
    path: new URL(incoming.url ?? '/', 'http://127.0.0.1').pathname,
    headers,
    body: parseBody(Buffer.concat(chunks).toString('utf8')),
  };
}

function parseBody(text: string): unknown {
  if (text === '') {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    // The log keeps the body as it came, and one that is no JSON makes a request that no format reads.
    return text;
  }
}
