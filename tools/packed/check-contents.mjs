/** Checks the contents of each packed package: what npm shows of it, and that it contains everything that its maps refer to. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Checks a package; `files` are the paths in the tarball that `npm pack --json` names. Throws with everything that is wrong. */
export function checkContents(folder, files) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const shipped = new Set(files);
  const faults = [];
  for (const needed of ['README.md', 'LICENSE', 'package.json']) {
    if (!shipped.has(needed)) {
      faults.push(`lacks ${needed}`);
    }
  }
  if (!(manifest.keywords?.length > 0)) {
    faults.push('has no keywords');
  }
  if (manifest.publishConfig?.provenance !== true) {
    faults.push('is published without provenance');
  }
  for (const script of ['preinstall', 'install', 'postinstall']) {
    if (manifest.scripts?.[script] !== undefined) {
      faults.push(`runs a script at its installation: ${script}`);
    }
  }
  for (const path of files.filter((file) => file.endsWith('.map'))) {
    const { sources, sourcesContent } = JSON.parse(readFileSync(join(folder, path), 'utf8'));
    const outside = sources.filter((_, at) => typeof sourcesContent?.[at] !== 'string');
    const lost = outside.map((source) => normalize(join(dirname(path), source)));
    for (const source of lost.filter((each) => !shipped.has(each))) {
      faults.push(`${path} leads to ${source}, which is not in it`);
    }
  }
  if (faults.length > 0) {
    throw new Error(`${manifest.name} as it is packed:\n  ${faults.slice(0, 20).join('\n  ')}`);
  }
}
