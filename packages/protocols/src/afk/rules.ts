/** What the contract of AFK's run events demands, and our readings where it is silent. */
import type { Rules } from '../rules.ts';

export const AFK_RULES = {
  output: {
    'A-2': 'run_started comes once, first, with the name of the agent and whether it resumes; step_started has no data',
    'A-3':
      'policy_decision tells what is decided about, the action, the reason and the rules that were met, and what is known of the tool',
    'A-4': 'llm_called comes before each request of a step, and llm_completed after it, before anything of the next',
    'A-5': 'tool_batch_started counts calls that exist, and of each comes one tool_completed at most',
    'A-6': 'subagent_started comes once for each subagent, and subagent_completed after it, with its outcome',
    'A-7': 'run_paused and run_resumed stand around what is waited for, in turns and without data',
    'A-8': 'one terminal event ends the run; it has no data, and nothing of the run comes after it',
    'A-15': 'degraded is the state from the first lasting loss to the end: it never goes back to running',
    'A-19': 'a model or provider that is not known is left out',
    'A-20':
      'every event has type, run_id, thread_id, state and schema_version; where they stand, step is a number, message a text and data an object',
    'A-21': 'steps are numbered from 1 on, without gaps, and what is told within one has its number',
    'A-22': 'the state fits what was told: paused from run_paused to run_resumed, and that of an end only with the end',
    'A-23': 'every event is plain JSON',
  },
  behaviour: {
    'A-1': 'the order is determined: the same journal gives the same events',
    'A-9':
      'each event goes to the queue, notify, the trace and telemetry, in this order, before the next one goes anywhere',
    'A-10': 'a failure of telemetry changes nothing for the run',
    'A-11': 'events is read by one consumer, and closes when the run ends, however it ends',
    'A-12': 'a record of the trace has schema_version, type, state, step, message and data',
    'A-13': 'the trace alone gives back the events',
    'A-14':
      'unknown types, values and data of a later version are tolerated, and so is data that the contract calls optional; an event without other data is refused by its field',
    'A-16': 'events closes after the terminal event was appended to the trace',
    'A-17': 'run_started comes with the first entry of the run, before the agent has said anything',
    'A-18': 'nothing pauses for what the approval mode `deny` refuses at once',
    'A-24': 'a step is a generation cycle of the main agent, not a turn',
    'A-25':
      'of subagents and child runs come their starts and ends, their tools and what they ask, under their own names',
    'A-26': 'how a run ended is one table over all causes; a turn that has failed, and the run goes on, is a warning',
    'A-27': 'several waits at once are one pause',
    'A-28':
      'a sink that fails stops neither the run nor the sinks after it; an append is tried three times; one warning tells of each sink that fails, none of a failure at the end',
    'A-29': 'a record that was appended twice is replayed once',
    'A-30': 'decisions of the host come from its notes, in the order of all else',
    'A-31': 'from the grant that changes it on, a call shows the changed input',
    'A-32':
      'decisions and commands of a reader are answers and commands of the run; one that is wrong is refused by its field',
    'A-33': 'the handle gives the result, null of what was cancelled, whether or not anybody reads the events',
  },
  fills: {
    'A-3': 'code',
    'A-8': 'code',
    'A-12': 'code',
    'A-15': 'silence',
    'A-16': 'silence',
    'A-17': 'silence',
    'A-18': 'silence',
    'A-19': 'silence',
    'A-21': 'silence',
    'A-22': 'code',
    'A-24': 'silence',
    'A-25': 'code',
    'A-26': 'silence',
    'A-27': 'silence',
    'A-28': 'code',
    'A-29': 'silence',
    'A-30': 'silence',
    'A-31': 'silence',
    'A-32': 'silence',
    'A-33': 'code',
  },
} as const;

AFK_RULES satisfies Rules;

export type AfkOutputRule = keyof (typeof AFK_RULES)['output'];
