/** Pitfalls of such a runtime, from its options on: what is refused, what a CLI is told and what is kept from it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claude } from '@agent-mux/adapters';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { commandLine } from './support/listing.ts';
import { answers, says, session } from './support/toy-adapter.ts';
import { next, runToy, startToy } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-pitfalls-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const begin = says({ type: 'turn_start' });
const end = says({ type: 'message_stop' }, { type: 'turn_end' });
const waits: FakeAgentStep = { do: 'read-all' };

describe('options', () => {
  it('16: refuses what cannot be honoured, and tells what is honoured only in part', async () => {
    expect(() => startToy([], { run: { temperature: 99, runId: '../../etc/passwd', cwd: '.' } })).toThrow(
      /temperature.*runId.*cwd/s,
    );
    expect(() => startToy([], { run: { mcpServers: [{ name: 'a', transport: 'stdio', command: 'x' }] } })).toThrow(
      /mcp/,
    );
    const { events } = await runToy([session, answers('x'), waits], { notes: ['`topK` is not honoured.'] });
    expect(events[0]).toMatchObject({ type: 'debug', level: 'warn', message: '`topK` is not honoured.' });
    // Also where the adapter forgot to tell.
    const forgetful = await runToy([session, answers('x'), waits], {
      capabilities: { systemPromptModes: [] },
      run: { systemPrompt: 'Be brief.' },
    });
    expect(forgetful.events[0]).toMatchObject({
      type: 'debug',
      level: 'warn',
      message: expect.stringMatching(/^systemPrompt: mode ".+" names no place for it; it is ignored\.$/),
    });
  });

  it.each(['x'.repeat(1_000_000), '--help'])('17: keeps the prompt off the command line (%#)', async (prompt) => {
    const handle = startToy([session, begin, says({ type: 'text_delta', delta: 'a' }), { do: 'read' }, end, waits], {
      run: { prompt },
    });
    await next(handle, 'text_delta');
    expect(commandLine(handle.pid ?? 0)).not.toContain(prompt.slice(0, 50));
    await handle;
    const secret = { name: 'demo', transport: 'stdio', command: 'demo', env: { TOKEN: 'sk-very-secret' } } as const;
    const options = {
      prompt: `secret ${prompt}`,
      cwd: scratch,
      stream: 'auto',
      approvalMode: 'prompt',
      systemPromptMode: 'append',
      noSession: false,
      includeSubagents: false,
      keepOpen: false,
      mcpServers: [secret],
    } as const;
    for (const mode of claude.modes) {
      const { args } = mode.command(options, {
        runId: 'r',
        dir: scratch,
        binary: '/claude',
        newId: () => 'id',
        input: { text: options.prompt },
      });
      expect(args.join(' ')).not.toMatch(/secret/);
    }
  });

  it('18: keeps the markers of a host agent from the CLI, and nothing else', async () => {
    process.env['TOY_INSIDE'] = '1';
    process.env['TOY_INSIDE_SETTING'] = 'mine';
    const report: FakeAgentStep = { do: 'report', what: 'env', names: ['TOY_INSIDE', 'TOY_INSIDE_SETTING', 'GIVEN'] };
    const file = join(scratch, 'env');
    try {
      const handle = startToy([report, session, answers('x'), waits], {
        hostMarkers: ['TOY_INSIDE'],
        run: { env: { GIVEN: 'yes' }, record: file },
      });
      await handle;
    } finally {
      delete process.env['TOY_INSIDE'];
      delete process.env['TOY_INSIDE_SETTING'];
    }
    expect(readFileSync(join(file, 'cassette.jsonl'), 'utf8')).toContain(
      JSON.stringify(
        JSON.stringify({ fake: 'env', env: { TOY_INSIDE: null, TOY_INSIDE_SETTING: 'mine', GIVEN: 'yes' } }),
      ),
    );
  });

  it('tells a CLI its folder as a shell would: opencode 1.18.33 goes by PWD', async () => {
    const record = join(scratch, 'folder');
    await startToy([{ do: 'report', what: 'env', names: ['PWD'] }, session, answers('x'), waits], {
      run: { cwd: scratch, record },
    });
    expect(readFileSync(join(record, 'cassette.jsonl'), 'utf8')).toContain(
      // The recorder writes that folder so.
      JSON.stringify(JSON.stringify({ fake: 'env', env: { PWD: '<cwd>' } })),
    );
  });
});
