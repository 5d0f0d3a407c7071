/** Turns of Codex's app-server that no scenario has: a review, and one whose end is lost. */
import { execFileSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneTurn, stageAgent } from './support/stage-agent.ts';
import { codexStage } from './support/stages/codex.ts';

const VERDICT = JSON.stringify({
  findings: [],
  overall_correctness: 'patch is correct',
  overall_explanation: 'Nothing to find.',
  overall_confidence_score: 0.9,
});

describe('codex', () => {
  it('reviews what has changed when it is told /review', async () => {
    await using stage = await stageAgent(codexStage, { script: oneTurn({ text: VERDICT }) });
    execFileSync('git', ['init', '--quiet'], { cwd: stage.sandbox.cwd });
    await stage.sandbox.write({ 'a.txt': 'new\n' });
    const result = await stage.run({ prompt: '/review', approvalMode: 'yolo', collectEvents: true });
    expect(result).toMatchObject({
      exitReason: 'completed',
      text: 'Nothing to find.',
      diagnostics: { unknownNative: {}, repaired: 0 },
    });
    expect(result.events.flatMap((event) => (event.type === 'step_start' ? event.stepType : []))).toEqual(['review']);
  });

  it('asks how the turn stands when its end never comes, and goes on', { timeout: 90_000 }, async () => {
    await using stage = await stageAgent(codexStage, { script: oneTurn({ text: 'Said, and done.' }) });
    // As the versions did that lost it (openai/codex#35810): the CLI goes idle, and does not say that the turn has ended.
    const deaf = join(stage.sandbox.root, 'codex-that-loses-ends');
    await writeFile(
      deaf,
      `#!${process.execPath}
const { spawn } = require('node:child_process');
const { createInterface } = require('node:readline');
const real = spawn(${JSON.stringify(codexStage.binary(codexStage.version))}, process.argv.slice(2), {
  stdio: ['inherit', 'pipe', 'inherit'],
});
createInterface({ input: real.stdout }).on('line', (line) => {
  if (!line.includes('"method":"turn/completed"')) console.log(line);
});
real.on('close', (code) => process.exit(code));
`,
    );
    await chmod(deaf, 0o755);
    const result = await stage.run({ prompt: 'Say it.', binary: deaf, collectEvents: true });
    expect(result).toMatchObject({ exitReason: 'completed', text: 'Said, and done.' });
    expect(result.events).toContainEqual(
      expect.objectContaining({ type: 'debug', message: 'Codex ended the turn without saying so.' }),
    );
  });
});
