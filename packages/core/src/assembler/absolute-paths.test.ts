/** The paths of events, which are absolute or not told. */
import { describe, expect, it } from 'vitest';
import { withAbsolutePaths } from './absolute-paths.ts';
import type { LooseBody } from './stand-ins.ts';
import { brief } from './testing/brief.ts';
import { createBench } from './testing/harness.ts';

describe('the path of an event', () => {
  const png = { type: 'image_output', mimeType: 'image/png' } as const;

  it.each<[LooseBody, LooseBody | undefined]>([
    [
      { type: 'file_read', path: 'a' },
      { type: 'file_read', path: '/work/a' },
    ],
    [{ type: 'file_delete', path: '~/a' }, undefined],
    [
      { type: 'shell_start', command: 'ls', cwd: 'sub' },
      { type: 'shell_start', command: 'ls', cwd: '/work/sub' },
    ],
    [
      { type: 'shell_start', command: 'ls', cwd: '~/sub' },
      { type: 'shell_start', command: 'ls' },
    ],
    [
      { ...png, filePath: 'a.png' },
      { ...png, filePath: '/work/a.png' },
    ],
    [
      { ...png, filePath: '~/a.png', base64: 'AAAA' },
      { ...png, base64: 'AAAA' },
    ],
    [{ ...png, filePath: '~/a.png' }, undefined],
  ])('starts from the folder of the run, and is left out where that is not sure: %j', (body, told) => {
    expect(withAbsolutePaths(body, '/work')).toEqual(told);
  });

  it('that is the whole event is told to people where it is not sure', () => {
    const { events, push } = createBench();
    push({ type: 'session_start', sessionId: 's1' }, { type: 'agentdoc_read', path: '~/AGENTS.md' });
    expect(events.slice(1).map(brief)).toEqual([
      'debug level=info message=Not told, since it is not sure which file it means: {"type":"agentdoc_read","path":"~/AGENTS.md"}',
    ]);
  });
});
