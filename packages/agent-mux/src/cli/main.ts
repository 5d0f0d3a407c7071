#!/usr/bin/env node
/** The entry of `amux`: runs the command line, and ends with its exit code. */
import { obeyCommandLine } from './command-line.ts';
import { EXIT_FAILED } from './usage-error.ts';
import { watchOutput } from './watch-output.ts';

const output = watchOutput();
const code = await obeyCommandLine(process.argv.slice(2));
process.exitCode = output.hasFailed ? EXIT_FAILED : code;
