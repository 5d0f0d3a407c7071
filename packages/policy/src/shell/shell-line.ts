/** A command line as what it runs: its commands, what is hidden in it, and what nobody can see in it. */
import type { Word } from './words.ts';

export interface Redirection {
  readonly isWrite: boolean;
  readonly target: Word;
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

/** A command without anything around it. */
export interface Command {
  /** Empty where only variables are set or files opened. */
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirections: readonly Redirection[];
  /** Folders that the line may have changed to before, in order. */
  readonly wentTo: readonly Word[];
  /** It may run in a folder that cannot be told. */
  readonly isLost: boolean;
}

export interface ShellLine {
  /** What runs as it is written. */
  readonly commands: readonly Command[];
  /** What is inside of something else: substitutions, functions, the words of a wrapper. Only looked at to find what is forbidden. */
  readonly hidden: readonly Command[];
  /** Why no rule about its beginning allows the line; empty where each of its commands can be judged by itself. */
  readonly obstacles: readonly string[];
  /** What may run of which nothing can be told. */
  readonly unseen: readonly string[];
}
