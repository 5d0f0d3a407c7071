/** What a UI message stream of the AI SDK 6 demands, as its own reader was seen to enforce it, and our readings. */
import type { Rules } from '../rules.ts';

export const UI_RULES = {
  output: {
    'V-1': 'every chunk has one of the known types, or one that begins with data-, with the fields that it must have',
    'V-2': 'nothing is said before start, and nothing between the end of a stream and the next one',
    'V-3': 'every stream begins once and ends once, with finish and its reason',
    'V-4': 'a text part is started, continued and ended, and is open once at a time',
    'V-5': 'a reasoning part is started, continued and ended, and is open once at a time',
    'V-6': 'a step begins where none is open and while no input of a call comes in, and ends once',
    'V-7': 'no part is open when a step ends, and neither a part nor a step when a stream does',
    'V-8': 'what is said of a call comes after its beginning in the same message, its input while it comes in',
    'V-9': 'no call is open when a message ends; where an approval waits the message goes on',
    'V-10': 'tools are dynamic and executed by the provider',
    'V-11': 'error or abort comes right before the finish of its stream, at most one of them',
    'V-12': 'a stream finishes with tool-calls where it has requested an approval, and nowhere else',
    'V-13': 'every chunk is plain JSON, and what is optional is absent and never null',
    'V-28': 'a call and an approval say what their tool does, by the kinds of the events',
  },
  behaviour: {
    'V-14':
      'one stream for each prompt: where the journal waits for prompts it ends once that tells how the turn ended, and what is said before the next prompt joins it',
    'V-15': 'how a stream ends is one table over all causes of the end of a run or a turn',
    'V-16': 'of a subagent only the calls are parts of the message, and name it; all else of it is data-amux-…',
    'V-17': 'at an approval the stream finishes, and the next one goes on with the same message',
    'V-18': 'a question without a call is data-amux-question and finishes the stream; the answer begins a new message',
    'V-19': 'a grant that changes the input tells the input again',
    'V-20': 'a denied call stays denied, and what the agent says of it afterwards is data-amux-denied',
    'V-21': 'what has no chunk of its own is data-amux- and its type, is transient, and is worth no stream',
    'V-22': 'as server-sent events each chunk is one message, and [DONE] comes after finish',
    'V-23': 'steps are the generation cycles of the main lane',
    'V-24': 'approvals that a client answers are answered all or none',
    'V-25': 'a line that is no chunk is refused by the field that is wrong, or told of and skipped',
    'V-26': 'the AI SDK itself takes what is told, and reads the texts and calls of the journal out of it',
    'V-27': 'the types of what is told and taken fit those of the SDK, in both directions',
    'V-29':
      'an error that the run lives with is a notification, data-amux-error and transient, which leaves the chat ready; one that its turn or run ends with is an error',
  },
  fills: {
    'V-9': 'silence',
    'V-11': 'silence',
    'V-12': 'silence',
    'V-14': 'silence',
    'V-15': 'silence',
    'V-16': 'silence',
    'V-17': 'silence',
    'V-18': 'silence',
    'V-19': 'silence',
    'V-20': 'silence',
    'V-21': 'silence',
    'V-23': 'silence',
    'V-24': 'silence',
    'V-25': 'silence',
    'V-28': 'silence',
    'V-29': 'silence',
  },
} as const;

UI_RULES satisfies Rules;

export type UiOutputRule = keyof (typeof UI_RULES)['output'];
