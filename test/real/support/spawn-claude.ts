/** Runs the real Claude Code without any runtime of ours, to see what the model server makes it do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { claudeEnvironment, type ModelServer, type Sandbox, type Setup } from '@agent-mux/testkit';
import split2 from 'split2';
import { agentBinary } from './agents.ts';
import type { ClaudeVersion } from './stages/claude.ts';

export interface Line {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface SpawnedClaude extends AsyncDisposable {
  readonly lines: readonly Line[];
  /** Writes a line to stdin. */
  say(message: unknown): void;
  endInput(): void;
  /** Waits for a line, of those already there too. */
  until(isWanted: (line: Line) => boolean): Promise<Line>;
  /** The exit code; null after a signal. */
  readonly exited: Promise<number | null>;
  kill(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void;
}

export interface SpawnClaudeOptions {
  readonly version: ClaudeVersion;
  readonly server: ModelServer;
  readonly sandbox: Sandbox;
  readonly args?: readonly string[];
  /** One shot with this prompt; absent = a conversation on stdin. */
  readonly prompt?: string;
  readonly setup?: Setup;
  readonly env?: Readonly<Record<string, string>>;
}

const OUTPUT = ['-p', '--output-format', 'stream-json', '--verbose', '--include-partial-messages'];
const INPUT = ['--input-format', 'stream-json', '--permission-prompt-tool', 'stdio'];

export function spawnClaude(options: SpawnClaudeOptions): SpawnedClaude {
  const { version, server, sandbox, args = [], prompt, setup, env = {} } = options;
  const { PATH } = process.env;
  const tail = prompt === undefined ? INPUT : [];
  const child = spawn(
    agentBinary('claude', version),
    [...OUTPUT, ...tail, ...args, ...(prompt === undefined ? [] : ['--', prompt])],
    {
      cwd: sandbox.cwd,
      // Nothing but the way to the programs is inherited.
      env: { PATH, ...claudeEnvironment(server, sandbox, setup), ...env },
      stdio: [prompt === undefined ? 'pipe' : 'ignore', 'pipe', 'inherit'],
    },
  );
  const { lines, until } = readLines(child);
  const exited = once(child, 'close').then(([code]): number | null => code);
  return {
    lines,
    until,
    exited,
    say: (message) => void child.stdin?.write(`${JSON.stringify(message)}\n`),
    endInput: () => void child.stdin?.end(),
    kill: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function readLines({ stdout }: ChildProcess): Pick<SpawnedClaude, 'lines' | 'until'> {
  const lines: Line[] = [];
  const waiting = new Set<(line: Line) => void>();
  if (stdout === null) {
    throw new Error('Claude Code was started without a pipe for its output.');
  }
  stdout.pipe(split2('\n')).on('data', (text) => {
    const line: Line = JSON.parse(text);
    lines.push(line);
    for (const look of waiting) {
      look(line);
    }
  });
  return {
    lines,
    until(isWanted) {
      const found = lines.find(isWanted);
      if (found !== undefined) {
        return Promise.resolve(found);
      }
      return new Promise((resolve) => {
        const look = (line: Line): void => {
          if (!isWanted(line)) {
            return;
          }
          waiting.delete(look);
          resolve(line);
        };
        waiting.add(look);
      });
    },
  };
}

/** A user message of a conversation. */
export function userMessage(text: string): unknown {
  return { type: 'user', message: { role: 'user', content: text }, parent_tool_use_id: null, session_id: '' };
}
