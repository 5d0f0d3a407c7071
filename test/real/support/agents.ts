/** Where the pinned CLIs stand. scripts/install-agents.mjs has put them there. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../agents/node_modules', import.meta.url));
const CLAUDE = { '2.1.329': 'claude', '2.1.197': 'claude-197' } as const;

export type ClaudeVersion = keyof typeof CLAUDE;

export const CLAUDE_VERSIONS: readonly ClaudeVersion[] = ['2.1.329', '2.1.197'];

/** Absolute path of a pinned version of Claude Code. */
export function claudeBinary(version: ClaudeVersion = '2.1.329'): string {
  const manifest = join(FOLDER, CLAUDE[version], 'package.json');
  if (!existsSync(manifest))
    throw new Error(`Claude Code ${version} is not at ${manifest}. Run \`node scripts/install-agents.mjs\` first.`);
  const { bin }: { bin: { claude: string } } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), bin.claude);
}
