/** The protocols whose pages say what becomes of each event: their projections, and the names of their outputs. */
import type { Projection } from '@agent-mux/protocols';
import { type A2aEvent, type A2aLegacyEvent, a2a } from '@agent-mux/protocols/a2a';
import { afk } from '@agent-mux/protocols/afk';
import { type AguiEvent, agui } from '@agent-mux/protocols/ag-ui';
import { agentic } from '@agent-mux/protocols/agentic';
import { cagent } from '@agent-mux/protocols/cagent';
import { type LooopyEvent, looopy } from '@agent-mux/protocols/looopy';
import { uiMessages } from '@agent-mux/protocols/ui-messages';

export interface Spoken {
  /** The name of its page in docs/protocols. */
  readonly page: string;
  readonly plain: Projection<unknown, unknown>;
  /** The projection with options that tell more, and these as code; undefined where it has none. */
  readonly full?: { readonly options: string; readonly projection: Projection<unknown, unknown> };
  readonly nameOf: (output: unknown) => string;
}

/** Hides the types of a projection, because outputs are only named, and states only passed back. */
function of<Out, State>(projection: Projection<Out, State>): Projection<unknown, unknown> {
  return projection as unknown as Projection<unknown, unknown>;
}

const typeOf = (output: unknown): string => (output as { readonly type: string }).type;

export const SPOKEN: readonly Spoken[] = [
  {
    page: 'cagent',
    plain: of(cagent()),
    full: {
      options: "partial: 'all', extensions: 'all'",
      projection: of(cagent({ partial: 'all', extensions: 'all' })),
    },
    nameOf: typeOf,
  },
  {
    page: 'looopy',
    plain: of(looopy()),
    full: { options: 'internal: true', projection: of(looopy({ internal: true })) },
    nameOf: (output) => nameOfLooopy(output as LooopyEvent),
  },
  { page: 'afk', plain: of(afk()), nameOf: typeOf },
  {
    page: 'agentic',
    plain: of(agentic()),
    full: { options: 'logs: true', projection: of(agentic({ logs: true })) },
    nameOf: typeOf,
  },
  {
    page: 'a2a',
    plain: of(a2a()),
    full: {
      options: 'forwardSubtasks: true, extension: true',
      projection: of(a2a({ forwardSubtasks: true, extension: true })),
    },
    nameOf: (output) => nameOfA2a(output as A2aEvent | A2aLegacyEvent),
  },
  {
    page: 'ag-ui',
    plain: of(agui()),
    full: {
      options: "interrupts: 'finish', raw: true",
      projection: of(agui({ interrupts: 'finish', raw: true })),
    },
    nameOf: (output) => nameOfAgui(output as AguiEvent),
  },
  { page: 'ui-messages', plain: of(uiMessages()), nameOf: typeOf },
];

function nameOfLooopy(event: LooopyEvent): string {
  return event.kind === 'task-status' ? `task-status ${event.status}` : event.kind;
}

function nameOfA2a(event: A2aEvent | A2aLegacyEvent): string {
  if ('statusUpdate' in event) {
    return event.statusUpdate.status.state.replace('TASK_STATE_', '');
  }
  return Object.keys(event)[0] ?? '';
}

function nameOfAgui(event: AguiEvent): string {
  return event.type === 'CUSTOM' ? `CUSTOM ${event.name}` : event.type;
}
