/** The two streams that a person sees as one: text on stdout, all else on stderr, and no line begins in the middle of another. */

import { createQuotedText, wrapLines } from './quoted-text.ts';
import type { Sink } from './sink.ts';
import { createPalette, type Palette, showPainted, wantsColour } from './terminal.ts';

export interface Screen {
  /** The colours of stderr. */
  readonly palette: Palette;
  /** Writes a piece of the agent's text to stdout. A terminal shows each of its lines marked as the agent's. */
  text(piece: string): Promise<void>;
  /** Ends the line of the text. */
  endText(): Promise<void>;
  /** Writes whole lines to stderr, which may be painted with the palette. */
  note(lines: string): Promise<void>;
  /** Writes a piece of the agent's thoughts to stderr, marked likewise. */
  piece(text: string, paint?: (text: string) => string): Promise<void>;
  /** Ends the line of the pieces. */
  endPiece(): Promise<void>;
}

export interface ScreenOptions {
  readonly out: Sink;
  readonly err: Sink;
  /** Whether --no-color was given. */
  readonly isColourRefused: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function createScreen({ out, err, isColourRefused, env }: ScreenOptions): Screen {
  const palette = createPalette(wantsColour({ isTty: err.isTty, isRefused: isColourRefused, env }));
  // Two terminals are the same one: a line open on the one must be closed before the other writes.
  const isShared = out.isTty && err.isTty;
  const answer = createQuotedText(() => out.columns);
  const thoughts = createQuotedText(() => err.columns);
  // A pipe gets everything as it came, and stdout must not depend on what stderr says.
  let isOutOpen = false;

  async function closeErr(): Promise<void> {
    await write(err, thoughts.end());
  }

  async function closeOutForErr(): Promise<void> {
    if (isShared) {
      await write(err, answer.end());
    }
  }

  return {
    palette,
    async text(piece) {
      if (isShared) {
        await closeErr();
      }
      isOutOpen = !piece.endsWith('\n');
      await out.write(out.isTty ? answer.add(piece) : piece);
    },
    async endText() {
      if (out.isTty) {
        await write(out, answer.end());
      } else if (isOutOpen) {
        isOutOpen = false;
        await out.write('\n');
      }
    },
    async note(lines) {
      await closeOutForErr();
      await closeErr();
      const shown = showPainted(lines);
      await err.write(`${wrapLines(shown, err.columns)}\n`);
    },
    async piece(text, paint = (plain) => plain) {
      await closeOutForErr();
      await err.write(showPainted(paint(thoughts.add(text))));
    },
    endPiece: closeErr,
  };
}

async function write(sink: Sink, text: string): Promise<void> {
  if (text !== '') {
    await sink.write(text);
  }
}
