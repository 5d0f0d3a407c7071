/** Globs over the names of a path: `*` and `?` within a name, `**` over any number of names, `{a,b}` for either. */
import { fitsWildcard } from '../match/index.ts';

type Piece = '**' | { readonly exact: string } | { readonly pattern: string; readonly isHidden: boolean };

/** Where the first name of a glob is looked for: in each root, at `/`, or in the home folder. */
type GlobBase = 'root' | 'slash' | 'home';

export interface Glob {
  readonly base: GlobBase;
  readonly pieces: readonly Piece[];
}

/** How names are compared: `strict` as they are, where a wildcard matches no hidden name; `wide` in any case, where it does. */
export type Manner = 'strict' | 'wide';

const MOST_BRACES = 64;

/**
 * Reads globs, of which braces make several; undefined where they cannot be read. `isAnywhere` lets one that begins with `**` begin at `/`.
 */
export function readGlobs(
  text: string,
  { isAnywhere = false }: { isAnywhere?: boolean } = {},
): readonly Glob[] | undefined {
  const texts = spreadBraces(text);
  if (text === '' || texts === undefined || /[[\]\0]/.test(text) || /^~(?!\/|$)/.test(text)) {
    return undefined;
  }
  return texts.map((each) => {
    const base = each.startsWith('~') ? 'home' : each.startsWith('/') ? 'slash' : 'root';
    const names = normalNames(base === 'home' ? each.slice(1) : each);
    return {
      base: base === 'root' && isAnywhere && names[0] === '**' ? 'slash' : base,
      pieces: names.map(readPiece),
    };
  });
}

function readPiece(name: string): Piece {
  if (name === '**') {
    return '**';
  }
  if (!/[*?]/.test(name)) {
    return { exact: name };
  }
  return { pattern: name, isHidden: name.startsWith('.') };
}

function spreadBraces(text: string): readonly string[] | undefined {
  const found = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(text);
  if (found === null) {
    return /[{}]/.test(text) ? undefined : [text];
  }
  const [, before = '', choices = '', after = ''] = found;
  const all = choices.split(',').map((choice) => spreadBraces(`${before}${choice}${after}`));
  const flat = all.flatMap((each) => each ?? []);
  return all.includes(undefined) || flat.length > MOST_BRACES ? undefined : flat;
}

/** The names of a path, with `.` and `..` resolved textually. */
export function normalNames(path: string): string[] {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') {
      names.pop();
    } else if (name !== '' && name !== '.') {
      names.push(name);
    }
  }
  return names;
}

/** Whether the glob matches the whole path. */
export function matches({ pieces }: Glob, names: readonly string[], manner: Manner): boolean {
  return follow(pieces, names, manner).at(-1)?.has(pieces.length) ?? false;
}

/** Whether the glob matches the path, or a folder above it. */
export function matchesAbove({ pieces }: Glob, names: readonly string[], manner: Manner): boolean {
  return follow(pieces, names, manner).some((places) => places.has(pieces.length));
}

/** Whether the glob could match something below the path. */
export function couldMatchBelow({ pieces }: Glob, names: readonly string[], manner: Manner): boolean {
  return (follow(pieces, names, manner)[names.length]?.size ?? 0) > 0;
}

/** The pieces that may come next after each number of names. */
function follow(pieces: readonly Piece[], names: readonly string[], manner: Manner): readonly ReadonlySet<number>[] {
  const steps = [reach(pieces, new Set([0]))];
  for (const name of names) {
    const next = new Set<number>();
    for (const at of steps.at(-1) ?? []) {
      const piece = pieces[at];
      if (piece !== undefined && fits(piece, name, manner)) {
        next.add(piece === '**' ? at : at + 1);
      }
    }
    steps.push(reach(pieces, next));
  }
  return steps;
}

// `**` may stand for no name at all.
function reach(pieces: readonly Piece[], places: Set<number>): Set<number> {
  for (const at of places) {
    if (pieces[at] === '**') {
      places.add(at + 1);
    }
  }
  return places;
}

function fits(piece: Piece, name: string, manner: Manner): boolean {
  const isWide = manner === 'wide';
  if (piece === '**') {
    return isWide || !name.startsWith('.');
  }
  if ('exact' in piece) {
    return isWide ? fold(piece.exact) === fold(name) : piece.exact === name;
  }
  const isShown = isWide || piece.isHidden || !name.startsWith('.');
  const [pattern, told] = isWide ? [fold(piece.pattern), fold(name)] : [piece.pattern, name];
  return isShown && fitsWildcard(pattern, told, { hasOne: true });
}

// Some disks treat names as equal in any case (`ſ` is an `S` too), with decomposed letters, and with invisible characters.
function fold(name: string): string {
  // Nearly all names are ASCII, and the rest takes most of the time of a decision.
  if (!/[^\0-\x7F]/.test(name)) {
    return name.toLowerCase();
  }
  return name
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC');
}
