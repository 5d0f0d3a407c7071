/** Each kind of the specification comes where it must, because a checker refuses what is wrong, and cannot miss what is absent. */
import { describe, expect, it } from 'vitest';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import { TREES } from '../testing/corners/trees.ts';
import { type LooopyEvent, looopy } from './index.ts';

const corner = (name: string): LooopyEvent[] => {
  const found = CORNER_JOURNALS.find((journal) => journal.name === name);
  if (found === undefined) {
    throw new Error(`There is no journal ${name}`);
  }
  return projectAll(found.entries, looopy());
};

describe('the events of Looopy', () => {
  it('L-4: number the deltas of a message, and complete it with all of them', () => {
    expect(corner('a message').slice(3, 6)).toMatchObject([
      { kind: 'content-delta', delta: 'Hel', index: 0 },
      { kind: 'content-delta', delta: 'lo', index: 1 },
      { kind: 'content-complete', content: 'Hello' },
    ]);
  });

  it('L-5 L-20: tell a call, what its command puts out as progress, and its outcome', () => {
    expect(corner('shells with and without a call').slice(3, -2)).toMatchObject([
      { kind: 'tool-start', toolCallId: 'c1', toolName: 'Bash', arguments: {} },
      { kind: 'tool-progress', toolCallId: 'c1', progress: 0, metadata: { step: 'start', command: 'ls', cwd: '/w' } },
      { kind: 'tool-progress', toolCallId: 'c1', progress: 0, message: 'a\n', metadata: { step: 'stdout' } },
      { kind: 'tool-progress', toolCallId: 'c1', progress: 0, message: 'b\n', metadata: { step: 'stderr' } },
      { kind: 'tool-progress', toolCallId: 'c1', progress: 1, metadata: { step: 'exit', exitCode: 0 } },
      { kind: 'tool-complete', toolCallId: 'c1', toolName: 'Bash', success: true, result: 'done' },
    ]);
  });

  it('L-10 L-11 L-21: tell files as whole records, patches and images as files, each with a version that rises', () => {
    const file = { artifactId: 'file:/w/a', name: '/w/a' };
    const whole = { index: 0, complete: true };
    const events = corner('files and images').filter(({ kind }) => kind.endsWith('-write'));
    expect(events).toMatchObject([
      { kind: 'data-write', ...file, data: { op: 'create', byteCount: 1 }, metadata: { toolCallId: 'c1', version: 1 } },
      { kind: 'data-write', ...file, data: { path: '/w/a', op: 'write', byteCount: 2 }, metadata: { version: 2 } },
      { kind: 'file-write', mimeType: 'text/x-diff', encoding: 'utf-8', data: '-a\n+b', ...whole },
      { kind: 'data-write', ...file, data: { path: '/w/a', op: 'delete' }, metadata: { version: 4 } },
      { kind: 'file-write', mimeType: 'image/png', encoding: 'base64', data: 'AAAA', ...whole },
    ]);
  });

  it('L-9: tell that an answer was received, from whom, and never what it was', () => {
    const received = (name: string) => corner(name).filter(({ kind }) => kind === 'input-received');
    const [user] = received('an approval granted');
    const [agent] = received('a question with choices');
    expect(user).toMatchObject({ inputId: 'i1', providedBy: 'user', userId: 'ada' });
    expect(user).not.toHaveProperty('agentId');
    expect(agent).toMatchObject({ inputId: 'q1', providedBy: 'agent', agentId: 'lead' });
    expect(agent).not.toHaveProperty('userId');
    expect(JSON.stringify(agent)).not.toContain('blue');
  });

  it.each(Object.keys(TREES))(
    'L-2 L-23: are of one context, in the order of the journal over all tasks: %s',
    (name) => {
      const events = corner(name);
      expect(new Set(events.map(({ contextId }) => contextId)).size).toBe(1);
      const times = events.map(({ timestamp }) => timestamp);
      expect(times).toEqual([...times].sort());
    },
  );

  it('L-23: tell what two subtasks do at once as it came', () => {
    const said = corner('two children of one name at once').flatMap(({ kind, taskId }) =>
      kind === 'task-created' || kind === 'task-complete' ? [`${kind} ${taskId.slice(24)}`] : [],
    );
    expect(said).toEqual([
      'task-created CD',
      'task-created 01',
      'task-created 02',
      'task-complete 02',
      'task-complete 01',
      'task-complete CD',
    ]);
  });
});
