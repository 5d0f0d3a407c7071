/** What Codex leaves behind: nothing in the user's configuration, and no process. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneTurn, stageAgent } from './support/stage-agent.ts';
import { codexStage } from './support/stages/codex.ts';

describe('codex', () => {
  it.each(['yolo', 'prompt'] as const)(
    "leaves the user's configuration as it was, byte for byte, after a run in %s mode has written a file",
    async (approvalMode) => {
      await using stage = await stageAgent(codexStage, {
        script: oneTurn({ tools: [{ kind: 'write', path: 'made.txt', content: 'made\n' }] }, { text: 'Made.' }),
      });
      // Of a repository Codex would note that it is trusted.
      execFileSync('git', ['init', '--quiet'], { cwd: stage.sandbox.cwd });
      const path = join(stage.sandbox.configDir, 'config.toml');
      // As it is where nobody has been asked yet whether this folder is trusted.
      const config = `${(await readFile(path, 'utf8')).replace(/\n\[projects\.[\s\S]*$/, '')}\n# Kept as it is.\n`;
      await writeFile(path, config);
      const handle = stage.run({ prompt: 'Make the file.', approvalMode, onApprovalRequest: () => 'approve' });
      const { exitReason } = await handle;
      expect(exitReason).toBe('completed');
      expect(await readFile(join(stage.sandbox.cwd, 'made.txt'), 'utf8')).toBe('made\n');
      expect(await readFile(path, 'utf8')).toBe(config);
    },
  );

  it('leaves nothing alive when somebody kills the wrapper that npm has installed', async () => {
    await using stage = await stageAgent(codexStage, {
      script: oneTurn({ tools: [{ kind: 'shell', command: 'sleep 61' }] }, { text: 'Never said.' }),
    });
    const handle = stage.run({ prompt: 'Run it.', approvalMode: 'yolo' });
    let alive: readonly string[] = [];
    handle.on('shell_start', () => {
      alive = stage.leftOver();
      // What RunOptions.binary names: the program that is started, and that starts the others.
      process.kill(handle.pid ?? 0, 'SIGKILL');
    });
    const { exitReason } = await handle;
    expect(exitReason).toBe('killed');
    expect(alive).not.toEqual([]);
    expect(stage.leftOver()).toEqual([]);
  });
});
