/** Takes off the shell that an agent puts around a command: `/bin/bash -lc '…'` is the script that the model wrote. */

const SHELL = /^(?:\/(?:usr\/)?(?:local\/)?bin\/)?(?:ba|z|da|k)?sh$/;
const TAKES_SCRIPT = /^-l?c$/;
/** A part of a word: bare, escaped, or in quotes of either kind without anything that a shell would expand. */
const PART = /([\w@%+=:,./-]+)|\\([^\n])|'([^']*)'|"((?:[^"\\$`]|\\[^\n])*)"/y;

/** undefined: it is no shell with one script, or not beyond doubt. */
export function scriptIn(command: string): string | undefined {
  const words = wordsOf(command);
  const [shell = '', flag = '', script] = words ?? [];
  return words?.length === 3 && SHELL.test(shell) && TAKES_SCRIPT.test(flag) ? script : undefined;
}

/** The words of a line that says nothing but words. */
function wordsOf(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    const word = wordAt(line, at);
    if (word === undefined) {
      return undefined;
    }
    words.push(word.text);
    at = word.end;
    if (at < line.length && line[at] !== ' ') {
      return undefined;
    }
    at++;
  }
  return words;
}

function wordAt(line: string, start: number): { readonly text: string; readonly end: number } | undefined {
  let text = '';
  let at = start;
  while (at < line.length && line[at] !== ' ') {
    PART.lastIndex = at;
    const match = PART.exec(line);
    if (match === null) {
      return undefined;
    }
    const [whole, bare, escaped, single, double] = match;
    text += bare ?? escaped ?? single ?? (double ?? '').replace(/\\([$`"\\])/g, '$1');
    at += whole.length;
  }
  return at === start ? undefined : { text, end: at };
}
