/** Messages that omp 18.2.3 puts into the conversation by itself. */
import { expect, it } from 'vitest';
import { Lane } from '../../pi-family/index.ts';
import { resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { OmpPart } from './lines.ts';

const newLane = (name?: string) =>
  new Lane(name, {
    ...{ cwd: () => '/work', startsWithUpdate: false, toolKinds: {}, refusalOf: undefined },
    ...{ mcpOf: () => undefined, hides: () => false, hidden: () => [] },
  });
const custom = { role: 'custom', customType: 'odd', content: 'Mind this.' };
const said = { type: 'debug', level: 'verbose', message: 'Put into the conversation: Mind this.' };

it.each<[string, object, object[]]>([
  ['the beginning of one', { type: 'message_start', message: custom }, [said]],
  ['nothing at the end of one', { type: 'message_end', message: custom }, []],
  ['nothing of a message of another role', { type: 'message_start', message: { ...custom, role: 'odd' } }, []],
  ['nothing where there is no message', { type: 'message_start' }, []],
])('tells %s', (_what, line, drafts) => {
  const part = new OmpPart({ options: resolvedOptions({}), main: newLane(), cwd: () => '/work', newLane });
  expect(part.message(line)).toEqual(drafts);
});
