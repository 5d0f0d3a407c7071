/**
 * Takes libraries into a package so that a program that uses the package can be bundled as an ES module. execa and split2 load modules of
 * Node by `require('child_process')` and the like, in files that are no ES modules. esbuild leaves such a call as it is, and in an ES
 * module it throws "Dynamic require of "child_process" is not supported". Here each call becomes an import before anybody bundles us.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { type Plugin, transformSync } from 'esbuild';

const BUILT_IN = new RegExp(`^(?:node:)?(?:${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$`);
const LICENSES = 'THIRD-PARTY-LICENSES.txt';

/** A plugin that also writes the licenses of the bundled libraries beside the bundle. */
export function bundleForBundlers(): Plugin {
  return {
    name: 'bundle-for-bundlers',
    setup(build) {
      build.onResolve({ filter: BUILT_IN }, ({ path, kind }) =>
        kind === 'require-call' ? { path: path.replace(/^node:/, ''), namespace: 'built-in' } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: 'built-in' }, ({ path }) => ({
        contents: `export * from 'node:${path}'; export { default } from 'node:${path}';`,
      }));
      build.initialOptions.metafile = true;
      build.onEnd(({ metafile }) => {
        const { outdir } = build.initialOptions;
        if (metafile !== undefined && outdir !== undefined) {
          // The build writes the bundle after this, and a new clone lacks its folder.
          mkdirSync(outdir, { recursive: true });
          writeFileSync(join(outdir, LICENSES), describeLicenses(Object.keys(metafile.inputs)));
        }
      });
    },
  };
}

/**
 * Removes the maps of files that contain nothing of ours, whose sources are not shipped, and the blanks of these files: nobody reads them,
 * and everybody installs them. `folder` is the built one.
 */
export function shrinkForeignFiles(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.js.map'))) {
    const map = join(folder, name);
    const { sources } = JSON.parse(readFileSync(map, 'utf8'));
    if (!sources.some((source: string) => source.startsWith('../src/'))) {
      const file = map.slice(0, -'.map'.length);
      // This drops the comment that names the map as well.
      const shrunk = { minifySyntax: true, minifyWhitespace: true, target: 'node20' };
      writeFileSync(file, transformSync(readFileSync(file, 'utf8'), shrunk).code);
      rmSync(map);
    }
  }
}

/** Writes into a map the sources that it refers to and that are not shipped: those of a library in a file of ours. */
export function embedForeignSources(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.js.map'))) {
    const file = join(folder, name);
    const map = JSON.parse(readFileSync(file, 'utf8'));
    const foreign = map.sources.map((source: string) => /(?:^|\/)node_modules\//.test(source));
    if (foreign.includes(true)) {
      map.sourcesContent = map.sources.map((source: string, at: number) =>
        foreign[at] ? readFileSync(join(folder, source), 'utf8') : null,
      );
      writeFileSync(file, JSON.stringify(map));
    }
  }
}

/** Describes the licenses; `inputs` are the files of a bundle. Throws where a package has no license to show. */
function describeLicenses(inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      if (file === undefined) {
        throw new Error(
          `${folder} is taken into a package and has no license file. Leave it outside, or name its license.`,
        );
      }
      return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
