/** The command that plays a cassette as a process: the same bytes, without the CLI. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AgentMuxError } from '@agent-mux/core';
import { demandOptions, FLAG, type OptionRule, TEXT } from '../demand-options.ts';

export interface PlayerOptions {
  /** The speed, where 1 is that of the recording. @defaultValue as fast as possible */
  readonly speed?: number;
  /** Cuts stdout and stderr anywhere instead of after lines. */
  readonly cut?: { readonly random: number };
  /**
   * Whether to exit with 97 where the input differs from the recording in more than ids and what the recording has hidden. Otherwise any
   * message takes the place of the recorded one.
   * @defaultValue false
   */
  readonly strict?: boolean;
}

export interface PlayerCommand {
  readonly file: string;
  readonly args: readonly string[];
}

const isSeed = (value: unknown): boolean => Number.isSafeInteger(value);

export const PLAYER_RULES: Readonly<Record<keyof PlayerOptions, OptionRule>> = {
  speed: { expected: 'a number above 0', accepts: (value) => typeof value === 'number' && value > 0 },
  cut: {
    expected: '{ random } with a whole number',
    accepts: (value) =>
      typeof value === 'object' &&
      value !== null &&
      Object.keys(value).join() === 'random' &&
      isSeed(Object(value).random),
  },
  strict: FLAG,
};

/**
 * The command that plays a cassette. Whatever is appended to `args` is ignored; a lone `--version` prints the version of the recorded CLI.
 * Throws ValidationError for wrong or unknown options.
 */
export function playerCommand(cassette: string, options: PlayerOptions = {}): PlayerCommand {
  demandOptions('playerCommand()', options, PLAYER_RULES);
  const { speed, cut, strict = false } = options;
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

export interface PlayerBinaryOptions extends PlayerOptions {
  /** The path of the program to write, which must not exist yet. */
  readonly binary: string;
  /** The recording that it plays. */
  readonly cassette: string;
}

/**
 * Writes a program that plays the cassette, for options that take one path, such as `RunOptions.binary`. Not on Windows. Throws
 * VALIDATION_ERROR where the file exists already, because a recording cannot be made again.
 */
export function writePlayerBinary(given: PlayerBinaryOptions): string {
  demandOptions('writePlayerBinary()', given, { ...PLAYER_RULES, binary: TEXT, cassette: TEXT }, [
    'binary',
    'cassette',
  ]);
  const { binary, cassette, ...options } = given;
  const { file, args } = playerCommand(cassette, options);
  const words = [file, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  try {
    writeFileSync(binary, `#!/bin/sh\nexec ${words} "$@"\n`, { flag: 'wx', mode: 0o755 });
  } catch (cause) {
    throw new AgentMuxError(
      'VALIDATION_ERROR',
      `The program that plays ${cassette} cannot be written to ${binary}: ${cause instanceof Error ? cause.message : String(cause)}. Give a new path as "binary".`,
      { cause },
    );
  }
  // The umask of the process may have removed the right to execute.
  chmodSync(binary, 0o755);
  return resolve(binary);
}

function findPlayer(): string {
  // This finds the same file from src and from the built package, wherever the bundler has put this module.
  for (let dir = dirname(fileURLToPath(import.meta.url)); dir !== dirname(dir); dir = dirname(dir)) {
    const path = join(dir, 'player', 'play-cassette.mjs');
    if (existsSync(path)) {
      return path;
    }
  }
  throw new AgentMuxError(
    'INTERNAL',
    'player/play-cassette.mjs is missing from @agent-mux/testkit. Install the package again.',
  );
}
