/** Says which files a successful shell command has deleted, where that is beyond doubt. */

/** Anything by which a shell would make other words of it: then nothing is said. */
const EXPANSION = /[`$*?[\]{}~<>()\\!#]/;

/**
 * Paths that plain `rm` and `unlink` commands name. Conservative: a command with expansions, pipes, alternatives or
 * loops names none, since which of its parts has run is not known.
 */
export function deletedPaths(command: string): readonly string[] {
  if (EXPANSION.test(command) || /\|/.test(command) || /(^|[^&])&($|[^&])/.test(command)) {
    return [];
  }
  // `a && b` succeeds only if both did; after `;` or a line end the first may have failed unseen.
  const parts = command.split('&&').map((part) => part.trim());
  if (parts.some((part) => /[;\n]/.test(part) || !isStatic(part))) {
    return [];
  }
  return parts.some((part) => /^(cd|pushd|popd)\b/.test(part)) ? [] : parts.flatMap(pathsOfPart);
}

function isStatic(part: string): boolean {
  return part !== '' && !/^(if|for|while|until|case|function)\b/.test(part);
}

function pathsOfPart(part: string): readonly string[] {
  const words = splitWords(part);
  const name = words?.[0];
  if (words === undefined || (name !== 'rm' && name !== 'unlink')) {
    return [];
  }
  const end = words.indexOf('--');
  const options = (end < 0 ? words : words.slice(0, end)).filter((word) => word.startsWith('-'));
  // With -f a missing file is no error, and a folder is no file.
  if (options.some((option) => /^-[a-zA-Z]*[fFrRdi]/.test(option) || option.startsWith('--'))) {
    return [];
  }
  return words.slice(1).filter((word, index) => (end >= 0 && index >= end ? true : !word.startsWith('-')));
}

/** Words in plain or quoted form; undefined where a quote is left open. */
function splitWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  const pattern = /\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))(?=\s|$)/y;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null) {
      return undefined;
    }
    words.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return words;
}
