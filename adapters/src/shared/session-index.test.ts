import { expect, it } from 'vitest';
import { codexSessions } from '../codex/session.ts';
import { geminiSessions } from '../gemini/session.ts';

const ID = '01985f2e-0000-7000-8000-000000000001';
const STORES = [
  {
    what: 'names of Codex',
    reader: codexSessions,
    path: `/codex/sessions/2026/11/22/rollout-2026-11-22T00-22-24-${ID}.jsonl`,
    index: '/codex/session_index.jsonl',
    write: (value: string) => JSON.stringify({ id: ID, thread_name: value }),
    header: { type: 'session_meta', payload: { id: ID, cwd: '/work' } },
    fact: 'title',
  },
  {
    what: 'folders of Gemini CLI',
    reader: geminiSessions,
    path: '/home/me/.gemini/tmp/work/chats/session-2026-11-22T00-22-207e1877.jsonl',
    index: '/home/me/.gemini/projects.json',
    write: (value: string) => JSON.stringify({ projects: { [value]: 'work', '/other': 'work' } }),
    header: { sessionId: ID, startTime: '2026-11-22T00:22:28.987Z', kind: 'main' },
    fact: 'cwd',
  },
] as const;

it.each(STORES)('the $what are read once per listing, and anew for the next', async (store) => {
  const { reader, path, index, write, header, fact } = store;
  let value = '/one';
  const paths: string[] = [];
  const list = async (): Promise<readonly unknown[]> => {
    const read = (name: string): Promise<string | undefined> => {
      paths.push(name);
      return Promise.resolve(name === index ? write(value) : undefined);
    };
    const facts: unknown[] = [];
    for (let count = 0; count < 3; count++) {
      const parser = await reader.open({ path, read });
      parser.see(header);
      facts.push(parser.facts()?.[fact]);
    }
    return facts;
  };
  expect(await list()).toEqual(['/one', '/one', '/one']);
  value = '/two';
  expect(await list()).toEqual(['/two', '/two', '/two']);
  expect(paths.filter((name) => name === index)).toHaveLength(2);
});
