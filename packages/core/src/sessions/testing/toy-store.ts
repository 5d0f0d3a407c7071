/** A store of a toy agent: files of lines `{ id, cwd?, say? }`, and a list of the opened ones. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SessionMessage, SessionReader } from '../../adapter/session-reader.ts';
import { AgentMuxError } from '../../errors.ts';
import { isRecord } from '../../field-rules.ts';
import { createSessionManager, type SessionManager } from '../index.ts';
import { type SessionFiles, systemFiles } from '../session-files.ts';

/** Reads `<store>/<folder>/<id>.jsonl`. A line `{ fork, before }` says that the file goes on where another one was. */
function toyReader(store: string): SessionReader {
  return {
    places: ({ sessionId }) => [
      { root: store, path: [/./, sessionId === undefined ? /\.jsonl$/ : `${sessionId}.jsonl`] },
    ],
    open(_, { before = Number.POSITIVE_INFINITY } = {}) {
      const messages: SessionMessage[] = [];
      let head: Record<string, unknown> = {};
      return {
        see(line) {
          if (isRecord(line) && Number(line['n'] ?? 0) < before) {
            head = 'id' in line ? { ...line, ...head } : head;
            if (typeof line['say'] === 'string') {
              messages.push({ role: 'user', content: line['say'] });
            }
          }
        },
        facts() {
          const { id, cwd, fork, before: until, sub } = head;
          return typeof id !== 'string'
            ? undefined
            : {
                sessionId: id,
                title: messages[0]?.content ?? '',
                turnCount: messages.length,
                ...(typeof cwd === 'string' ? { cwd } : {}),
                ...(sub === true ? { isSubagent: true } : {}),
                ...(typeof fork === 'string' ? { inherits: { sessionId: fork, before: Number(until) } } : {}),
              };
        },
        messages: () => messages,
      };
    },
  };
}

export interface ToyStore {
  readonly folder: string;
  readonly manager: SessionManager;
  /** The paths in the order in which they were opened, and the bytes that were read. */
  readonly opened: string[];
  readonly bytesRead: () => number;
  /** Returns the number of files that were opened and not closed. */
  readonly leftOpen: () => number;
  /** The time at which the store was made, in milliseconds. */
  readonly now: number;
  /** Writes a file, which is `ageMs` old at `now`. */
  write(path: string, content: string | Buffer, ageMs?: number): string;
  dispose(): void;
}

export interface ToyStoreOptions {
  /** @defaultValue ['toy'] */
  readonly agents?: readonly string[];
  /** Places of agents whose adapters give these instead. */
  readonly places?: Readonly<Record<string, SessionReader['places']>>;
  /** Wraps the file system, for the files of another system than this one. */
  readonly wrap?: (files: SessionFiles) => SessionFiles;
}

/** Makes a store with one folder for each agent. */
export function createToyStore({
  agents = ['toy'],
  places = {},
  wrap = (files) => files,
}: ToyStoreOptions = {}): ToyStore {
  const folder = mkdtempSync(join(tmpdir(), 'amux-sessions-'));
  const now = Date.now();
  const opened: string[] = [];
  let bytes = 0;
  let open = 0;
  const counted: SessionFiles = {
    ...systemFiles,
    async open(path) {
      opened.push(path);
      const file = await systemFiles.open(path);
      open++;
      return {
        ...file,
        async close() {
          await file.close();
          open--;
        },
        async read(position, length) {
          const part = await file.read(position, length);
          bytes += part.length;
          return part;
        },
      };
    },
  };
  const readers = new Map(
    agents.map((agent) => {
      const reader = toyReader(join(folder, agent));
      return [agent, { ...reader, places: places[agent] ?? reader.places }];
    }),
  );
  return {
    folder,
    now,
    opened,
    bytesRead: () => bytes,
    leftOpen: () => open,
    dispose: () => rmSync(folder, { recursive: true, force: true }),
    manager: createSessionManager({
      registry: { list: () => agents.map((agent) => ({ agent })), readerOf },
      files: wrap(counted),
    }),
    write(path, content, ageMs = 0) {
      const full = join(folder, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      const time = new Date(now - ageMs);
      utimesSync(full, time, time);
      return full;
    },
  };

  function readerOf(agent: string): SessionReader | undefined {
    if (!agents.includes(agent)) {
      throw new AgentMuxError('AGENT_NOT_FOUND', `There is no adapter for "${agent}".`);
    }
    return readers.get(agent);
  }
}

/** Returns the lines of a session with these prompts. */
export function toyLines(id: string, says: readonly string[], more: Readonly<Record<string, unknown>> = {}): string {
  return [{ id, ...more }, ...says.map((say, n) => ({ say, n }))].map((line) => `${JSON.stringify(line)}\n`).join('');
}
