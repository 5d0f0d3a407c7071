/** Reads a command line that means what it says: plain commands joined by `&&`, without anything that a shell would expand. */

/** A shell would make other words of these, or start something beside: pipes, lists, jobs, redirections, patterns. */
const SPECIAL = /[`$*?[\]{}~<>()\\!#|;&^\r\n\0]/;
/** Expanded between double quotes as well. */
const SPECIAL_IN_QUOTES = /[`$\\!\0]/;

/** The words of each command in order; undefined where the line is more than that. */
export function plainCommands(line: string): readonly (readonly string[])[] | undefined {
  const commands: string[][] = [[]];
  const pattern = /[ \t]+|&&|"([^"]*)"|'([^']*)'|([^\s"'&]+)/y;
  const text = line.trim();
  // Two that touch are one word, as in `a"b"`; such a word is left to the shell.
  let isWord = false;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null) {
      return undefined;
    }
    const [token, double, single, bare] = match;
    const word = double ?? single ?? bare;
    if (word === undefined) {
      isWord = false;
      if (token === '&&') {
        commands.push([]);
      }
      continue;
    }
    const isSpecial =
      (double !== undefined && SPECIAL_IN_QUOTES.test(word)) || (bare !== undefined && SPECIAL.test(word));
    if (isWord || isSpecial) {
      return undefined;
    }
    isWord = true;
    commands.at(-1)?.push(word);
  }
  return commands.every((words) => words.length > 0) ? commands : undefined;
}
