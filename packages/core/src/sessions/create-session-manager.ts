/** Lists and reads the sessions of all stores: they are found by name and time, and opened one by one. */
import { homedir } from 'node:os';
import { types } from 'node:util';
import { type AgentName, showValue } from '@agent-mux/events';
import type { SessionPlace, SessionQuery, SessionReader } from '../adapter/index.ts';
import { describeError } from '../describe-error.ts';
import { AgentMuxError, ValidationError } from '../errors.ts';
import { isRecord } from '../field-rules.ts';
import { type FoundFile, findFiles } from './find-files.ts';
import { readSession, type Store, summarize, type WholeSession } from './read-session.ts';
import { type SessionFiles, systemFiles } from './session-files.ts';
import type {
  SessionIterateOptions,
  SessionListOptions,
  SessionLookup,
  SessionManager,
  SessionProblem,
  SessionSummary,
} from './session-manager.ts';
import { readCall, readGetCall } from './validate-lookup.ts';

const DEFAULT_LIMIT = 100;
/** The largest index beside the sessions. */
const MAX_INDEX_BYTES = 4 * 1024 * 1024;

/** The agents of a client, and those of them whose store can be read. */
interface Readers {
  list(): readonly { readonly agent: AgentName }[];
  /** Returns the reader of an agent. Throws AGENT_NOT_FOUND. */
  readerOf(agent: AgentName): SessionReader | undefined;
}

export interface SessionManagerParts {
  readonly registry: Readers;
  /** @defaultValue those of the system */
  readonly files?: SessionFiles;
}

export function createSessionManager({ registry, files = systemFiles }: SessionManagerParts): SessionManager {
  const parts = { registry, files };
  return {
    async list(first?: AgentName | SessionListOptions, second?: SessionListOptions) {
      const { limit = DEFAULT_LIMIT, ...options } = readCall('list', first, second);
      const sessions: SessionSummary[] = [];
      for await (const session of iterate(parts, options)) {
        sessions.push(session);
        if (sessions.length === limit) {
          break;
        }
      }
      return sessions;
    },
    iterate(first?: AgentName | SessionIterateOptions, second?: SessionIterateOptions) {
      return iterate(parts, readCall('iterate', first, second));
    },
    async get(first: string, second?: string | SessionLookup, third?: SessionLookup) {
      const { sessionId, ...lookup } = readGetCall(first, second, third);
      return (await findSession(parts, splitUnified(parts.registry, sessionId, lookup))).session;
    },
  };
}

type Parts = Required<SessionManagerParts>;

async function* iterate(parts: Parts, options: SessionIterateOptions): AsyncGenerator<SessionSummary, undefined> {
  const { since, until, cwd } = options;
  const folders = cwd === undefined ? undefined : await namesOf(cwd, parts.files);
  const found: { readonly store: Store; readonly file: FoundFile }[] = [];
  for (const store of openStores(parts, options)) {
    const files = new Map<string, FoundFile>();
    for (const query of folders?.map((folder) => ({ cwd: folder })) ?? [{}]) {
      for (const file of await findIn(store, query, options)) {
        files.set(file.path, file);
      }
    }
    found.push(...[...files.values()].map((file) => ({ store, file })));
  }
  found.sort((a, b) => b.file.modifiedMs - a.file.modifiedMs);
  const seen = new Set<string>();
  for (const { store, file } of found) {
    if (isBefore(file.modifiedMs, since) || isAfter(file.modifiedMs, until)) {
      continue;
    }
    const session = await summarize(store, file);
    // A CLI may keep a session in several files, and the newest one that contains a message represents it.
    if (session !== undefined && !seen.has(session.unifiedId) && isOf(session, folders)) {
      seen.add(session.unifiedId);
      yield session;
    }
  }
  return undefined;
}

