/** Makes a summary from the ends of a file, or a session from all its lines. */
import type { SessionFacts, SessionParser, SessionReader } from '../adapter/index.ts';
import { given } from '../given.ts';
import { describeFault } from './faults.ts';
import type { FoundFile } from './find-files.ts';
import { MAX_LINE_MIB, readAll, readEnds } from './read-file.ts';
import type { SessionFiles } from './session-files.ts';
import type { Session, SessionSummary } from './session-manager.ts';

/** The store of one agent. */
export interface Store {
  readonly agent: string;
  readonly reader: SessionReader;
  readonly files: SessionFiles;
  read(path: string): Promise<string | undefined>;
  readonly report: (path: string, message: string, isSkipped: boolean) => void;
  /** What its adapter did wrong when it was asked where the sessions are; it is not asked again. */
  fault?: string;
}

/** A session, and the places to which it can go back. */
export interface WholeSession {
  readonly session: Session;
  /** The paths of all files that it was read from. */
  readonly paths: ReadonlySet<string>;
  /** The parser tells it. */
  readonly placeBefore: (checkpointId: string) => string | undefined;
}

/** Summarizes a file; undefined where the file is to be passed over. A fault is reported. */
export async function summarize(store: Store, file: FoundFile): Promise<SessionSummary | undefined> {
  return guard(store, file, async () => {
    const parser = await store.reader.open({ path: file.path, read: store.read });
    const { lines, broken, isWhole, isCut } = await withFile(store, file, (opened) => readEnds(opened, file.bytes));
    for (const line of lines) {
      parser.see(line);
    }
    const facts = parser.facts();
    if (facts === undefined) {
      return reportForeign(store, file, { broken, isCut });
    }
    // There is nothing to go on with, because the CLI has made the file and nobody has said anything yet.
    const isUnused = isWhole && parser.messages().length === 0 && facts.inherits === undefined;
    if (facts.isSubagent === true || isUnused) {
      return undefined;
    }
    reportBroken(store, file, broken);
    const counts = isWhole && facts.inherits === undefined;
    return {
      ...toSummary(store.agent, file, facts),
      ...(counts ? { turnCount: facts.turnCount, messageCount: parser.messages().length } : {}),
    };
  });
}

/** Does what `summarize` does, of the whole file; a fork that has only what is new is read with the session that it came from. */
export async function readSession(
  store: Store,
  file: FoundFile,
  findFile: (sessionId: string, read: ReadonlySet<string>) => Promise<FoundFile | undefined>,
): Promise<WholeSession | undefined> {
  return guard(store, file, async () => {
    const whole = await readWhole(store, file);
    const facts = whole?.facts();
    if (whole === undefined || facts === undefined) {
      return undefined;
    }
    const parts = [whole];
    const paths = new Set([file.path]);
    for (let { inherits } = facts; inherits !== undefined; ) {
      const origin = await findFile(inherits.sessionId, paths);
      if (origin === undefined) {
        const what = `It is a fork of ${inherits.sessionId}, which is not there any more: what was said before is missing.`;
        store.report(file.path, what, false);
        break;
      }
      paths.add(origin.path);
      const part = await readWhole(store, origin, inherits.before);
      if (part === undefined) {
        break;
      }
      parts.unshift(part);
      inherits = part.facts()?.inherits;
    }
    const messages = parts.flatMap((part) => part.messages());
    const session = {
      ...toSummary(store.agent, file, { ...parts[0]?.facts(), ...facts }),
      turnCount: parts.reduce((sum, part) => sum + (part.facts()?.turnCount ?? 0), 0),
      messageCount: messages.length,
      messages,
    };
    const placeBefore = (checkpointId: string): string | undefined =>
      parts.map((part) => part.placeBefore?.(checkpointId)).find((place) => place !== undefined);
    return { session, paths, placeBefore };
  });
}

async function readWhole(store: Store, file: FoundFile, before?: number): Promise<SessionParser | undefined> {
  const parser = await store.reader.open({ path: file.path, read: store.read }, before === undefined ? {} : { before });
  const broken: number[] = [];
  let isCut = false;
  await withFile(store, file, async (opened) => {
    for await (const line of readAll(opened)) {
      if ('value' in line) {
        parser.see(line.value);
      } else if ('tooLong' in line) {
        store.report(file.path, describeLong(line.tooLong), false);
      } else if (line.isCut) {
        isCut = true;
      } else {
        broken.push(line.broken);
      }
    }
  });
  if (parser.facts() === undefined) {
    return reportForeign(store, file, { broken, isCut });
  }
  reportBroken(store, file, broken);
  return parser;
}

async function withFile<T>(
  { files }: Store,
  { path }: FoundFile,
  work: (file: Awaited<ReturnType<SessionFiles['open']>>) => Promise<T>,
): Promise<T> {
  const opened = await files.open(path);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

async function guard<T>(store: Store, file: FoundFile, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    store.report(file.path, `The file cannot be read: ${describeFault(error)}.`, true);
    return undefined;
  }
}

function toSummary(agent: string, file: FoundFile, facts: SessionFacts): SessionSummary {
  const { sessionId, title, createdAt, cwd, model, cost, forkedFrom } = facts;
  return {
    agent,
    sessionId,
    unifiedId: `${agent}:${sessionId}`,
    title: shorten(title ?? ''),
    createdAt: new Date(createdAt ?? file.modifiedMs),
    updatedAt: new Date(file.modifiedMs),
    ...given({ cwd, model, cost, forkedFrom }),
    path: file.path,
    bytes: file.bytes,
  };
}

const TITLE_LENGTH = 120;

function shorten(title: string): string {
  const line = title.trim().replaceAll(/\s+/g, ' ');
  return line.length <= TITLE_LENGTH ? line : `${line.slice(0, TITLE_LENGTH - 1).trimEnd()}…`;
}

interface Damage {
  readonly broken: readonly number[];
  readonly isCut: boolean;
}

function reportForeign({ agent, report }: Store, { path, bytes }: FoundFile, { broken, isCut }: Damage): undefined {
  const whole = isCut
    ? 'The file is cut off before it says which session it is.'
    : `The file is no session of ${agent}: no line says which session it is.`;
  const damaged = broken.length > 0 ? `The file is damaged: ${describeBroken(broken)}` : whole;
  report(path, bytes === 0 ? 'The file is empty.' : damaged, true);
}

function reportBroken({ report }: Store, { path }: FoundFile, broken: readonly number[]): void {
  if (broken.length > 0) {
    report(path, describeBroken(broken), false);
  }
}

function describeBroken(broken: readonly number[]): string {
  const known = broken.filter((number) => number > 0);
  const which = known.length === broken.length ? ` (line ${listSome(known)})` : '';
  return `${broken.length === 1 ? 'One line is' : `${broken.length} lines are`} no JSON${which}.`;
}

function describeLong(count: number): string {
  return `${count === 1 ? 'One line is' : `${count} lines are`} longer than ${MAX_LINE_MIB} MiB, and left out.`;
}

function listSome(numbers: readonly number[]): string {
  return numbers.length <= 5 ? numbers.join(', ') : `${numbers.slice(0, 5).join(', ')}, …`;
}
