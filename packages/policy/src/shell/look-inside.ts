/** Finds what a command would run besides itself, as far as its words say it. */
import { programName, runsCode, runsOthers, SHELLS } from './programs.ts';
import type { Command } from './shell-line.ts';
import type { Word } from './words.ts';

/** Takes what is found. */
export interface Finder {
  /** A command line that stands within the one that is read. */
  lookInto(line: string): void;
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
  if (runsCode(words.map(({ text }) => text))) {
    finder.cannotSee(`code for \`${program.text}\``);
  }
  if (program.kind === 'unknown' || program.kind === 'pattern' || runsOthers(words)) {
    lookAtEach(command, finder);
  }
}

/** Any later word may begin a command, and any that holds a blank may be a whole command line. */
function lookAtEach(command: Command, finder: Finder): void {
  const { words } = command;
  if (words.some(({ kind }) => kind !== 'exact')) {
    finder.cannotSee('words that only the shell knows');
  }
  const name = programName(words[0]?.text ?? '');
  if (name === 'eval') {
    finder.lookInto(textOf(words.slice(1)));
  }
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
      // `-c` of `sudo -u x sh -crm`, and `--call=rm x`.
      const attached = /^-(?:-[a-z-]+=|[a-z]*c)(.+)$/s.exec(word.text)?.[1];
      if (attached !== undefined) {
        finder.lookInto(attached);
      }
      if (isShell === false && runsCode(words.slice(at).map(({ text }) => text))) {
        finder.cannotSee(`code for \`${word.text}\``);
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

// `sh -c '…'`: the line itself was looked into. Whoever reads a file or its input says nothing of what will run.
function hasLine(words: readonly Word[]): boolean {
  const at = words.findIndex(({ text }) => /^-[a-z]*c/.test(text));
  return at !== -1 && words.slice(0, at).every(({ text }) => text.startsWith('-')) && words[at + 1] !== undefined;
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}
