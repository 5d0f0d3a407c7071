/** Reports mismatches between the rules of the protocols and the tests that prove them: exit code 1 where there are any. */
import { fileURLToPath } from 'node:url';
import { findGaps } from './requirements/judge.ts';
import { readProtocolTests } from './requirements/render.ts';
import { TABLES } from './requirements/tables.ts';

const gaps = findGaps(TABLES, readProtocolTests(fileURLToPath(new URL('..', import.meta.url))));
for (const gap of gaps) {
  process.stderr.write(`${gap}\n`);
}
if (gaps.length > 0) {
  process.exitCode = 1;
}
