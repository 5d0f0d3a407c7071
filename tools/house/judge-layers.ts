/** Finds imports that no layer allows, and permissions that nobody uses. */
import { listRoomImports, placeOf, type RoomImport } from './find-deep-imports.ts';
import type { Source } from './read-sources.ts';
import { LAYERS, type Layers } from './rooms.ts';

const OWN = /^@agent-mux\/([^/]+)/;

export function findForbiddenImports(
  sources: readonly Source[],
  layers: Readonly<Record<string, Layers>> = LAYERS,
): readonly RoomImport[] {
  return [...listRoomImports(sources), ...listPackageImports(sources)].filter(({ from, to }) => {
    const here = placeOf(from);
    const allowed = here === undefined ? undefined : layers[here.package];
    const package_ = OWN.exec(to)?.[1];
    if (here === undefined || allowed === undefined) {
      return true;
    }
    if (package_ !== undefined) {
      return !allowed.packages.includes(package_);
    }
    // The entry of a package may import every room of it.
    const there = placeOf(to);
    return (
      here.file !== 'index.ts' &&
      there !== undefined &&
      there.room !== '.' &&
      !(allowed.rooms[here.room] ?? []).includes(there.room)
    );
  });
}

/** Unused permissions, each as `package: room → room` or `package → package`. */
export function findNeedlessLayers(
  sources: readonly Source[],
  layers: Readonly<Record<string, Layers>> = LAYERS,
): readonly string[] {
  const used = new Set<string>();
  for (const { from, to } of [...listRoomImports(sources), ...listPackageImports(sources)]) {
    const [here, there] = [placeOf(from), placeOf(to)];
    used.add(`${here?.package} → ${OWN.exec(to)?.[1]}`);
    used.add(`${here?.package}: ${here?.room} → ${there?.room}`);
  }
  return Object.entries(layers)
    .flatMap(([name, { packages, rooms }]) => [
      ...packages.map((other) => `${name} → ${other}`),
      ...Object.entries(rooms).flatMap(([room, others]) =>
        others.filter((other) => other !== '.').map((other) => `${name}: ${room} → ${other}`),
      ),
    ])
    .filter((layer) => !used.has(layer));
}

function listPackageImports(sources: readonly Source[]): readonly RoomImport[] {
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter((to) => OWN.test(to) && OWN.exec(to)?.[1] !== placeOf(path)?.package)
      .map((to) => ({ from: path, to })),
  );
}
