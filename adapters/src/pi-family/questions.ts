/** What extensions ask by `extension_ui_request`, and the answers that `extension_ui_response` carries. */
import type { EventDraft, Interaction, InteractionResponse } from '@agent-mux/core';
import { debug, idOf, type OpenQuestion, RISK_OF_LEAVE, textOf, textsOf, type Verdict } from '../shared/index.ts';
import type { NativeLine } from './native.ts';

/** A question, or what to report and write where the request is none. */
export type Asked =
  | { readonly question: OpenQuestion }
  | { readonly drafts: readonly EventDraft[]; readonly write?: readonly string[] };

const YES = /^(?:yes|approve|allow|accept|ok)\b/i;
const NO = /^(?:no|deny|block|reject|cancel)\b/i;
const GRANTED: Verdict = { granted: true };
const DENIED: Verdict = { granted: false };

/** The line of an answer. */
export function answerLine(request: NativeLine, fields: Readonly<Record<string, unknown>>): NativeLine {
  const line = { type: 'extension_ui_response', id: request.id, ...fields };
  return line;
}

/** The line that declines a question. */
export function cancelLine(id: string): string {
  return JSON.stringify({ type: 'extension_ui_response', id, cancelled: true });
}

export function asked(request: NativeLine, toolCallId: string | undefined): Asked {
  const title = textOf(request.title) ?? '';
  const ofTool = toolCallId === undefined ? {} : { toolCallId };
  switch (request.method) {
    case 'select': {
      const options = textsOf(request.options);
      const yes = options.find((option) => YES.test(option));
      const no = options.find((option) => NO.test(option));
      return yes !== undefined && no !== undefined && options.length === 2
        ? { question: approval(request, { yes, no, interaction: gate(title, ofTool) }) }
        : { question: choice(request, { title, options, ofTool }) };
    }
    case 'confirm': {
      const detail = textOf(request.message) ?? title;
      return { question: confirmation(request, { ...gate(detail, ofTool), action: title }) };
    }
    case 'input':
    case 'editor': {
      const context = textOf(request.placeholder) ?? textOf(request.prefill);
      return {
        question: choice(request, { title, options: [], ofTool, ...(context === undefined ? {} : { context }) }),
      };
    }
    case 'notify':
      return { drafts: [debug('info', textOf(request.message) ?? '')] };
    case 'open_url':
      return { drafts: [debug('info', `To be opened: ${textOf(request.url) ?? ''}`)] };
    default:
      // These requests only show something in a terminal: a status, a widget, a title.
      return { drafts: [] };
  }
}

function gate(detail: string, ofTool: { readonly toolCallId?: string }): Interaction {
  return {
    kind: 'approval',
    action: 'confirm',
    detail,
    riskLevel: RISK_OF_LEAVE,
    ...ofTool,
    scopes: ['once'],
  };
}

interface TwoWays {
  readonly yes: string;
  readonly no: string;
  readonly interaction: Interaction;
}

/** A question with one way to grant and one to deny. */
export function approval(request: NativeLine, { yes, no, interaction }: TwoWays): OpenQuestion {
  return {
    interaction,
    reply: (answer) => {
      switch (answer.type) {
        case 'approve':
          return answer.input === undefined && answer.scope !== 'session'
            ? answerLine(request, { value: yes })
            : undefined;
        case 'deny':
          return answerLine(request, { value: no });
        default:
          return undefined;
      }
    },
    verdict: (native) => (fieldsOf(native).value === yes ? GRANTED : DENIED),
  };
}

function confirmation(request: NativeLine, interaction: Interaction): OpenQuestion {
  return {
    interaction,
    reply: (answer) => {
      switch (answer.type) {
        case 'approve':
          return answer.input === undefined && answer.scope !== 'session'
            ? answerLine(request, { confirmed: true })
            : undefined;
        case 'deny':
          return answerLine(request, { confirmed: false });
        default:
          return undefined;
      }
    },
    verdict: (native) => (fieldsOf(native).confirmed === true ? GRANTED : DENIED),
  };
}

interface Choice {
  readonly title: string;
  readonly options: readonly string[];
  readonly context?: string;
  readonly ofTool: { readonly toolCallId?: string };
}

function choice(request: NativeLine, { title, options, context, ofTool }: Choice): OpenQuestion {
  return {
    interaction: {
      kind: 'input',
      detail: title,
      ...(context === undefined ? {} : { context }),
      source: 'tool',
      ...ofTool,
      questions: [
        {
          id: title,
          question: title,
          ...(options.length === 0 ? {} : { options: options.map((label) => ({ label })) }),
          freeText: options.length === 0,
        },
      ],
    },
    reply: (answer) => choiceReply(request, title, answer),
    verdict: () => DENIED,
  };
}

function choiceReply(request: NativeLine, title: string, answer: InteractionResponse): NativeLine | undefined {
  switch (answer.type) {
    case 'text':
      return answerLine(request, { value: answer.text });
    case 'answers': {
      const given = answer.answers[title] ?? Object.values(answer.answers)[0];
      const value = typeof given === 'string' ? given : given?.[0];
      return value === undefined ? undefined : answerLine(request, { value });
    }
    case 'deny':
      return answerLine(request, { cancelled: true });
    case 'form':
      return answer.action === 'accept' ? undefined : answerLine(request, { cancelled: true });
    case 'approve':
      return undefined;
    default:
      return answer satisfies never;
  }
}

export function fieldsOf(native: unknown): NativeLine {
  return typeof native === 'object' && native !== null ? native : {};
}

/** The key of a question: the id of its request. */
export function keyOf(line: NativeLine): string {
  return idOf(line.id) ?? '';
}
