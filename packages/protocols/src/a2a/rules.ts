/** What A2A demands of a stream, as its SDK was seen to enforce it, and our readings. */
import type { Rules } from '../rules.ts';

export const A2A_RULES = {
  output: {
    'P-1': 'every event is plain JSON with one payload, its task and its context',
    'P-2': 'a task comes once and first, and is submitted',
    'P-3': 'nothing of a task comes after a terminal state',
    'P-4': 'every task ends in a terminal state',
    'P-5': 'an artifact has at least one part, and a part one content',
    'P-6': 'a chunk is appended to an artifact that has begun and was not complete',
    'P-7': 'the message of a status is of the agent, with its own id, and of the same task and context',
    'P-8': 'a task that requires input says in words what is asked, and under which inputId',
    'P-9': 'a task stays in its context',
    'P-10': 'in version 0.3 a status is final where it is terminal or requires input, and nowhere else',
  },
  behaviour: {
    'P-11': 'how a task ended is one table over all causes of the end of a run or a turn',
    'P-12': 'both versions tell the same',
    'P-13': 'the SDK reads what is told, and writes the same again',
    'P-14':
      'a message answers what waits, or is a follow-up; the field that is wrong is named, also a task that is over and a context of another',
    'P-15': 'to cancel a task aborts its run',
    'P-16': 'subtasks are told as tasks of their own where that is wanted, and their questions always',
    'P-17': 'the result is the message of the last status, and the usage its metadata',
    'P-18': 'what A2A has no word for comes as metadata where the extension is wanted',
    'P-19':
      'a line that is no event is refused by the field that is wrong, or told of and skipped; other payloads pass',
    'P-20': 'a version that nobody knows is refused',
    'P-21': 'as server-sent events each event is one message, alone or as the result of a request',
    'P-22': 'the fields of what is told and taken are those of the SDK',
    'P-23': 'no input is required for what the approval mode `deny` refuses at once',
    'P-24':
      'what requires input says what its tool does, by the kinds of the events; the answer with the rule that has given it comes where the extension is wanted',
  },
  fills: {
    'P-6': 'code',
    'P-8': 'silence',
    'P-11': 'silence',
    'P-12': 'silence',
    'P-16': 'silence',
    'P-17': 'silence',
    'P-18': 'silence',
    'P-19': 'silence',
    'P-20': 'silence',
    'P-23': 'silence',
    'P-24': 'silence',
  },
} as const;

A2A_RULES satisfies Rules;

export type A2aOutputRule = keyof (typeof A2A_RULES)['output'];
