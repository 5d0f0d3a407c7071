/** Finds what a command would run in addition to itself, as far as its words say it. */
import { givenCommands } from './given-commands.ts';
import { programName, runsOthers, SHELLS } from './programs.ts';
import { readSed } from './sed-script.ts';
import type { Command } from './shell-line.ts';
import { findUnseen, hasExternal, hasOwnLanguage } from './unseen.ts';
import type { Word } from './words.ts';

/** The most scripts that are read among the words of a wrapper, because each reads all words behind it. */
const MOST_SCRIPTS = 20;

/** Takes what was found. */
export interface Finder {
  /** Reads a command line within the one that is being read. */
  lookInto(line: string): void;
  /** Takes a text that may be a command line, though nobody knows whether it is run. */
  suppose(text: string): void;
  hide(command: Command): void;
  cannotSee(what: string): void;
}

export function lookInside(command: Command, finder: Finder): void {
  const { words } = command;
  const [program] = words;
  if (program === undefined) {
    return;
  }
  if (program.kind === 'unknown' || program.kind === 'pattern' || program.isHome) {
    finder.cannotSee('a program that only the shell knows');
  }
  lookForUnseen(words, finder);
  if (hasExternal(words)) {
    finder.cannotSee('what `ext::` runs');
  }
  const isRunner = runsOthers(words);
  if (program.kind === 'unknown' || program.kind === 'pattern' || isRunner) {
    lookAtEach(command, finder);
  }
  const given = givenCommands(words, isRunner);
  if (given === undefined) {
    finder.cannotSee('many words that may be commands');
  }
  for (const text of given ?? []) {
    finder.suppose(text);
  }
}

function lookForUnseen(words: readonly Word[], finder: Finder): void {
  const unseen = findUnseen(words);
  if (unseen !== undefined) {
    finder.cannotSee(unseen);
  }
  if (/^g?sed$/.test(programName(words[0]?.text ?? ''))) {
    lookIntoSed(
      words.map(({ text }) => text),
      finder,
    );
  }
}

function lookIntoSed(words: readonly string[], finder: Finder): void {
  const runs = readSed(words);
  if (runs === undefined || runs.runsInput) {
    finder.cannotSee('what `sed` runs');
  }
  for (const line of runs?.lines ?? []) {
    finder.lookInto(line);
  }
}

/** Reads each later word, since any may begin a command, and any with a blank may be a whole command line. */
function lookAtEach(command: Command, finder: Finder): void {
  const { words } = command;
  if (words.some(({ kind }) => kind !== 'exact')) {
    finder.cannotSee('words that only the shell knows');
  }
  const name = programName(words[0]?.text ?? '');
  if (name === 'eval') {
    finder.lookInto(textOf(words.slice(1)));
  }
  let scripts = 0;
  words.forEach((word, at) => {
    const isShell = SHELLS.has(programName(word.text));
    if (isShell && !hasLine(words.slice(at + 1))) {
      finder.cannotSee(`what \`${word.text}\` reads`);
    }
    if (at > 0) {
      finder.hide({ ...command, words: words.slice(at), assignments: [], redirections: [] });
      if (/[\s;&|]/.test(word.text)) {
        finder.lookInto(word.text);
      }
      // The word may be `-crm` of `sudo -u x sh -crm`, or `--call=rm x`.
      const attached = /^-(?:-[a-z-]+=|[a-z]*c)(.+)$/s.exec(word.text)?.[1];
      if (attached !== undefined) {
        finder.lookInto(attached);
      }
      scripts += hasOwnLanguage(word.text) ? 1 : 0;
      if (scripts > MOST_SCRIPTS) {
        finder.cannotSee('many scripts');
      } else if (isShell === false) {
        lookForUnseen(words.slice(at), finder);
      }
    }
    if (
      /^(?:xargs|parallel|at|batch|crontab|source|\.|read|mapfile|vim?|nvim|ex|ed|emacs|gdb|expect)$/.test(
        programName(word.text),
      )
    ) {
      finder.cannotSee(`what \`${word.text}\` reads`);
    }
  });
}

// The line of `sh -c '…'` was read itself. A shell that reads a file or its input does not show what will run.
function hasLine(words: readonly Word[]): boolean {
  const at = words.findIndex(({ text }) => /^-[a-z]*c/.test(text));
  return at !== -1 && words.slice(0, at).every(({ text }) => text.startsWith('-')) && words[at + 1] !== undefined;
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}
