/** Finds imports that avoid a room's `index.ts`, by which alone the files of other rooms may be reached. */
import type { Source } from './read-sources.ts';

export interface Place {
  /** The name of the package, such as `core`. */
  readonly package: string;
  /** The first folder below the package's sources; `.` for files that lie beside the folders. */
  readonly room: string;
  /** The path within the room. */
  readonly file: string;
}

export interface RoomImport {
  readonly from: string;
  readonly to: string;
}

/** The place of a path; undefined where it is no source of ours, such as the name of a package. */
export function placeOf(path: string): Place | undefined {
  const [, folder, rest] = /^(?:packages\/([^/]+)|adapters)\/src\/(.+)$/.exec(path)?.slice(0) ?? [];
  if (rest === undefined) {
    return undefined;
  }
  const slash = rest.indexOf('/');
  return {
    package: folder ?? 'adapters',
    room: slash < 0 ? '.' : rest.slice(0, slash),
    file: rest.slice(slash + 1),
  };
}

/** The package of a file or folder of sources. */
export function packageOf(path: string): string {
  return placeOf(`${path}/index.ts`)?.package ?? '';
}

/** Every import of another room of the same package. */
export function listRoomImports(sources: readonly Source[]): readonly RoomImport[] {
  return sources.flatMap(({ path, imports }) =>
    imports.filter((to) => isOtherRoom(path, to)).map((to) => ({ from: path, to })),
  );
}

/** Imports of other rooms' files. Files beside the folders are shared by all rooms, and need no `index.ts`. */
export function findDeepImports(sources: readonly Source[]): readonly RoomImport[] {
  return listRoomImports(sources).filter(({ to }) => {
    const place = placeOf(to);
    return place !== undefined && place.room !== '.' && place.file !== 'index.ts';
  });
}

function isOtherRoom(path: string, to: string): boolean {
  const [here, there] = [placeOf(path), placeOf(to)];
  return here !== undefined && there !== undefined && here.room !== there.room;
}
