/** What a permission is about, as far as the protocol says. */
import { isAbsolutePath } from '@agent-mux/core';
import type { ApprovalFacts, FileChange } from '@agent-mux/events';
import { changeOfDiff, createdFile, idOf, listOf, objectOf, replacedPart, textDiff, textOf } from '../shared/index.ts';
import type { NativeToolContent } from './native.ts';
import type { AcpCall, ToolIdentity, ToolQuirks } from './quirks.ts';
import { pathsOf } from './tool-content.ts';

export interface AskedFor {
  /** The call as the question describes it. */
  readonly asked: AcpCall;
  readonly identity: ToolIdentity;
  /** The folder in which its command would begin, if that is known. */
  readonly folder: string | undefined;
  readonly quirks: ToolQuirks | undefined;
}

export function permissionFacts({ asked, identity, folder, quirks }: AskedFor): ApprovalFacts {
  const { kind: toolKind, command, mcp } = identity;
  const url = identity.url ?? (toolKind === 'fetch' ? idOf(objectOf<'url'>(asked.rawInput)?.url) : undefined);
  const own = quirks?.facts?.(asked);
  if (own !== undefined) {
    return own;
  }
  const paths = pathsOf(asked);
  const changes = changesOf(asked, paths, quirks?.showsWholeFiles === true);
  // The runtime would resolve a relative path from the run's folder, and the agent does not work there.
  const isSure = quirks?.worksElsewhere !== true || paths.every(isAbsolutePath);
  return {
    toolKind,
    ...(command === undefined ? {} : { command }),
    ...(command === undefined || folder === undefined ? {} : { cwd: folder }),
    ...(paths.length === 0 || !isSure ? {} : { paths }),
    ...(changes.length === 0 || !isSure ? {} : { changes }),
    ...(url === undefined ? {} : { url }),
    ...(mcp === undefined ? {} : { mcp }),
  };
}

function changesOf(asked: AcpCall, paths: readonly string[], areWhole: boolean): readonly FileChange[] {
  const diff = textOf(objectOf<'diff'>(asked.rawInput)?.diff);
  const [path, ...others] = paths;
  return diff !== undefined && path !== undefined && others.length === 0
    ? [changeOfDiff(path, diff)]
    : listOf(asked.content).flatMap((item) => changeIn(item, areWhole) ?? []);
}

function changeIn(item: unknown, isWhole: boolean): FileChange | undefined {
  const native: NativeToolContent | undefined = objectOf(item);
  const path = native?.type === 'diff' ? textOf(native.path) : undefined;
  if (path === undefined) {
    return undefined;
  }
  const before = textOf(native?.oldText) ?? '';
  const after = textOf(native?.newText) ?? '';
  const { kind = before === '' ? 'add' : 'modify' } = objectOf<'kind'>(native?._meta) ?? {};
  switch (kind) {
    case 'add':
      return createdFile(path, after);
    case 'delete':
      return { path, change: 'delete', oldText: before };
    default: {
      const diff = isWhole ? textDiff(path, before, after) : undefined;
      return diff === undefined ? replacedPart(path, before, after) : { path, change: 'update', diff };
    }
  }
}
