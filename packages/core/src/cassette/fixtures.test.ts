import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareGolden, listFixtures, locateFixture, readGolden, writeGolden } from './fixtures.ts';

const tmp = mkdtempSync(join(tmpdir(), 'fixtures-'));
afterAll(() => rmSync(tmp, { recursive: true }));

describe('fixtures', () => {
  it('are listed by agent, version, scenario and mode', async () => {
    const root = join(tmp, 'list');
    const names = [
      { agent: 'toy', version: '2.1.329', scenario: 'approval-denied' },
      { agent: 'toy', version: '2.1.329', scenario: 'approval-denied', mode: 'oneshot' },
      { agent: 'claude', version: '1.0.0', scenario: 'text' },
    ];
    for (const name of names) {
      const { dir, cassette } = locateFixture(root, name);
      mkdirSync(dir, { recursive: true });
      writeFileSync(cassette, '');
    }
    mkdirSync(join(root, 'toy', '2.1.329', 'no-cassette'));
    writeFileSync(join(root, 'README.md'), '');
    expect(
      (await listFixtures(root)).map(({ agent, version, scenario, mode, dir }) => [
        agent,
        version,
        scenario,
        mode,
        dir,
      ]),
    ).toEqual([
      ['claude', '1.0.0', 'text', undefined, join(root, 'claude/1.0.0/text')],
      ['toy', '2.1.329', 'approval-denied', undefined, join(root, 'toy/2.1.329/approval-denied')],
      ['toy', '2.1.329', 'approval-denied', 'oneshot', join(root, 'toy/2.1.329/approval-denied.oneshot')],
    ]);
    expect(await listFixtures(join(tmp, 'nothing'))).toEqual([]);
  });

  it('keep their golden events as they were accepted', async () => {
    const golden = join(tmp, 'events.jsonl');
    expect(await readGolden({ golden })).toBeUndefined();
    const events = [{ type: 'a', text: 'ä\n' }, { type: 'b' }];
    await writeGolden({ golden }, events, { accept: true });
    expect(await readGolden({ golden })).toEqual(events);
    writeFileSync(golden, '{"type":"a"}\n{"ty\n');
    await expect(readGolden({ golden })).rejects.toMatchObject({
      code: 'PARSE_ERROR',
      message: expect.stringContaining(`${golden}, line 2 is not JSON`),
    });
    writeFileSync(golden, '1\n');
    await expect(readGolden({ golden })).rejects.toMatchObject({
      message: expect.stringContaining('line 1 is no event'),
    });
  });

  it('are never accepted by accident', async () => {
    const consent: { readonly accept: true } = JSON.parse('{"accept":false}');
    await expect(writeGolden({ golden: join(tmp, 'x') }, [], consent)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  it.each([
    ['nothing', [{ a: 1 }], [{ a: 1 }], undefined],
    [
      'a field',
      [{ a: 1 }, { b: 2 }],
      [{ a: 1 }, { b: 3 }],
      'Event 1 of 2 (now 2) differs.\n  golden: {"b":2}\n  actual: {"b":3}',
    ],
    ['a missing event', [{ a: 1 }], [], 'Event 0 of 1 (now 0) differs.\n  golden: {"a":1}\n  actual: (none)'],
    ['one too many', [], [{ a: 1 }], 'Event 0 of 0 (now 1) differs.\n  golden: (none)\n  actual: {"a":1}'],
  ])('tell that %s differs', (_name, golden, actual, difference) => {
    expect(compareGolden(golden, actual)).toBe(difference);
  });
});
