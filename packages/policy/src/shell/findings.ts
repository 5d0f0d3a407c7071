/** What was found in a command line: its commands, where they stand, and what no rule may cover. */
import type { Command, ShellLine } from './shell-line.ts';
import type { Word } from './words.ts';

/** The place of a part of the line. */
export interface Standing {
  readonly isHidden: boolean;
  readonly isInLoop: boolean;
}

/** What is known of a line that cannot be read. */
export function nothingOf(unseen: string): ShellLine {
  return { commands: [], hidden: [], possible: [], obstacles: [unseen], unseen: [unseen] };
}

export class Findings {
  readonly #commands: Command[] = [];
  readonly #hidden: Command[] = [];
  readonly #possible: Command[] = [];
  readonly #obstacles = new Set<string>();
  readonly #unseen = new Set<string>();
  #wentTo: readonly Word[] = [];
  #isLost = false;

  get all(): readonly Command[] {
    return [...this.#commands, ...this.#hidden];
  }

  get result(): ShellLine {
    return {
      commands: this.#commands,
      hidden: this.#hidden,
      possible: this.#possible,
      obstacles: [...this.#obstacles],
      unseen: [...this.#unseen],
    };
  }

  /** Records that no beginning allows the part, though its words can be read. */
  refuse(what: string): void {
    this.#obstacles.add(what);
  }

  cannotSee(what: string): void {
    this.#obstacles.add(what);
    this.#unseen.add(what);
  }

  add(command: Pick<Command, 'words' | 'assignments' | 'redirections'>, at: Standing): void {
    (at.isHidden ? this.#hidden : this.#commands).push({ ...command, wentTo: this.#wentTo, isLost: this.#isLost });
    const [program, folder, ...more] = command.words;
    if (/^(?:cd|chdir|pushd|popd)$/.test(program?.text ?? '')) {
      const isKnown =
        program?.text === 'cd' && folder?.kind === 'exact' && more.length === 0 && !folder.text.startsWith('-');
      if (isKnown && !at.isInLoop) {
        this.#wentTo = [...this.#wentTo, folder];
      } else {
        this.#isLost = true;
      }
    }
  }

  hide(command: Command): void {
    this.#hidden.push(command);
  }

  /** Takes what is in the string of a line that does nothing but have it; the string itself is no word of any program. */
  takeWithin(line: ShellLine): void {
    this.take({ ...line, commands: line.commands.filter(({ words }) => words[0]?.text !== ':') });
  }

  /** Takes what was found in a command line within this one. */
  take({ commands, hidden, possible, unseen }: ShellLine): void {
    this.#hidden.push(...commands, ...hidden);
    this.#possible.push(...possible);
    for (const what of unseen) {
      this.#unseen.add(what);
    }
  }

  /** Takes what was found in a text that may be a command line; a program that cannot be read in it is none. */
  takePossible({ commands, hidden, possible }: ShellLine): void {
    const all = [...commands, ...hidden, ...possible];
    this.#possible.push(...all.filter(({ words: [program] }) => program?.kind === 'exact' || program?.kind === 'odd'));
  }
}
