/** What a lock file of npm pins for a package: the package, and everything that it depends on. */

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  /** Set for a link, which leads to the folder `resolved`. */
  readonly link?: true;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** One line for each package, in a fixed order; none where there is no lock file, or it does not name the packages. */
export function lockedBehind(lock: string | undefined, names: readonly string[]): readonly string[] {
  const { packages = {} }: { readonly packages?: Readonly<Record<string, LockedPackage>> } = JSON.parse(lock ?? '{}');
  const seen = new Set<string>();
  const open = names.flatMap((name) => find(packages, '', name) ?? []);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const found = packages[path];
    if (found === undefined || seen.has(path)) {
      continue;
    }
    seen.add(path);
    if (found.link === true && found.resolved !== undefined) {
      open.push(found.resolved);
    }
    const { dependencies, optionalDependencies, peerDependencies } = found;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      open.push(...(find(packages, path, name) ?? []));
    }
  }
  return [...seen].sort().map((path) => `${path} ${packages[path]?.version} ${packages[path]?.integrity}`);
}

/** Finds a package as Node does: in the requiring package's own folder first, then in those around it. */
function find(packages: object, from: string, name: string): readonly [string] | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (path in packages) {
      return [path];
    }
    if (folder === '') {
      return undefined;
    }
  }
}
