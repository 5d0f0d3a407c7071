import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../create-client.ts';
import { findDemoAgents } from './demo-agents.ts';

it('asks a CLI once more that was too slow to say its version', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'amux-demo-agents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const asked = join(folder, 'asked');
  const script = `#!/bin/sh\n[ -e '${asked}' ] && exec echo 1.2.3\n: > '${asked}'\nexec sleep 600\n`;
  writeFileSync(join(folder, 'pi'), script, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
  onTestFinished(() => void vi.unstubAllEnvs());
  await using client = createClient();
  const agents = await findDemoAgents(client.adapters, new Map([['agent', ['pi']]]), folder);
  expect(agents).toMatchObject([{ agent: 'pi', binary: join(folder, 'pi'), version: '1.2.3' }]);
});