/** Returns the folder as it was given, and as a process that was started there names it, which is without links. */
async function namesOf(cwd: string, files: SessionFiles): Promise<readonly string[]> {
  const real = await files.realPath(cwd);
  return real === cwd ? [cwd] : [cwd, real];
}

const isOf = ({ cwd }: SessionSummary, folders: readonly string[] | undefined): boolean =>
  folders === undefined || (cwd !== undefined && folders.includes(cwd));

const isBefore = (time: number, limit: Date | undefined): boolean => limit !== undefined && time < limit.getTime();
const isAfter = (time: number, limit: Date | undefined): boolean => limit !== undefined && time > limit.getTime();

/** Finds a session like `get` of the manager, with the facts that `get` does not show. */
export async function findSession(
  { registry, files = systemFiles }: SessionManagerParts,
  lookup: SessionLookup & { readonly sessionId: string },
): Promise<WholeSession> {
  const { sessionId } = lookup;
  const faults = new Map<string, string>();
  const unreadable: string[] = [];
  const found: WholeSession[] = [];
  const stores = openStores({ registry, files }, lookup, (path, message) => faults.set(path, message));
  for (const store of stores) {
    const candidates = await findIn(store, { sessionId }, lookup);
    for (const file of candidates) {
      const whole = await readSession(store, file, async (id, read) =>
        (await findIn(store, { sessionId: id }, lookup)).find(({ path }) => !read.has(path)),
      );
      if (whole?.session.sessionId === sessionId) {
        found.push(whole);
      } else if (faults.has(file.path)) {
        unreadable.push(`${file.path}: ${faults.get(file.path)}`);
      }
    }
  }
  const agents = [...new Set(found.map(({ session: { agent } }) => agent))];
  if (agents.length > 1) {
    throw ambiguous(sessionId, agents);
  }
  // A file that another one continues is left out, and the longest of the rest is taken: a CLI leaves another file with
  // this id when it goes on elsewhere.
  const [longest] = found
    .filter((one) => !found.some((other) => other !== one && other.paths.has(one.session.path)))
    .sort((a, b) => b.session.messageCount - a.session.messageCount);
  if (longest === undefined) {
    throw unreadable.length > 0
      ? new AgentMuxError('PARSE_ERROR', `sessions.get(): session ${sessionId} cannot be read. ${unreadable.join(' ')}`)
      : notFound(sessionId, stores);
  }
  return longest;
}

function openStores(
  { registry, files }: Parts,
  { agent, onProblem }: SessionLookup,
  onSkipped?: (path: string, message: string) => void,
): Store[] {
  const tell = tellOnce(onProblem);
  return findReaders(registry, agent).map(({ agent: name, reader }) => ({
    agent: name,
    reader,
    files,
    read: (path) => files.text(path, MAX_INDEX_BYTES),
    report(path, message, isSkipped) {
      if (isSkipped) {
        onSkipped?.(path, message);
      }
      tell({ agent: name, path, message, isSkipped });
    },
  }));
}

/** What a callback throws ends the call, and the callback is not called again. One that is asynchronous is not waited for. */
function tellOnce(onProblem: SessionLookup['onProblem']): (problem: SessionProblem) => void {
  let failed: { readonly error: unknown } | undefined;
  return (problem) => {
    if (failed !== undefined) {
      throw failed.error;
    }
    try {
      const returned: unknown = onProblem?.(problem);
      if (types.isPromise(returned)) {
        // Nobody would hear the rejection, and it would end the host.
        returned.catch(() => undefined);
      }
    } catch (error) {
      failed = { error };
      throw error;
    }
  };
}

function findReaders(
  { list, readerOf }: Readers,
  agent: AgentName | undefined,
): readonly { readonly agent: AgentName; readonly reader: SessionReader }[] {
  const agents = agent === undefined ? list().map((info) => info.agent) : [agent];
  const readers = agents.flatMap((name) => {
    const reader = readerOf(name);
    return reader === undefined ? [] : [{ agent: name, reader }];
  });
  if (agent !== undefined && readers.length === 0) {
    throw new AgentMuxError(
      'CAPABILITY_ERROR',
      `sessions: the sessions of ${agent} cannot be read; only the CLI itself can list them. Their ids can be given to run() all the same.`,
    );
  }
  return readers;
}

