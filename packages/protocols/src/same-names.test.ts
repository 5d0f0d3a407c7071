/** The names that all folders share, so that a program can take any of them. */
import { expect, it } from 'vitest';
import * as a2a from './a2a/index.ts';
import * as afk from './afk/index.ts';
import * as agui from './ag-ui/index.ts';
import * as agentic from './agentic/index.ts';
import * as cagent from './cagent/index.ts';
import * as looopy from './looopy/index.ts';
import * as uiMessages from './ui-messages/index.ts';

it.each(Object.entries({ a2a, afk, agui, agentic, cagent, looopy, uiMessages }))(
  'X-13: %s has `check` and `decode`, and what is no event is a violation',
  (_, folder) => {
    expect(folder.decode).toBeTypeOf('function');
    expect(folder.check([]).length).toBe(0);
    expect(
      (folder.check as (outputs: readonly unknown[]) => readonly unknown[])([{ nonsense: 1 }]).length,
    ).toBeGreaterThan(0);
  },
);
