/** Reads a command line literally: plain commands joined by `&&`, without anything that a shell would expand. */

/** Characters that a shell would replace, or that start something else: pipes, lists, jobs, redirections, patterns. */
const SPECIAL = /[`$*?[\]{}~<>()\\!#|;&^\r\n\0]/;
/** Characters that are also expanded between double quotes. */
const SPECIAL_IN_QUOTES = /[`$\\!\0]/;

/** The words of each command in order; undefined where the line is more than that. */
export function plainCommands(line: string): readonly (readonly string[])[] | undefined {
  const commands: string[][] = [[]];
  const pattern = /[ \t]+|&&|"([^"]*)"|'([^']*)'|([^\s"'&]+)/y;
  const text = line.trim();
  // Two quoted parts that touch are one word, as in `a"b"`; such a word is left to the shell.
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
