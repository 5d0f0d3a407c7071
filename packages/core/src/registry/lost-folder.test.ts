import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const SCRIPT = `
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRegistry, defineAdapter } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)};
import { systemClock } from ${JSON.stringify(new URL('../clock.ts', import.meta.url).href)};
const mode = { name: 'm', capabilities: { approvalModes: ['yolo'], events: [] }, command() {}, dialect() {} };
const adapters = ['node', 'no-such-cli-at-all'].map((agent) => defineAdapter({ specVersion: 1, agent, modes: [mode] }));
const folder = mkdtempSync(join(tmpdir(), 'amux-lost-'));
process.chdir(folder);
rmdirSync(folder);
const found = await createRegistry(adapters, systemClock).installed();
console.log(JSON.stringify(found.map(({ agent, cliPath }) => [agent, typeof cliPath])));
`;

describe('a host whose folder is gone', () => {
  it('is told what is installed all the same', () => {
    const args = ['--conditions=agent-mux-source', '--import', 'tsx', '--input-type=module', '-e', SCRIPT];
    expect(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))).toEqual([['node', 'string']]);
  });
});
