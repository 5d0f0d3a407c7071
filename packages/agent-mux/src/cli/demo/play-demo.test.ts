import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparePi } from '@agent-mux/testkit';
import { afterAll, expect, it } from 'vitest';
import { createClient } from '../../create-client.ts';
import { prepareDemo } from './play-demo.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-play-demo-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('starts nothing before it is told to: what is asked while nobody listens would be denied', async () => {
  const trace = join(folder, 'trace');
  const binary = join(folder, 'pi');
  writeFileSync(binary, `#!/bin/sh\necho "$PWD" > '${trace}'\n`, { mode: 0o755 });
  await using client = createClient();
  const agent = { agent: 'pi', displayName: 'pi', binary, version: undefined, prepare: preparePi };
  let cwd = '';
  {
    await using run = await prepareDemo(client, agent, 0);
    ({ cwd } = run);
    expect(existsSync(trace)).toBe(false);
    await run.start();
    expect([existsSync(trace), await run.isMended()]).toEqual([true, false]);
  }
  expect(existsSync(cwd)).toBe(false);
});
