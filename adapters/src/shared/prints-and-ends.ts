/** Flags by which a CLI only prints something about itself and ends, which would be no run. */

/** Entries for the `reserved` of a mode; `versionFlag` is the CLI's short flag for its version. */
export function printsAndEnds(versionFlag: '-v' | '-V'): Readonly<Record<string, string>> {
  return {
    '-h': 'it prints a help text',
    '--help': 'it prints a help text',
    [versionFlag]: 'it prints a version',
    '--version': 'it prints a version',
  };
}
