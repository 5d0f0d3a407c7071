/** An approval in the form in which rules read it. */
import type { ApprovalFacts, FileChange, ToolKind } from '@agent-mux/events';
import type { Trit } from '../match/index.ts';
import type { Places, Spot } from '../paths/index.ts';
import type { Command, ShellLine, Word } from '../shell/index.ts';
import { countNamed } from './commands.ts';
import type { CompiledRule } from './compile-rules.ts';
import { hostOf } from './hosts.ts';

/** The most folders that are followed one by one. */
const MOST_FOLDERS = 16;

export interface Request {
  readonly kind: ToolKind | undefined;
  /** The command line; undefined where it is about no command. */
  readonly line: ShellLine | undefined;
  readonly places: Places;
  /** The folder in which its command begins; undefined where that is unknown. */
  readonly folder: string | undefined;
  /** Whether the agent has said that folder. */
  readonly saysFolder: boolean;
  /** The places of the files that it names; undefined where it names none. */
  readonly spots: readonly AskedSpot[] | undefined;
  /** The hosts that it names; one that cannot be read is undefined. */
  readonly hosts: readonly (string | undefined)[];
  readonly mcp: ApprovalFacts['mcp'];
  /** How many words of a command a rule of `allow` has named. */
  readonly named: (command: Command) => number;
  /** What was found of a word by a rule: a program that runs others has each of its words many times. */
  readonly judged: Map<CompiledRule, Map<Word, Trit>>;
  /** All texts within the input. */
  readonly texts: readonly string[];
}

/** A file with what would be done to it, since a patch may delete one file and change another. */
export interface AskedSpot extends Spot {
  /** What would be done to the file. */
  readonly kind: ToolKind | undefined;
}

export interface RequestMeans {
  readonly line: ShellLine | undefined;
  readonly places: Places;
  readonly allow: readonly CompiledRule[];
}

export function readRequest(facts: ApprovalFacts, { line, places, allow }: RequestMeans): Request {
  const { toolKind, command, cwd, paths = [], changes = [], url, host, mcp, input } = facts;
  const folder = cwd ?? places.cwd;
  const kind = toolKind ?? (command === undefined ? undefined : 'execute');
  const kinds = kindsByPath(changes);
  const all = [...new Set([...paths, ...kinds.keys()])];
  const spots = all.flatMap((path) => {
    const found = places.find(path, folder === undefined ? undefined : [folder]) ?? [NOWHERE];
    return found.map((spot) => ({ ...spot, kind: kinds.get(path) ?? kind }));
  });
  return {
    kind,
    line,
    places,
    folder,
    saysFolder: cwd !== undefined,
    spots: all.length === 0 ? undefined : spots,
    hosts: [url, host].flatMap((each) => (each === undefined ? [] : [hostOf(each)])),
    mcp,
    named: (command) => (line?.commands.includes(command) === true ? countNamed(allow, command) : 0),
    judged: new Map(),
    texts: textsIn(input),
  };
}

/** The kind of change to each file; undefined where it is what the tool does anyway. */
function kindsByPath(changes: readonly FileChange[]): ReadonlyMap<string, ToolKind | undefined> {
  return new Map(
    changes.flatMap(({ path, movedTo, change }) => {
      const kind = change === 'delete' || change === 'move' ? change : undefined;
      return [path, ...(movedTo === undefined ? [] : [movedTo])].map((each) => [each, kind] as const);
    }),
  );
}

const NOWHERE: Spot = { said: [], real: undefined, isFolder: false };

/** All folders in which a command may run; undefined where they are unknown. */
function foldersOf(request: Request, { wentTo, isLost }: Command): readonly string[] | undefined {
  if (request.folder === undefined || isLost) {
    return undefined;
  }
  let folders = [request.folder];
  for (const word of wentTo) {
    const text = word.isHome ? request.places.expand(word.text) : word.text;
    if (text === undefined) {
      return undefined;
    }
    // Nobody knows whether a step was taken: it may have failed, or been one of two.
    folders = [...folders, ...folders.map((folder) => (text.startsWith('/') ? text : `${folder}/${text}`))];
    if (folders.length > MOST_FOLDERS) {
      return undefined;
    }
  }
  return folders;
}

/** Where a word leads, if it is a path; undefined where that is unknown. */
export function spotsOf(
  request: Request,
  command: Command,
  word: Pick<Word, 'kind' | 'text' | 'isHome'>,
): readonly Spot[] | undefined {
  if (word.kind === 'unknown' || word.kind === 'pattern') {
    return undefined;
  }
  const text = word.isHome ? request.places.expand(word.text) : word.text;
  return text === undefined ? undefined : request.places.find(text, foldersOf(request, command));
}

/** The folders that a command reads without naming them; a version control program goes up to the top of the project. */
export function spotsRead(request: Request, command: Command): readonly Spot[] | undefined {
  const folders = foldersOf(request, command);
  const { cwd } = request.places;
  return request.places.find('.', folders === undefined || cwd === undefined ? folders : [...folders, cwd]);
}

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') {
    return value.length > 4_096 ? [] : [value];
  }
  if (typeof value !== 'object' || value === null || depth > 4) {
    return [];
  }
  return Object.values(value)
    .slice(0, 100)
    .flatMap((each: unknown) => textsIn(each, depth + 1));
}
