/** The facts of an approval, as the dialect gives them, in the form that events and open questions have. */
import { type ApprovalFacts, type FileChange, pickApprovalFacts } from '@agent-mux/events';
import { copyPlain } from '../copy-plain.ts';
import { given } from '../given.ts';
import { absolutePath, isAbsolutePath } from './absolute-path.ts';

/**
 * Returns the facts alone, with absolute paths; `folder` is the run's. A list with an uncertain path is left out as a
 * whole, because a grant for what the list shows must not cover more than that. They are a copy, because the agent may hear its own input again with the grant.
 */
export function approvalFacts(said: ApprovalFacts, folder: string): ApprovalFacts {
  const { cwd, paths, changes, ...facts } = copyPlain(pickApprovalFacts(said));
  const ownFolder = cwd === undefined ? undefined : absolutePath(folder, cwd);
  const base = cwd === undefined ? folder : ownFolder;
  const whole = (path: string): string | undefined =>
    base === undefined && !isAbsolutePath(path) ? undefined : absolutePath(base ?? folder, path);
  const wholePaths = paths === undefined ? undefined : allOf(paths, whole);
  const wholeChanges = changes === undefined ? undefined : allOf(changes, (change) => wholeChange(change, whole));
  return { ...facts, ...given({ cwd: ownFolder, paths: wholePaths, changes: wholeChanges }) };
}

function wholeChange(
  { path, movedTo, ...rest }: FileChange,
  whole: (path: string) => string | undefined,
): FileChange | undefined {
  const from = whole(path);
  const target = movedTo === undefined ? undefined : whole(movedTo);
  if (from === undefined || (movedTo !== undefined && target === undefined)) {
    return undefined;
  }
  return { path: from, ...rest, ...given({ movedTo: target }) };
}

function allOf<T>(values: readonly T[], make: (value: T) => T | undefined): readonly T[] | undefined {
  const made = values.map(make).filter((value) => value !== undefined);
  return made.length === values.length ? made : undefined;
}
