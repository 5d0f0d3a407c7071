/** Every projection with the checker of its protocol, for the tests that hold all of them to one thing. */
import { checkSpanRecords, spanRecords } from '@agent-mux/otel';
import { a2a, checkA2a } from '@agent-mux/protocols/a2a';
import { afk, checkAfk } from '@agent-mux/protocols/afk';
import { agui, checkAgui } from '@agent-mux/protocols/ag-ui';
import { agentic, checkAgentic } from '@agent-mux/protocols/agentic';
import { cagent, checkCagent } from '@agent-mux/protocols/cagent';
import type { Subject } from '@agent-mux/protocols/laws';
import { checkLooopy, looopy } from '@agent-mux/protocols/looopy';
import { checkUiMessages, uiMessages } from '@agent-mux/protocols/ui-messages';

export interface NamedProjection {
  /** The name of the protocol, with its options where it stands here twice. */
  readonly name: string;
  readonly subject: Subject<unknown>;
}

function of<Out, State>(name: string, subject: Subject<Out, State>): NamedProjection {
  return { name, subject: subject as unknown as Subject<unknown> };
}

export const PROJECTIONS: readonly NamedProjection[] = [
  of('cagent', { projection: cagent({ extensions: 'all' }), check: checkCagent }),
  of('looopy', { projection: looopy({ internal: true }), check: checkLooopy }),
  of('afk', { projection: afk(), check: checkAfk }),
  of('agentic', { projection: agentic({ logs: true }), check: checkAgentic }),
  of('a2a 1.0', { projection: a2a({ forwardSubtasks: true, extension: true }), check: checkA2a }),
  of('a2a 0.3', { projection: a2a({ version: '0.3' }), check: checkA2a }),
  of('ag-ui', { projection: agui(), check: checkAgui }),
  of('ag-ui with interrupts', { projection: agui({ interrupts: 'finish', raw: true }), check: checkAgui }),
  of('spans', { projection: spanRecords({ content: true }), check: checkSpanRecords }),
  of('ui-messages', { projection: uiMessages(), check: checkUiMessages }),
];
