/** The answer to a form of an MCP server, in the form of the Model Context Protocol. */
import type { Interaction, InteractionResponse } from '@agent-mux/core';
import { defined } from './defined.ts';
import { objectOf } from './native-value.ts';

export interface FormAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: unknown;
}

/** The answer; undefined where a form cannot take it. */
export function formAnswer({ schema }: Interaction, answer: InteractionResponse): FormAnswer | undefined {
  switch (answer.type) {
    case 'form':
      return { action: answer.action, ...defined({ content: answer.content }) };
    case 'answers':
      return { action: 'accept', content: answer.answers };
    case 'text': {
      const fields = Object.keys(objectOf<'properties'>(schema)?.properties ?? {});
      const only = fields[0];
      return fields.length === 1 && only !== undefined
        ? { action: 'accept', content: { [only]: answer.text } }
        : undefined;
    }
    case 'deny':
      return { action: 'decline' };
    case 'approve':
      // A page to be opened has nothing to fill in.
      return schema === undefined ? { action: 'accept' } : undefined;
    default:
      return answer satisfies never;
  }
}
