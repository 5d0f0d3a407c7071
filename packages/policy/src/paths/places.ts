/** Where a path leads, and whether a glob matches that place. */

import { least, type Trit } from '../match/index.ts';
import { couldMatchBelow, type Glob, matches, matchesAbove, normalNames } from './glob.ts';

export interface Place {
  /** The absolute path, with all links followed. */
  readonly path: string;
  readonly isFolder: boolean;
}

/** Follows the links of an absolute path, which may not exist; undefined where it leads nowhere. */
export type Resolve = (path: string) => Place | undefined;

/** A path as it was given, and where it leads; `real` is undefined where that is unknown. */
export interface Spot {
  readonly said: readonly string[];
  readonly real: readonly string[] | undefined;
  readonly isFolder: boolean;
}

export interface Disk {
  /** The folder of the run; undefined where it is not known. */
  readonly cwd: string | undefined;
  /** That folder, and those that were named in addition. */
  readonly roots: readonly string[];
  readonly home: string | undefined;
  readonly resolve: Resolve | undefined;
  /** Where the beginnings of globs with absolute paths lead. They are followed before the agent can have made one of them a link. */
  readonly beginnings: ReadonlyMap<Glob, readonly string[]>;
}

/** Follows the beginnings, because `/tmp` of `/tmp/**` may be a link made by the system itself. */
export function followBeginnings(globs: readonly Glob[], resolve: Resolve | undefined): Map<Glob, readonly string[]> {
  const found = new Map<Glob, readonly string[]>();
  for (const glob of globs) {
    const names = beginningOf(glob);
    const real = names.length === 0 || glob.base !== 'slash' ? undefined : resolve?.(`/${names.join('/')}`);
    if (real !== undefined) {
      found.set(glob, normalNames(real.path));
    }
  }
  return found;
}

function beginningOf({ pieces }: Glob): readonly string[] {
  const end = pieces.findIndex((piece) => piece === '**' || !('exact' in piece));
  return pieces
    .slice(0, end === -1 ? undefined : end)
    .flatMap((piece) => (piece !== '**' && 'exact' in piece ? [piece.exact] : []));
}

export class Places {
  readonly cwd: string | undefined;
  readonly #home: string | undefined;
  readonly #resolve: Resolve | undefined;
  readonly #roots: readonly Spot[];
  readonly #spots = new Map<string, Spot>();
  readonly #homeSpot: Spot | undefined;
  readonly #beginnings: ReadonlyMap<Glob, readonly string[]>;

  constructor({ cwd, roots, home, resolve, beginnings }: Disk) {
    this.cwd = cwd;
    this.#home = home;
    this.#resolve = resolve;
    this.#beginnings = beginnings;
    this.#roots = roots.map((root) => this.#spotOf(this.expand(root) ?? '/\0'));
    this.#homeSpot = home === undefined ? undefined : this.#spotOf(home);
  }

  /** Whether links can be followed. */
  get canResolve(): boolean {
    return this.#resolve !== undefined;
  }

  /** The path with the home folder in place of `~`; undefined where that is unknown. */
  expand(path: string): string | undefined {
    if (!/^~(?:\/|$)/.test(path)) {
      return path.startsWith('~') ? undefined : path;
    }
    return this.#home === undefined ? undefined : this.#home + path.slice(1);
  }

  /** Where a path leads from each of these folders; undefined where they are unknown. */
  find(path: string, folders: readonly string[] | undefined): readonly Spot[] | undefined {
    if (path.startsWith('/')) {
      return [this.#spotOf(path)];
    }
    return folders?.length === 0 ? undefined : folders?.map((folder) => this.#spotOf(`${folder}/${path}`));
  }

  /** Forgets the links, which are followed once per decision. */
  forget(): void {
    this.#spots.clear();
  }

  #spotOf(path: string): Spot {
    const known = this.#spots.get(path);
    if (known !== undefined) {
      return known;
    }
    const spot = this.#follow(path);
    this.#spots.set(path, spot);
    return spot;
  }

  #follow(path: string): Spot {
    const real = this.#resolve?.(path);
    return {
      said: normalNames(path),
      real: real === undefined ? undefined : normalNames(real.path),
      isFolder: real?.isFolder ?? false,
    };
  }

  /** Whether all of it lies within the roots; unknown where links cannot be followed. */
  isWithin(spots: readonly Spot[] | undefined): Trit {
    if (spots === undefined) {
      return 'unknown';
    }
    return least(
      spots.map(({ said, real }): Trit => {
        if (real === undefined) {
          return this.#roots.some((root) => isBelow(said, root.said)) ? 'unknown' : 'no';
        }
        return this.#roots.some((root) => root.real !== undefined && isBelow(real, root.real)) ? 'yes' : 'no';
      }),
    );
  }

  /** Whether a folder is one of the roots itself, which needs no links. */
  isRoot(path: string): boolean {
    const names = normalNames(path).join('/');
    return this.#roots.some(({ said }) => said.join('/') === names);
  }

  /** Whether a path is allowed, which depends on where it leads. */
  allows(globs: readonly Glob[], spot: Spot): boolean {
    const { real } = spot;
    return (
      real !== undefined &&
      globs.some((glob) => this.#anchored(glob, real, 'allow').some((names) => matches(glob, names, 'strict')))
    );
  }

  /** Whether a path is forbidden, as it was given or by where it leads; unknown where something below it may be. */
  forbids(globs: readonly Glob[], spot: Spot): Trit {
    const { said, real, isFolder } = spot;
    if (real === undefined) {
      return 'unknown';
    }
    const ways = globs.flatMap((glob) =>
      [said, real].flatMap((names) => this.#anchored(glob, names, 'deny').map((below) => ({ glob, below }))),
    );
    if (ways.some(({ glob, below }) => matchesAbove(glob, below, 'wide'))) {
      return 'yes';
    }
    const mayHold = ways.some(({ glob, below }) => couldMatchBelow(glob, below, 'wide'));
    const holdsRoot = globs.some(
      (glob) => glob.base !== 'slash' && this.#spotsOf(glob).some((base) => isAbove(real, base)),
    );
    return isFolder && (mayHold || holdsRoot) ? 'unknown' : 'no';
  }

  /** The names behind each base of a glob above the path. */
  #anchored(glob: Glob, names: readonly string[], way: 'allow' | 'deny'): readonly (readonly string[])[] {
    if (glob.base === 'slash') {
      const moved = this.#movedBase(glob, names);
      return moved === undefined ? [names] : way === 'allow' ? [moved] : [names, moved];
    }
    const bases = this.#spotsOf(glob).flatMap(({ said, real }) => (way === 'allow' ? [real] : [said, real]));
    return bases.flatMap((base) => (base !== undefined && isBelow(names, base) ? [names.slice(base.length)] : []));
  }

  #spotsOf({ base }: Glob): readonly Spot[] {
    return base === 'home' ? (this.#homeSpot === undefined ? [] : [this.#homeSpot]) : this.#roots;
  }

  #movedBase(glob: Glob, names: readonly string[]): readonly string[] | undefined {
    const real = this.#beginnings.get(glob);
    const said = beginningOf(glob);
    return real !== undefined && isBelow(names, real) && real.join('/') !== said.join('/')
      ? [...said, ...names.slice(real.length)]
      : undefined;
  }
}

function isBelow(names: readonly string[], base: readonly string[]): boolean {
  return base.every((name, at) => names[at] === name);
}

function isAbove(names: readonly string[], base: Spot): boolean {
  return [base.said, base.real].some(
    (each) => each !== undefined && each.length >= names.length && isBelow(each, names),
  );
}
