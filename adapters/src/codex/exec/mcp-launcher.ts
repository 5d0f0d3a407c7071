/** Starts an MCP server with words and variables from a file, so that they are on no command line and in nobody else's environment. */

/**
 * The script, which is the same for every server: nothing that a user or an agent wrote is part of it. The file has one word (`a`) or
 * variable (`e`) a line, its bytes as octal numbers, which only printf reads. The character behind each value keeps the shell from dropping
 * line breaks at its end.
 */
export const launcherScript: string = `set -f
__amux_file=$1
set --
while IFS= read -r __amux_line; do
  __amux_word=$(printf '%bx' "\${__amux_line#?}")
  __amux_word=\${__amux_word%x}
  case $__amux_line in
    a*) set -- "$@" "$__amux_word" ;;
    e*) export "$__amux_word" ;;
  esac
done <"$__amux_file"
exec "$@"
`;

export interface LaunchedProgram {
  /** The program and its arguments. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The file that the script is given. Variables come last, because one of them may change how the shell itself works. */
export function launcherWords({ words, env }: LaunchedProgram): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [...words.map((word) => `a${octal(word)}`), ...variables.map((entry) => `e${octal(entry)}`), ''].join('\n');
}

function octal(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('');
}
