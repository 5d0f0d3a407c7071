/** Knows the folder in which the next command of an agent's shell begins, or that nobody knows it. */
import { absolutePath, isAbsolutePath } from '@agent-mux/core';

/** Matches words that may take a shell elsewhere, or give other words a new meaning. */
const MOVERS =
  /(?:^|[^\w./-])(?:cd|chdir|pushd|popd|dirs|eval|source|exec|builtin|command|alias|function|trap|set|shopt|enable|autoload|z|j|Set-Location|Push-Location|Pop-Location|sl)(?![\w./=-])/i;
/**
 * Matches a command whose name the shell computes, or `. file`. A line end is a beginning of its own, so that the blanks before a command
 * hold none: all empty lines would be looked through anew from each of them.
 */
const COMPUTED = /(?:^|[;&|({\n]|\b(?:then|do|else|time)\b)[^\S\n]*(?:["']?[$`]|\.\s)/;
/** Matches a function. */
const FUNCTION = /(?:^|[;&|({\n]|\b(?:then|do|else|time)[^\S\n])[^\S\n]*[\w-]+\s*\(\s*\)/;

export interface ShellFolderParts {
  /** The folder in which the agent begins; undefined where that is not known. */
  readonly start: string | undefined;
  /** Whether the next command begins in the folder that one has changed to. @defaultValue false */
  readonly persists?: boolean;
}

export class ShellFolder {
  readonly #persists: boolean;
  #start: string | undefined;
  #told: string | undefined;
  #current: string | undefined;

  constructor({ start, persists = false }: ShellFolderParts) {
    this.#start = start;
    this.#told = start;
    this.#current = start;
    this.#persists = persists;
  }

  /** Records that the agent says where it works; a repetition says nothing new. */
  moved(folder: string): void {
    if (folder !== this.#told) {
      this.#told = folder;
      this.#start = folder;
      this.#current = folder;
    }
  }

  /** Records that the agent works elsewhere now, and does not say where. */
  lost(): void {
    this.#current = undefined;
    this.#start = undefined;
  }

  /** The folder of a call; `given` is the one that its input names. */
  of(given?: unknown): string | undefined {
    if (given === undefined || given === null || given === '') {
      return this.#current;
    }
    if (typeof given !== 'string' || /^[~=]|[$`*?]/.test(given)) {
      return undefined;
    }
    // The agents resolve a relative one from the folder of the session, whatever a command did since.
    if (isAbsolutePath(given)) {
      return given;
    }
    return this.#start === undefined ? undefined : absolutePath(this.#start, given);
  }

  /** Records that a command runs: from now on it may have moved the shell, whether it succeeds or not. */
  ran(command: string): void {
    if (this.#persists && mayMove(command)) {
      this.#current = undefined;
    }
  }
}

/** Whether a command may leave its shell in another folder, or with other words for later commands. */
function mayMove(command: string): boolean {
  // Quotes and backslashes may stand within a word, as in `c\d`.
  const bare = command.replace(/["'\\]/g, '');
  return [MOVERS, COMPUTED, FUNCTION].some((pattern) => pattern.test(command) || pattern.test(bare));
}
