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
  /** The words; empty where only variables are set or files opened. */
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirections: readonly Redirection[];
  /** Folders that the line may have changed to before, in order. */
  readonly wentTo: readonly Word[];
  /** Whether it may run in an unknown folder. */
  readonly isLost: boolean;
}

export interface ShellLine {
  /** The commands that run as they are written. */
  readonly commands: readonly Command[];
  /** Commands within something else: substitutions, functions, the words of a wrapper. They are only read to find what is forbidden. */
  readonly hidden: readonly Command[];
  /** Commands in texts that a program may run as command lines, though nobody knows whether it does. */
  readonly possible: readonly Command[];
  /** Why no rule about its beginning allows the line; empty where each of its commands can be judged by itself. */
  readonly obstacles: readonly string[];
  /** Parts that may run something unknown. */
  readonly unseen: readonly string[];
}
