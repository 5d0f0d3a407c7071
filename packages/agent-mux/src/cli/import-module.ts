/** Imports a module by its path, TypeScript included: Node itself does that since 22.18, before that tsx does where it is installed. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

type Module = Readonly<Record<string, unknown>>;

/** What tsx says about its entries. */
interface Doors {
  readonly './esm/api': { readonly import: { readonly default: string } };
}

/** Thrown where nothing here can load TypeScript; the message says what to do. */
export class NoTypeScript extends Error {}

export async function importModule(file: string): Promise<Module> {
  const url = pathToFileURL(file).href;
  if (!/\.[mc]?ts$/.test(file) || stripsTypes()) {
    return await import(url);
  }
  const tsx = findTsx(file);
  if (tsx === undefined) {
    throw new NoTypeScript(
      `${file} is TypeScript, which Node ${process.versions.node} does not load by itself. Install tsx beside it (npm install tsx), take Node 22.18 or later, or name its JavaScript.`,
    );
  }
  const { tsImport }: { readonly tsImport: (url: string, parent: string) => Promise<Module> } = await import(tsx);
  return await tsImport(url, import.meta.url);
}

/** Whether Node itself strips types. */
function stripsTypes(): boolean {
  return 'typescript' in process.features && Boolean(process.features.typescript);
}

/**
 * Finds tsx beside the module, or beside amux itself. `resolve()` gives the entry for `require()`, and tsx 4.23 does not work when that is
 * imported, so the entry for an import is read from its manifest.
 */
function findTsx(file: string): string | undefined {
  for (const from of [file, import.meta.url]) {
    try {
      const manifest = createRequire(from).resolve('tsx/package.json');
      const { exports: doors }: { readonly exports: Doors } = JSON.parse(readFileSync(manifest, 'utf8'));
      return new URL(doors['./esm/api'].import.default, pathToFileURL(manifest)).href;
    } catch {
      // tsx is not installed there.
    }
  }
  return undefined;
}
