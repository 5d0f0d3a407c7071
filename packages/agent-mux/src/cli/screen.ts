/** The two streams that a person sees as one: text on stdout, all else on stderr, and no line begins in the middle of another. */
import type { Sink } from './sink.ts';
import { createPalette, makeVisible, type Palette, wantsColour } from './terminal.ts';

export interface Screen {
  /** Colours of what goes to stderr. */
  readonly palette: Palette;
  /** A piece of the agent's text, to stdout. */
  text(piece: string): Promise<void>;
  /** Ends the line of the text. */
  endText(): Promise<void>;
  /** Whole lines, to stderr; may be painted with the palette. */
  note(lines: string): Promise<void>;
  /** A piece of a line, to stderr. */
  piece(text: string, paint?: (text: string) => string): Promise<void>;
  /** Ends the line of the pieces. */
  endPiece(): Promise<void>;
}

export interface ScreenOptions {
  readonly out: Sink;
  readonly err: Sink;
  /** --no-color was given. */
  readonly isColourRefused: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function createScreen({ out, err, isColourRefused, env }: ScreenOptions): Screen {
  const palette = createPalette(wantsColour({ isTty: err.isTty, isRefused: isColourRefused, env }));
  // Where both are terminals they are the same one: a line open on the one must be closed before the other writes.
  const isShared = out.isTty && err.isTty;
  let isOutOpen = false;
  let isErrOpen = false;

  async function closeErr(): Promise<void> {
    if (isErrOpen) {
      isErrOpen = false;
      await err.write('\n');
    }
  }

  // Only for the eye: what stdout carries must not depend on what stderr says.
  async function closeOutForErr(): Promise<void> {
    if (isShared && isOutOpen) {
      isOutOpen = false;
      await err.write('\n');
    }
  }

  return {
    palette,
    async text(piece) {
      if (isShared) {
        await closeErr();
      }
      isOutOpen = !piece.endsWith('\n');
      // Into a pipe it goes as it came.
      await out.write(out.isTty ? makeVisible(piece) : piece);
    },
    async endText() {
      if (isOutOpen) {
        isOutOpen = false;
        await out.write('\n');
      }
    },
    async note(lines) {
      await closeOutForErr();
      await closeErr();
      await err.write(`${makeVisible(lines, { isPainted: true })}\n`);
    },
    async piece(text, paint = (plain) => plain) {
      await closeOutForErr();
      isErrOpen = !text.endsWith('\n');
      await err.write(paint(makeVisible(text)));
    },
    endPiece: closeErr,
  };
}
