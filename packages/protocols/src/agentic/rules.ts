/** What the agentic protocol demands, and our readings where it is silent. */
import type { Rules } from '../rules.ts';

export const AGENTIC_RULES = {
  output: {
    'G-1': 'text is a chat_output, what a tool gives a tool_result, usage a completion_end, each with its payload',
    'G-2': 'every event has the name and the depth of its agent, and an invocation keeps both',
    'G-5': 'whoever has spoken ends its turn, with turn_end or turn_cancelled',
    'G-6':
      'a turn_end that names a successor comes before all that it says, and the successor speaks at the same depth',
    'G-10': 'every event is plain JSON',
    'G-11': 'prompt_started is the first of its turn that tells what its agent does, and comes once in it',
    'G-12': 'a completion that has started ends once, before the next one and before its turn',
    'G-13': 'a call is told before its result, and its result once',
    'G-14': 'a subagent is called before its result is told, and its result is told once',
    'G-15': 'an answer names a question that waits',
  },
  behaviour: {
    'G-3': 'all events of all levels come to the caller of the first agent, in the order in which they occurred',
    'G-4': 'chat_output of depth 0 is what the top agent says, and nothing else',
    'G-7': 'the history of a session is kept over its turns, and over the runs of its context',
    'G-8': 'from the grant that changes it on, a call shows the changed input: it is told again',
    'G-9':
      'what an agent calls by a tool of the host is told as its subagent, with its call before and its result after',
    'G-16':
      'how a run or a turn of it ended is one table over all causes: stopped is turn_cancelled, failed a turn_end with its error',
    'G-17': 'the summary of a subagent is a chat_output of it only where it has said nothing itself',
    'G-18': 'what the completions tell of tokens and money adds up to what the runs have used',
    'G-19': 'a completion is a generation cycle, not a turn',
    'G-20': 'the ledger counts invocations, not names, and is settled with the last turn alone',
    'G-21': 'a successor that was named counts as open before its predecessor is closed; one that never comes is ended',
    'G-22': 'what no agent tells of comes from notes of the host, in the order of all else',
    'G-23': 'words for the running turn are a prompt within it',
    'G-24':
      'a turn runs from one prompt to the next or to the end of the run; where the run waits for prompts it ends once the journal tells how the turn of its agent ended',
    'G-25': 'the output of a command that runs comes only where logs are wanted',
    'G-26': 'a line is refused by the field that is wrong, or logged and skipped; unknown types pass',
    'G-27':
      'an input by the key that waits is the answer of the run; one that is wrong is refused by its key, and answers nothing',
    'G-28':
      'a call and what waits say what the tool does, by the kinds of the events, and an answer by which rule it was given',
  },
  fills: {
    'G-1': 'code',
    'G-8': 'silence',
    'G-9': 'silence',
    'G-10': 'code',
    'G-11': 'silence',
    'G-12': 'silence',
    'G-13': 'silence',
    'G-14': 'silence',
    'G-15': 'silence',
    'G-16': 'silence',
    'G-17': 'silence',
    'G-18': 'silence',
    'G-19': 'silence',
    'G-20': 'silence',
    'G-21': 'silence',
    'G-22': 'silence',
    'G-23': 'silence',
    'G-24': 'silence',
    'G-25': 'code',
    'G-26': 'silence',
    'G-27': 'silence',
    'G-28': 'silence',
  },
} as const;

AGENTIC_RULES satisfies Rules;

export type AgenticOutputRule = keyof (typeof AGENTIC_RULES)['output'];
