/** Flags by which a CLI prints something about itself and ends, which would be no run. */

/** For the `reserved` of a mode, with the short flag that the CLI has for its version. */
export function printsAndEnds(versionFlag: '-v' | '-V'): Readonly<Record<string, string>> {
  return {
    '-h': 'it prints a help text',
    '--help': 'it prints a help text',
    [versionFlag]: 'it prints a version',
    '--version': 'it prints a version',
  };
}
