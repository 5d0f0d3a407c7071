/**
 * `npm run measure`: the sizes of the house, its circles, deep imports and public names. `--root DIR` measures another clone, such as an
 * older commit.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureHouse } from './house/measure-house.ts';
import { renderMeasures } from './house/render-measures.ts';

const { values } = parseArgs({ options: { root: { type: 'string' } } });
const root = values.root === undefined ? fileURLToPath(new URL('..', import.meta.url)) : resolve(values.root);
process.stdout.write(renderMeasures(measureHouse(root)));