async function findIn(
  store: Store,
  narrowed: Pick<SessionQuery, 'cwd' | 'sessionId'>,
  { env = {}, agent }: SessionLookup,
): Promise<readonly FoundFile[]> {
  const all = { ...process.env, ...env };
  const { HOME, USERPROFILE } = all;
  const home = HOME || USERPROFILE || homedir();
  const places = await placesOf(store, { env: all, home, read: store.read, ...narrowed }, agent);
  return findFiles(places, {
    files: store.files,
    onFault: (path, message) => store.report(path, message, true),
  });
}

/** An adapter that fails keeps nobody from the sessions of the other agents, but whoever asks for those of this one hears of it. */
async function placesOf(
  store: Store,
  query: SessionQuery,
  asked: AgentName | undefined,
): Promise<readonly SessionPlace[]> {
  if (store.fault !== undefined) {
    return [];
  }
  try {
    return demandPlaces(await store.reader.places(query));
  } catch (error) {
    store.fault = `The adapter of ${store.agent} does not say where its sessions are: ${describeError(error)}`;
    if (asked !== undefined) {
      throw new AgentMuxError('INTERNAL', `sessions: ${store.fault}`, { cause: error });
    }
  }
  store.report(query.home, store.fault, true);
  return [];
}

function demandPlaces(given: unknown): readonly SessionPlace[] {
  if (!Array.isArray(given)) {
    throw new TypeError(`places() gave ${showValue(given)}, but must give a list.`);
  }
  for (const [index, place] of given.entries()) {
    if (!isPlace(place)) {
      throw new TypeError(`places()[${index}] is no object with a \`root\` and a \`path\` of texts and patterns.`);
    }
  }
  return given;
}

function isPlace(place: unknown): place is SessionPlace {
  return (
    isRecord(place) &&
    typeof place['root'] === 'string' &&
    Array.isArray(place['path']) &&
    place['path'].every((part) => typeof part === 'string' || types.isRegExp(part))
  );
}

/** `claude:<id>` names the agent too. An id may contain a colon itself: only the name of a known agent counts. */
function splitUnified(
  registry: Readers,
  sessionId: string,
  lookup: SessionLookup,
): SessionLookup & { readonly sessionId: string } {
  const colon = sessionId.indexOf(':');
  const agent = sessionId.slice(0, Math.max(colon, 0));
  return lookup.agent === undefined && registry.list().some((info) => info.agent === agent)
    ? { ...lookup, agent, sessionId: sessionId.slice(colon + 1) }
    : { ...lookup, sessionId };
}

function ambiguous(sessionId: string, agents: readonly string[]): ValidationError {
  const expected = `one of ${agents.join(', ')}`;
  const message = `${agents.join(' and ')} each have a session ${sessionId}. Give \`agent\`, or ${agents.map((agent) => `"${agent}:${sessionId}"`).join(' or ')}.`;
  return new ValidationError([{ field: 'agent', message, received: undefined, expected }], 'sessions.get()');
}

function notFound(sessionId: string, stores: readonly Store[]): AgentMuxError {
  const read = stores.filter(({ fault }) => fault === undefined).map(({ agent }) => agent);
  const faults = stores.flatMap(({ fault }) => (fault === undefined ? [] : ` ${fault}`));
  return new AgentMuxError(
    'SESSION_NOT_FOUND',
    `sessions.get(): there is no session ${JSON.stringify(sessionId)} in the store of ${read.join(', ') || 'any agent'}. List what there is with sessions.list(), or \`amux sessions\`.${faults.join('')}`,
  );
}
