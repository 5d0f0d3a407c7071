/** The same failure has the same code on all agents, and says alike whether another try may help. */
import { builtInAdapters } from '@agent-mux/adapters';
import { describe, expect, it } from 'vitest';
import { ERROR_CLASSES, EXCEPTIONS } from './errors/error-classes.ts';
import { fixturesOf } from './support/read-once.ts';

const CLASS_OF = new Map(ERROR_CLASSES.flatMap((each) => each.scenarios.map((scenario) => [scenario, each] as const)));

const cases = (
  await Promise.all(
    builtInAdapters.map(async (adapter) =>
      (
        await fixturesOf(adapter)
      ).flatMap((fixture) => {
        const expected = CLASS_OF.get(fixture.scenario);
        if (expected === undefined) {
          return [];
        }
        const where = `${adapter.agent}.${fixture.mode ?? adapter.modes[0]?.name ?? ''} ${fixture.scenario}`;
        return [{ title: `${where} (${fixture.version})`, where, adapter, fixture, expected }];
      }),
    ),
  )
).flat();

describe('the failure of', () => {
  it.each(cases)('$title is told as that of all agents, or stands among the exceptions', async (each) => {
    const { error } = (await each.fixture.replay()).result;
    const told = error === null ? 'completed' : describeFailure(error.code, error.recoverable);
    const { code, isRecoverable } = each.expected;
    const exception = EXCEPTIONS.find(({ where }) => where === each.where);
    expect(told).toBe(exception?.told ?? describeFailure(code, isRecoverable));
  });
});

it('exceptions become fewer: each is told otherwise than its class, and speaks of a recording', () => {
  const needless = EXCEPTIONS.filter(({ where, told }) => {
    const expected = cases.find((each) => each.where === where)?.expected;
    return expected === undefined || told === describeFailure(expected.code, expected.isRecoverable);
  });
  expect(needless).toEqual([]);
  expect(EXCEPTIONS).toHaveLength(3);
});

it('each class was recorded, most of them on several agents', () => {
  const agents = ERROR_CLASSES.map(({ scenarios }) => {
    const recorded = cases.filter(({ fixture }) => scenarios.includes(fixture.scenario));
    return new Set(recorded.map(({ adapter }) => adapter.agent)).size;
  });
  expect(Math.min(...agents)).toBeGreaterThan(1);
  expect(cases.length).toBeGreaterThan(150);
});

function describeFailure(code: string, isRecoverable: boolean): string {
  return isRecoverable ? `${code}, recoverable` : code;
}
