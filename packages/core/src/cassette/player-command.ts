/** The command that plays a cassette as a process: the same bytes, without the CLI. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AgentMuxError } from '../errors.ts';

export interface PlayerOptions {
  /** 1 = as fast as it happened. @defaultValue as fast as possible */
  readonly speed?: number;
  /** Cut stdout and stderr anywhere instead of after lines. */
  readonly cut?: { readonly random: number };
  /** Leave with 97 where what is written to it differs from the recording in more than ids. @defaultValue false */
  readonly strict?: boolean;
}

export interface PlayerCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/** Whatever is appended to `args` is ignored; a lone `--version` prints the version of the recorded CLI. */
export function playerCommand(cassette: string, { speed, cut, strict = false }: PlayerOptions = {}): PlayerCommand {
  return {
    file: process.execPath,
    args: [
      findPlayer(),
      resolve(cassette),
      ...(speed === undefined ? [] : ['--speed', String(speed)]),
      ...(cut === undefined ? [] : ['--chunk', `random:${cut.random}`]),
      ...(strict ? ['--strict'] : []),
      '--',
    ],
  };
}

/** Writes a program that plays the cassette, for where one path is asked for, such as `RunOptions.binary`. Not on Windows. */
export function writePlayerBinary(path: string, cassette: string, options: PlayerOptions = {}): string {
  const { file, args } = playerCommand(cassette, options);
  const words = [file, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  writeFileSync(path, `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(path, 0o755);
  return resolve(path);
}

function findPlayer(): string {
  // The same file from src and from the built package, wherever the bundler has put this module.
  for (let dir = dirname(fileURLToPath(import.meta.url)); dir !== dirname(dir); dir = dirname(dir)) {
    const path = join(dir, 'player', 'play-cassette.mjs');
    if (existsSync(path)) {
      return path;
    }
  }
  throw new AgentMuxError(
    'INTERNAL',
    'player/play-cassette.mjs is missing from @agent-mux/core. Install the package again.',
  );
}
