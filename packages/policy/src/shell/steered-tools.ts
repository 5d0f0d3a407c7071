/** Programs that projects are built and tested with, and their options that load code, or write files that were not named. */
import { type LongOptions, longOptions } from './long-options.ts';

type Steering = LongOptions | RegExp;

const TYPESCRIPT = longOptions(
  'project outdir outfile declarationdir build generatetrace generatecpuprofile tsbuildinfofile rootdir init watch',
  /^-[pbw]$/,
  'one dash',
);

/** The options by the names of the programs. */
export const TOOLS: Readonly<Record<string, Steering>> = {
  vitest: longOptions(
    'config root dir environment coverage browser pool sequence exec-argv output-file api ui open diff snapshot-environment typecheck runner inspect workspace project',
    // A reporter may be a file of code.
    /^(?:-[cr]|--reporters?(?!=(?:default|verbose|dot|json|junit|tap|tap-flat|basic|tree|hanging-process|github-actions|html|blob)$))/,
  ),
  jest: longOptions(
    'config rootdir roots setupfiles globalsetup globalteardown reporters runner testrunner transform preset env testenvironment resolver modulepaths moduledirectories outputfile filter coveragedirectory testsequencer watchplugins',
    /^-c/,
  ),
  mocha: longOptions(
    'config opts package require file reporter ui spec extension import loader node-option',
    /^-[rRu]/,
  ),
  playwright: longOptions('config reporter output ui', /^(?:-c|codegen$|install)/),
  eslint: longOptions(
    'config rulesdir plugin parser resolve-plugins-relative-to format output-file fix init cache-location cache-file stdin-filename flag',
    /^-[cfo]/,
  ),
  prettier: longOptions('config plugin write find-config-path', /^-w/),
  tsc: TYPESCRIPT,
  ruff: longOptions('config fix output-file unsafe-fixes extend add-noqa', /^(?:-o|format$|clean$)/),
  mypy: longOptions('config-file python-executable install-types custom-typing-module custom-typeshed-dir'),
  pylint: longOptions('rcfile load-plugins init-hook output'),
  flake8: longOptions('config append-config output-file'),
  black: longOptions('config code', /^-c/),
  rspec: longOptions('require options out default-path configure', /^-[rIOo]/),
  rake: longOptions('rakefile require libdir rakelib execute execute-print', /^-[fIreEpR]/),
  unittest: longOptions('start-directory top-level-directory', /^-[st]/),
};

export function isTool(name: string): boolean {
  return Object.hasOwn(TOOLS, name);
}
