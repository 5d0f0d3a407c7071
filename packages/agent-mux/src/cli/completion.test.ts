import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node-pty';
import { afterAll, describe, expect, it } from 'vitest';
import { callAmux } from './testing/call-amux.ts';
import { AMUX, runAmux } from './testing/run-amux.ts';

/** The words that are offered, without their descriptions. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await callAmux(['__complete', ...words]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t', 1)[0] ?? '']));
}

describe('what may come next', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['a command', ['se'], ['sessions']],
    ['an agent', ['run', 'co'], ['codex', 'copilot']],
    ['an agent, behind flags with their values', ['run', '--model', 'x', '-q', '--cwd', '/', 'clau'], ['claude']],
    ['no agent where the prompt stands', ['run', 'claude', ''], []],
    ['one agent after another', ['compare', 'claude', 'cod'], ['codex']],
    ['a flag', ['run', 'claude', '--approval'], ['--approval-mode']],
    ['a flag that the command has', ['install', 'claude', '--m'], ['--method']],
    ['a value', ['run', 'claude', '--output', ''], ['text', 'final', 'json']],
    ['a value behind "="', ['run', '--output=f'], ['--output=final']],
    ['a value behind "=", as bash cuts it', ['run', '--output', '=', 'f'], ['final']],
    ['a value of the short flag of another kind', ['run', '-m', ''], []],
    ['a mode of the agent', ['run', 'claude', '--mode', ''], ['bidi', 'oneshot', 'oneshot-whole']],
    ['no mode of an agent that is not named', ['run', '--mode', ''], []],
    ['an agent as a value', ['sessions', '--agent', 'clau'], ['claude']],
    ['an action', ['runs', 'ex'], ['export']],
    ['a shell', ['completion', ''], ['bash', 'zsh', 'fish']],
    ['a command behind an early flag', ['--adapter=x', 'doc'], []],
    ['nothing behind a prompt that looks like a flag', ['run', 'claude', '--', '--o'], []],
    ['nothing of an unknown command', ['nope', ''], []],
  ])('is %s', async (_, words, found) => {
    expect(await offered(...words)).toEqual(found);
  });

  it('is every command and every flag of a run', async () => {
    const [commands, flags, help] = await Promise.all([
      offered(''),
      offered('run', '--'),
      callAmux(['run', '--help']).then(({ stdout }) => stdout),
    ]);
    expect(commands).toEqual(expect.arrayContaining(['run', 'replay', 'agents', 'doctor', 'runs', 'completion']));
    const told = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => name);
    expect([...flags].sort()).toEqual(told.filter((name) => name !== '--help').sort());
  });
});

const home = mkdtempSync(join(tmpdir(), 'amux-completion-'));
afterAll(() => rmSync(home, { recursive: true }));
const bin = join(home, 'bin');
mkdirSync(bin);
writeFileSync(join(bin, 'amux'), `#!/bin/sh\nexec ${process.execPath} ${AMUX} "$@"\n`, { mode: 0o755 });
writeFileSync(join(home, 'a file'), '');
const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, HOME: home };
const trap = join(home, 'trap');

const hasShell = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;
const missing = (shell: string): string => (hasShell(shell) ? '' : ` (skipped: there is no ${shell} here)`);

function run(shell: string, ...args: readonly string[]): string {
  return execFileSync(shell, args, { env, cwd: home, encoding: 'utf8' });
}

describe('a shell', { timeout: 120_000 }, () => {
  it.skipIf(!hasShell('bash'))(`bash completes, and evaluates nothing that was typed${missing('bash')}`, () => {
    const words = (...typed: readonly string[]): string =>
      run(
        'bash',
        '-c',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: It is bash that reads it.
        'source <(amux completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _amux_complete; printf "%s\\n" "${COMPREPLY[@]}"',
        'bash',
        ...typed,
      );
    expect(words('amux', 'run', 'clau')).toBe('claude\n');
    expect(words('amux', 'run', 'claude', `"$(touch '${trap}')"`, '--output', '')).toBe('text\nfinal\njson\n');
    expect(existsSync(trap)).toBe(false);
  });

  it.skipIf(!hasShell('fish'))(`fish completes, and evaluates nothing that was typed${missing('fish')}`, () => {
    const words = (line: string): string =>
      run('fish', '--no-config', '-c', 'amux completion fish | source; complete -C $argv[1]', line);
    expect(words('amux run clau')).toBe('claude\tClaude Code\n');
    expect(words(`amux run claude "(touch '${trap}')" --output `).trimEnd().split('\n').sort()).toEqual([
      'final',
      'json',
      'text',
    ]);
    // fish differs by version in what `complete -C` says about a blank in a name: 3.6 gives the name, others a word that is quoted already.
    expect(['a file\n', 'a\\ file\n']).toContain(words('amux replay a'));
    expect(existsSync(trap)).toBe(false);
  });

  it.skipIf(!hasShell('zsh'))(`zsh completes, and evaluates nothing that was typed${missing('zsh')}`, async () => {
    const pty = spawn('zsh', ['-f', '-i'], { cols: 120, rows: 40, cwd: home, env: { ...env, PS1: 'ready> ' } });
    try {
      let seen = '';
      let wake = (): void => {};
      pty.onData((data) => {
        seen += data;
        wake();
      });
      const until = async (text: string): Promise<void> => {
        while (!seen.includes(text)) {
          await new Promise<void>((resolve) => (wake = resolve));
        }
        seen = seen.slice(seen.indexOf(text) + text.length);
      };
      await until('ready> ');
      pty.write('autoload -Uz compinit && compinit -u; source <(amux completion zsh); echo so"ur"ced\r');
      await until('sourced');
      await until('ready> ');
      pty.write(`amux run claude "$(touch '${trap}')" --appr\t`);
      await until('--approval-mode');
      expect(existsSync(trap)).toBe(false);
    } finally {
      pty.kill('SIGKILL');
    }
  });
});

it('tells which shells there are', async () => {
  expect(await runAmux(['completion', 'csh'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'amux: completion takes bash, zsh or fish, not "csh".\n',
  });
});
