/** One stream after another as server-sent events. */
import type { UiMessageChunk } from './types.ts';

/** Headers of the response, as the AI SDK sends them. */
export const UI_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
} as const;

/** Writes one message; after `finish` also `[DONE]`. */
export function toSse(chunk: UiMessageChunk): string {
  const message = `data: ${JSON.stringify(chunk)}\n\n`;
  return chunk.type === 'finish' ? `${message}data: [DONE]\n\n` : message;
}

/** The `Response` of the platform, where its types have one. */
export type UiResponse = typeof globalThis extends { Response: new (...given: never[]) => infer R } ? R : unknown;

/**
 * The next stream of the chunks as a web `Response`; what comes after its `finish` is for the next response, so that one
 * `project(run, uiMessages())` serves a whole chat. A client that leaves delays nothing: the rest of its stream is read without it.
 */
export function toResponse(
  chunks: AsyncIterable<UiMessageChunk>,
  { headers = {} }: { readonly headers?: Readonly<Record<string, string>> } = {},
): UiResponse {
  const { Response, ReadableStream, TextEncoder } = globalThis as unknown as Web;
  const source = chunks[Symbol.asyncIterator]();
  const before = LEFT.get(source);
  const encoder = new TextEncoder();
  let isOver = false;
  const read = async (): Promise<UiMessageChunk | undefined> => {
    await before;
    const { done, value } = await source.next();
    isOver = done === true || value.type === 'finish';
    return done === true ? undefined : value;
  };
  let reading: Promise<UiMessageChunk | undefined> = Promise.resolve(undefined);
  let isLeft = false;
  const body = new ReadableStream({
    async pull(controller) {
      reading = read();
      const chunk = await reading;
      if (isLeft) {
        return;
      }
      if (chunk !== undefined) {
        controller.enqueue(encoder.encode(toSse(chunk)));
      }
      if (isOver) {
        controller.close();
      }
    },
    cancel() {
      isLeft = true;
      const drain = async (): Promise<void> => {
        await reading;
        while (!isOver) {
          await read();
        }
      };
      // A failure here also fails the next reader.
      LEFT.set(
        source,
        drain().catch(() => undefined),
      );
    },
  });
  // Two values of one name would be joined.
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return new Response(body, { headers: { ...UI_HEADERS, ...Object.fromEntries(given) } }) as UiResponse;
}

/** The rest of a stream whose client has left; the next stream begins behind it. */
const LEFT = new WeakMap<object, Promise<void>>();

/** The parts of the platform that are needed, because the package has no types of it. */
interface Web {
  readonly Response: new (body: unknown, init: { readonly headers: Readonly<Record<string, string>> }) => unknown;
  readonly ReadableStream: new (source: {
    pull(controller: { enqueue(bytes: Uint8Array): void; close(): void }): Promise<void>;
    cancel(): void;
  }) => unknown;
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
}
