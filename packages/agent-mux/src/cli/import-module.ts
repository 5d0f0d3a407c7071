/** Imports a module by its path, also one in TypeScript: as Node itself does since 22.18, before that through tsx where it is installed. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

type Module = Readonly<Record<string, unknown>>;

/** Nothing here can load TypeScript; the message says what to do. */
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

/** Node says so where it does. */
function stripsTypes(): boolean {
  return 'typescript' in process.features && Boolean(process.features.typescript);
}

/** Beside the module, or where amux itself is. */
function findTsx(file: string): string | undefined {
  for (const from of [file, import.meta.url]) {
    try {
      return pathToFileURL(createRequire(from).resolve('tsx/esm/api')).href;
    } catch {
      // Why: it is not installed there.
    }
  }
  return undefined;
}
