/** Each denial has a reason, whatever the CLI has a place for: that of the CLI, that of the host, or that there was none. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AgentEvent } from '@agent-mux/events';
import { listFixtures } from '@agent-mux/testkit';
import { expect, it } from 'vitest';

const fixtures = await listFixtures(fileURLToPath(new URL('../fixtures', import.meta.url)));

it('every denial of every fixture has a reason', async () => {
  const silent: string[] = [];
  let count = 0;
  for (const { golden, dir } of fixtures) {
    for (const line of (await readFile(golden, 'utf8')).split('\n').filter((text) => text !== '')) {
      const event: AgentEvent = JSON.parse(line);
      if (event.type === 'approval_denied') {
        count++;
        if (event.reason === undefined || event.reason === '') {
          silent.push(dir);
        }
      }
    }
  }
  expect(silent).toEqual([]);
  expect(count).toBeGreaterThan(0);
});
