/** Checks whether a recording may be written to a folder, before anything starts. */
import { accessSync, constants, lstatSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describeError } from '../describe-error.ts';
import { ValidationError } from '../errors.ts';

/**
 * Demands a folder that can be recorded into. Throws ValidationError in the name of the call unless the folder is
 * missing or empty, and can be written. Changes nothing.
 */
export function checkRecordFolder(dir: string, call: string): void {
  const problem = findProblem(resolve(dir));
  if (problem !== undefined) {
    const message = `\`record\`: the recording cannot be written to ${dir}: ${problem}`;
    const expected = 'a folder that is empty or missing';
    throw new ValidationError([{ field: 'record', message, received: dir, expected }], call);
  }
}

function findProblem(path: string): string | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) {
      return isWritable(findParent(path)) ? undefined : `${findParent(path)} cannot be written. Give another folder.`;
    }
    if (found.isSymbolicLink() || found.isDirectory()) {
      const names = readdirSync(path);
      if (names.length > 0) {
        const some = names.slice(0, 3).join(', ');
        return `it is not empty (${some}${names.length > 3 ? ', …' : ''}). Give an empty folder or a new name.`;
      }
      return isWritable(path) ? undefined : 'it cannot be written. Give another folder.';
    }
    return 'there is a file of that name. Give a folder.';
  } catch (error) {
    return `${describeError(error)}. Give another folder.`;
  }
}

/** Returns the nearest folder above that exists. */
function findParent(path: string): string {
  const parent = dirname(path);
  return parent === path || lstatSync(parent, { throwIfNoEntry: false })?.isDirectory() ? parent : findParent(parent);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    // The answer is that it cannot be written.
    return false;
  }
}
