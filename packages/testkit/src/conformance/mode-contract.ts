/** What every mode promises without a process: commands that give nothing away, and dialects that only write when asked. */
import { isDeepStrictEqual } from 'node:util';
import type { Dialect, LineContext, Mode, ModeContext, ResolvedOptions, Writes } from '@agent-mux/core';

const PROMPT = '--help prompt-that-must-stay-hidden';
const SECRET = 'secret-that-must-stay-hidden';
const BINARY = '/path/of/the/cli';
const CWD = '/path/of/the/workspace';

const OPTIONS: ResolvedOptions = freeze({
  prompt: PROMPT,
  cwd: CWD,
  stream: 'auto',
  approvalMode: 'yolo',
  systemPromptMode: 'append',
  noSession: false,
  includeSubagents: false,
  keepOpen: false,
  env: { SOME_API_KEY: SECRET },
});

/** Options with everything that a mode may have to write down. */
function fullOptions({ capabilities }: Mode): ResolvedOptions {
  const { systemPromptModes, supportsMCP, supportsAgentsMd } = capabilities;
  const [systemPromptMode] = systemPromptModes;
  return freeze({
    ...OPTIONS,
    ...(systemPromptMode === undefined ? {} : { systemPrompt: 'Be kind.', systemPromptMode }),
    ...(supportsAgentsMd ? { agentsDoc: 'Be kind here.' } : {}),
    ...(supportsMCP
      ? {
          mcpServers: [
            { name: 'one', transport: 'stdio', command: 'one', args: [], env: { TOKEN: SECRET } },
            {
              name: 'two',
              transport: 'streamable-http',
              url: 'http://example.invalid',
              headers: { authorization: SECRET },
            },
          ],
        }
      : {}),
  });
}

/** A context that gives the same ids each time. */
function newContext(text = PROMPT): ModeContext {
  let ids = 0;
  return {
    runId: '01J0000000000000000000CTXT',
    dir: '/path/of/the/run',
    binary: BINARY,
    newId: () => `00000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`,
    input: { text },
  };
}

/** Finds whether the same options give another command, or are changed. */
export function findCommandProblems(mode: Mode): string[] {
  const options = fullOptions(mode);
  const first = mode.command(options, newContext());
  const second = mode.command(options, newContext());
  const problems: string[] = [];
  if (!isDeepStrictEqual(first, second)) {
    problems.push('command() gives two commands for the same options.');
  }
  if (first.file === '') {
    problems.push('command() names no program.');
  }
  if (first.cwd !== CWD) {
    problems.push(`command() works in ${first.cwd}, not in the folder that it was given.`);
  }
  for (const name of Object.keys(first.files ?? {})) {
    if (name.startsWith('/') || name.split('/').includes('..')) {
      problems.push(`The file "${name}" leaves the run's folder.`);
    }
  }
  return problems;
}

/** Finds prompts and secrets that whoever lists processes would see. */
export function findArgvProblems(mode: Mode): string[] {
  const { file, args } = mode.command(fullOptions(mode), newContext());
  const problems: string[] = [];
  for (const word of [file, ...args]) {
    if (word.includes('must-stay-hidden')) {
      problems.push(`argv shows ${word.includes(SECRET) ? 'a secret' : 'the prompt'}.`);
    }
  }
  const long = 'x'.repeat(1_000_000);
  const { args: longArgs } = mode.command({ ...OPTIONS, prompt: long }, newContext(long));
  const size = longArgs.reduce((sum, word) => sum + word.length + 1, 0);
  if (size > 100_000) {
    problems.push(`A prompt of 1 MB makes an argv of ${size} bytes; systems refuse it.`);
  }
  return problems;
}

/** Finds what is open, written or asked before the CLI has said anything. */
export function findDialectProblems(mode: Mode): string[] {
  const problems: string[] = [];
  const command = mode.command(OPTIONS, newContext());
  const start = (): Dialect => mode.dialect(OPTIONS, newContext());
  const check = (what: string, writes: unknown): void => {
    problems.push(...findWritesProblems(mode, what, writes));
  };
  check('open()', start().open());
  check('prompt()', start().prompt({ text: PROMPT }));
  check('interrupt()', start().interrupt());
  check('close()', start().close());
  const dialect = start();
  check('open()', dialect.open());
  check('prompt()', dialect.prompt({ text: PROMPT }));
  const steered = dialect.steer({ text: 'more' });
  if (steered !== undefined) {
    check('steer()', steered);
  }
  if (start().respond('no-such-question', { type: 'approve' }) !== 'gone') {
    problems.push("respond() to a question that nobody asked is not 'gone'.");
  }
  if (!Array.isArray(start().exit({ code: 1, signal: null, stderr: '' }).drafts)) {
    problems.push('exit() gives no list of drafts.');
  }
  if (start().state.clean) {
    problems.push('state.clean before anything was said: an exit now would count as completed.');
  }
  if (start().state.pending.size > 0) {
    problems.push('state.pending is not empty at the start.');
  }
  if (command.stdin !== 'open' && dialect.open().write.length > 0) {
    problems.push('open() writes, though stdin is closed.');
  }
  return problems;
}

function findWritesProblems({ transport }: Mode, what: string, writes: unknown): string[] {
  if (!isWrites(writes)) {
    return [`${what} gives no Writes but ${JSON.stringify(writes)}.`];
  }
  return writes.write
    .filter((line) => transport === 'lines' && line.includes('\n'))
    .map((line) => `${what} writes a line with a line end in it: ${JSON.stringify(line.slice(0, 100))}`);
}

function isWrites(value: unknown): value is Writes {
  if (typeof value !== 'object' || value === null || !('write' in value)) {
    return false;
  }
  return Array.isArray(value.write) && value.write.every((line) => typeof line === 'string');
}

const JUNK: readonly string[] = [
  '',
  ' ',
  'plain words',
  '{',
  '}',
  '{"type":',
  'null',
  'true',
  '1',
  '"text"',
  '[]',
  '[[[]]]',
  '{}',
  '{"type":null}',
  '{"type":{}}',
  '{"type":"never-heard-of","message":null}',
  '{"id":1}',
  '{"jsonrpc":"2.0","method":5,"params":null}',
  '{"__proto__":{"a":1},"constructor":1}',
  '\u0000\u0001\ufffd',
  '\ud83d',
  `{"deep":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
];
const CONTEXTS: readonly LineContext[] = (['stdin', 'stdout', 'stderr'] as const).flatMap((source) => [
  { source },
  { source, partial: true },
]);

/** Finds junk that a dialect does not survive, since a line can be anything. */
export function findJunkProblems(mode: Mode): string[] {
  const problems: string[] = [];
  for (const context of CONTEXTS) {
    const dialect = mode.dialect(OPTIONS, newContext());
    for (const line of JUNK) {
      const what = `parseEvent(${JSON.stringify(line.slice(0, 60))}, ${context.source})`;
      try {
        const { drafts, write } = dialect.parseEvent(line, context);
        if (!Array.isArray(drafts) || !Array.isArray(write)) {
          problems.push(`${what} gives no drafts and writes.`);
        }
      } catch (error) {
        problems.push(`${what} throws: ${String(error)}`);
      }
    }
  }
  return problems;
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) {
      freeze(item);
    }
    Object.freeze(value);
  }
  return value;
}
