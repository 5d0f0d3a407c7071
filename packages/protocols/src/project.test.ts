/** The sources that `project` takes and refuses, and how it ends. */
import type { JournalEntry, RunHeader } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { advance, createModel, type Model, treeCause } from './model/index.ts';
import { project, projectAll } from './project.ts';
import type { EntrySource, Projection } from './projection.ts';
import { CORNER_JOURNALS } from './testing/corner-journals.ts';

const entries = CORNER_JOURNALS.find(({ name }) => name === 'a child')?.entries ?? [];

/** A projection that names what it hears, and why it ended. */
const naming: Projection<string, Model> = {
  init: createModel,
  step(model, entry, emit) {
    const { entry: heard } = advance(model, entry);
    emit('type' in heard ? heard.type : heard.entry);
  },
  end(model, emit) {
    emit(treeCause(model));
  },
};

async function collect(source: EntrySource): Promise<string[]> {
  const outputs: string[] = [];
  for await (const output of project(source, naming)) {
    outputs.push(output);
  }
  return outputs;
}

async function* later<T>(all: readonly T[]): AsyncGenerator<T, undefined, undefined> {
  for (const one of all) {
    yield await Promise.resolve(one);
  }
  return undefined;
}

const asTree = (all: readonly JournalEntry[]) => {
  const headers = new Map<string, RunHeader>();
  return all.map((entry, pos) => {
    if ('entry' in entry && entry.entry === 'open') {
      headers.set(entry.runId, entry.header);
    }
    return { pos, run: headers.get(entry.runId) as RunHeader, entry };
  });
};

describe('project', () => {
  const wanted = projectAll(entries, naming);

  it.each<[string, EntrySource]>([
    ['a list', entries],
    ['an iterable', new Set(entries)],
    ['an async iterable', later(entries)],
    ['a run', { entries: () => later(entries) }],
    [
      'a run that is an iterable of events too',
      Object.assign(later(['no entry']), { entries: () => later(entries) }) as never,
    ],
    ['a tree', { tree: later(asTree(entries)) }],
    ['entries of a tree', asTree(entries)],
  ])('R-1: takes %s', async (_what, source) => {
    expect(await collect(source)).toEqual(wanted);
    expect(wanted.at(-1)).toBe('completed');
  });

  it('R-10: knows a run by the header that came with its entries, where `open` was before', () => {
    const model = createModel();
    for (const entry of asTree(entries).slice(3)) {
      advance(model, entry);
    }
    expect(Object.values(model.actors).map(({ name, depth }) => `${name}@${depth}`)).toEqual(['main@0', 'scout@1']);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'open'],
    ['what has no entries', { run: 1 }],
  ])('R-1: refuses %s', async (_what, source) => {
    await expect(collect(source as EntrySource)).rejects.toThrow(/^Cannot project/);
  });

  it('R-1: names the place of what is no entry', async () => {
    const broken = [...entries.slice(0, 2), { type: 'text_delta', delta: 'x' }] as unknown as EntrySource;
    await expect(collect(broken)).rejects.toThrow(/what stands at place 2:.*"delta":"x"/);
  });

  it('R-2: tells the end of a source that fails, and then its error', async () => {
    const failing = (async function* fail() {
      yield* entries.slice(0, 2);
      throw new Error('the disk is gone');
    })();
    const outputs: string[] = [];
    const reading = (async () => {
      for await (const output of project(failing, naming)) {
        outputs.push(output);
      }
    })();
    await expect(reading).rejects.toThrow('the disk is gone');
    expect(outputs).toEqual(['open', 'input', 'lost']);
  });

  it('R-2: lets its source go when its reader leaves', async () => {
    let isLeft = false;
    const source = (async function* watch() {
      try {
        yield* entries;
      } finally {
        isLeft = true;
      }
    })();
    for await (const _ of project(source, naming)) {
      break;
    }
    expect(isLeft).toBe(true);
  });
});
