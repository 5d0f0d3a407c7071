/** What calls of a handle are given beside their options is looked at before anything is said to the agent. */
import { project } from '@agent-mux/protocols';
import { agui } from '@agent-mux/protocols/ag-ui';
import { afterAll, describe, expect, it } from 'vitest';
import { answers, session } from './support/toy-adapter.ts';
import { startToy } from './support/toy-run.ts';

const live = startToy([session, answers('x'), { do: 'read-all' }], { run: { keepOpen: true } });
afterAll(() => live.abort());

const ignore = (): void => {};
/** More than the call takes, as a program in JavaScript may give. */
const asGiven = (...words: unknown[]): [string] => words as [string];

/** What the call says, thrown or rejected. */
async function refusal(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'nothing';
}

describe('a call of a run without such options', () => {
  const text = '`prompt` is missing; it must be a non-empty string.';
  it.each<[string, () => unknown, RegExp]>([
    [
      'another moment for continue()',
      () => live.continue(...asGiven('x', { whn: 1 })),
      /^continue\(\): `options` is an object, but must be left out: queue\(\) and steer\(\) take `when`\.$/,
    ],
    [
      'another moment for send()',
      () => live.send(...asGiven('x', { when: 'next-turn' })),
      /^send\(\): `options` is an object/,
    ],
    [
      'no prompt and a wrong moment',
      () => live.steer(undefined as never, { when: 'after-tol' as never }),
      new RegExp(`^steer\\(\\): ${text} \`when\` is "after-tol", but .* Did you mean "after-tool"\\?$`),
    ],
    [
      'a prompt that is none',
      () => live.queue(5 as never),
      /^queue\(\): `prompt` is 5, but must be a non-empty string\.$/,
    ],
    [
      'a type of event that there is none of',
      () => live.on('activty' as never, ignore),
      /^on\(\): `type` is "activty", but .* Did you mean "activity"\?$/,
    ],
    [
      'a listener that is none',
      () => live.once('text_dleta' as never, 'f' as never),
      /^once\(\): .* Did you mean "text_delta"\? `listener` is "f"/,
    ],
    [
      'a type to leave that there is none of',
      () => live.off('error_' as never, ignore),
      /^off\(\): .* Did you mean "error"\?$/,
    ],
    [
      'a past of what is true now',
      () => live.on('activity' as never, ignore, { replay: true }),
      /^on\(\): `replay` is no option\.$/,
    ],
    ['a reason that is no text', () => live.deny(5 as never), /^deny\(\): `reason` is 5, but must be a string\.$/],
    ['a word that is no text', () => live.approve({} as never), /^approve\(\): `detail` is an object/],
    [
      'a handler that is none',
      () => live.interaction.onPending('f' as never),
      /^onPending\(\): `handler` is "f", but must be a function\.$/,
    ],
    ['a reason for all that is no text', () => live.interaction.denyAll(5 as never), /^denyAll\(\): `reason` is 5/],
    [
      'a projection that was not made',
      async () => {
        for await (const _ of project(live, agui as never)) {
          expect.fail('nothing is told');
        }
      },
      /^Cannot project with a function: call it, as in `agui\(\)`\./,
    ],
  ])('refuses %s', async (_, call, words) => {
    expect(await refusal(call)).toMatch(words);
  });
});
