/** Describes an entry that is no event to a person, in one line. */
import type { AgentEvent } from '@agent-mux/events';
import type { JournalEntry } from '@agent-mux/events/journal';
import { firstLine } from './terminal.ts';

const WIDTH = 120;

/** The line; undefined where an event beside the entry says the same. */
export function describeEntry(entry: Exclude<JournalEntry, AgentEvent>): string | undefined {
  switch (entry.entry) {
    case 'open': {
      const { agent, mode, cwd, name } = entry.header;
      return `${entry.runId}: ${name === agent ? agent : `${name} (${agent})`}, mode ${mode}, in ${cwd}`;
    }
    case 'input':
      switch (entry.input) {
        case 'prompt':
          return `> ${firstLine(entry.text, WIDTH)}`;
        case 'answer':
          return `> ${entry.response.type}${givenBy(entry.by)}`;
        default:
          return `> ${entry.action}`;
      }
    case 'note':
      return `note ${entry.kind}: ${firstLine(JSON.stringify(entry.data), WIDTH)}`;
    case 'close':
      return `end: ${entry.cause}`;
    default:
      return undefined;
  }
}

function givenBy(by: Extract<JournalEntry, { readonly by: unknown }>['by']): string {
  switch (by.kind) {
    case 'program':
      return by.rule === undefined ? '' : `, by the rule ${by.rule}`;
    case 'policy':
      return `, by the rule ${by.rule}`;
    default:
      return `, by ${by.kind}${by.id === undefined ? '' : ` ${by.id}`}`;
  }
}
