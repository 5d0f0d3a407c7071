/** Hides keys in what a person is shown, because terminals are recorded, shared and logged. */
import { createRedactor, type Redactor } from '@agent-mux/core/cassette';
import { BREAK } from './terminal.ts';

let redactor: Redactor | undefined;

/** Replaces what looks like a key by a word for it. A text that was made inline is read as the lines that it had. */
export function hideKeys(text: string): string {
  return keys().piece(text.replaceAll(BREAK, '\n'));
}

export interface Hider {
  /** The text without its keys. A text that was made inline is read as the lines that it had. */
  hide(text: string): string;
  /** Whether any text had a key. */
  readonly hasHidden: boolean;
}

/**
 * Makes what hides keys in a question: only those that are one plain word. Whoever grants must see all that takes effect, and what looks like
 * a key may reach over the rest of a command: `Cookie: a; rm x`, `?pass=a|sh`. With `showsKeys` it hides nothing.
 */
export function createHider({ showsKeys }: { readonly showsKeys: boolean }): Hider {
  let hasHidden = false;
  return {
    hide(text) {
      const given = text.replaceAll(BREAK, '\n');
      const shown = showsKeys ? given : hideWords(given);
      hasHidden ||= shown !== given;
      return shown;
    },
    get hasHidden() {
      return hasHidden;
    },
  };
}

function hideWords(text: string): string {
  return keys().patterns.reduce((shown, { regex, hints, stems, placeholder }) => {
    if (!hints.some((hint) => shown.includes(hint)) || stems?.test(shown) === false) {
      return shown;
    }
    return shown.replace(regex, (match: string, ...rest: readonly unknown[]) => {
      const kept = keptOf(rest.at(-1));
      return PLAIN_WORD.test(match.slice(kept.length)) ? kept + placeholder : match;
    });
  }, text);
}

// A word that begins with another sign may be an option or a path, and so may one with two dots.
const PLAIN_WORD = /^(?!.*\.\.)[A-Za-z0-9_+][A-Za-z0-9_.+/=-]*$/;

/** The beginning of a match that its pattern leaves as it is. */
function keptOf(groups: unknown): string {
  const kept = typeof groups === 'object' && groups !== null && 'keep' in groups ? groups.keep : '';
  return typeof kept === 'string' ? kept : '';
}

function keys(): Redactor {
  redactor ??= createRedactor({ looks: 'keys' });
  return redactor;
}
