/** What cagent's specification demands, and our readings where it is silent. */
import type { Rules } from '../rules.ts';

export const CAGENT_RULES = {
  output: {
    'C-1': 'every event has a type, and where it names an agent it does so in `agent_name`, flat',
    'C-2': 'a stream session begins with stream_started, once; only user_message comes before it',
    'C-3': 'a stream session ends with stream_stopped, once, on every ending',
    'C-4': 'user_message tells an input of the user with its message, between two sessions or within one',
    'C-6': 'agent_choice tells a piece of content with its agent',
    'C-8': 'agent_choice_reasoning tells a piece of reasoning with its agent',
    'C-9': 'partial_tool_call comes before the whole call',
    'C-10': 'tool_call comes once, with the whole call, before its response',
    'C-11': 'tool_call_confirmation comes before the call that it asks for',
    'C-12': 'tool_call_response comes once, after its call, and tells the same call with its outcome',
    'C-13': 'error tells in words what went wrong',
    'C-14': 'token_usage tells whole numbers that never fall, and a cost',
    'C-15': 'shell tells the output of a command',
    'C-16': 'session_title has the session and the title',
    'C-17': 'session_summary has the session and the summary',
    'C-18': 'a compaction is start, started, session_summary, token_usage and completed, in this order, of one session',
    'C-20': 'all events of a call name the same agent',
    'C-21': 'every event is plain JSON',
    'C-23': 'a type that is not of the specification is called vendor_event_name and names its agent',
    'C-33':
      '`amux` of a call says what its tool does, by the kinds of the events, and amux_policy_decision the question, the action and the rule',
  },
  behaviour: {
    'C-5': 'the message of the user is not changed',
    'C-7': 'each delta is one agent_choice, in the order of the deltas',
    'C-19': 'what every implementation must tell comes from every agent that has it',
    'C-22': 'an invalid event is refused by the field that is wrong, or logged and skipped',
    'C-24': 'from the grant that changes it on, a call shows the changed input',
    'C-25': 'each extension is in a table that says when it comes',
    'C-26':
      'a stream session runs from one prompt to the next; where the run waits for prompts it ends once the journal tells how the turn ended, and what is said between two opens one of its own',
    'C-27':
      'how a run or a turn of it ended is one table over all causes: what is neither done nor stopped by somebody is one error before the end',
    'C-28': 'lanes and child runs speak under their own names, within the stream session of their root',
    'C-29': 'a price that no agent tells is 0',
    'C-30':
      'partial_tool_call comes once for a call; with `all` it comes with each piece, and repeats what came before',
    'C-31': 'a call is told when it runs for sure: granted, at work, or with the next request to the model',
    'C-32':
      'a confirmation or a text of the client is the answer of the run; one that is wrong is refused by its field, and answers nothing',
  },
  fills: {
    'C-24': 'silence',
    'C-25': 'silence',
    'C-26': 'silence',
    'C-27': 'silence',
    'C-28': 'silence',
    'C-29': 'silence',
    'C-30': 'code',
    'C-31': 'silence',
    'C-32': 'code',
    'C-33': 'silence',
  },
} as const;

CAGENT_RULES satisfies Rules;

export type CagentOutputRule = keyof (typeof CAGENT_RULES)['output'];
