/** What Looopy's specification demands, and the readings where it is silent. */
import type { Rules } from '../rules.ts';

export const LOOOPY_RULES = {
  output: {
    'L-1': 'every event is plain JSON with a kind of the protocol, its context, its task and a time in ISO 8601',
    'L-2': 'a task stays in its context, and a subtask is in that of the task above it',
    'L-3':
      'a task is created once and first, then works, and ends once: completed and task-complete, failed, or canceled; nothing comes after it',
    'L-4': 'deltas of a message are numbered from 0 on, and together are the content that completes it',
    'L-5': 'a tool starts, tells its progress while it runs, and completes under its name',
    'L-9': 'what is received was asked for; a user has a userId at most, an agent an agentId alone',
    'L-10':
      'chunks of a file or a dataset are numbered from 0 on, the first alone describes it, and none comes after the complete one',
    'L-11': 'data-write has the whole record',
    'L-12': 'what a subtask says comes after its subtask-created',
    'L-13': 'a thought has its type and its verbosity, and the thoughts of a task are numbered upwards',
    'L-14': 'an internal event has the fields of its kind, and is told only where it is wanted',
    'L-20': 'the progress of a call never falls',
    'L-21': 'the version of an artifact rises with each write',
    'L-22': 'a failure has metadata.error with its code, its message, and whether it is retryable and recoverable',
    'L-28': 'a selection has options, a form its schema, and a tool to be run its call',
    'L-30': 'a waiting status says what it is blocked by: the user or a task',
    'L-32': 'waiting-auth stands between auth-required and the failure that it leads to',
  },
  behaviour: {
    'L-6': 'a question with a high risk has requireUser, or what the host has decided',
    'L-7': 'auth-required is told on a task that reaches the user, also where subtasks are not forwarded',
    'L-8': 'events of subtasks are told or not, as the reader wants, and their questions always',
    'L-15': 'an SSE message has the kind without internal: as its event and the whole event as its data',
    'L-16': 'POST is answered by the stream of its task, and GET by that of its context',
    'L-17': 'a subscription takes all, some kinds, a task, or what a predicate wants',
    'L-18': 'each kind becomes the event of A2A that the table says, and an internal one none',
    'L-19': 'thoughts are filtered by a ceiling of verbosity, by types and by confidence; a private one is internal',
    'L-23': 'the order is that of the journal over all tasks of a context',
    'L-24': 'a slow reader never holds up the agent, and nothing is dropped in silence',
    'L-25': 'a reader that comes back is told what it has missed',
    'L-26': 'from the grant that changes it on, a call shows the changed input',
    'L-27': 'a context is what its journals say: messages, versions of artifacts, and state',
    'L-29':
      'a task runs from one prompt to the next; where the run waits for prompts it ends with the turn, and what is said between two begins one of its own',
    'L-31': 'how a task ended is one table over all causes',
    'L-33': 'child runs and lanes are subtasks; their text is never that of the task above them',
    'L-34': 'a thought is told once and whole: brief up to 140 characters, normal up to 1,000, else detailed',
    'L-35': 'a call is told when it runs for sure: granted, at work, or with the next request to the model',
    'L-36': 'what no agent tells comes from notes of the host, and one that is wrong is told as an internal note',
    'L-37': 'a call of a tool of the client is an input-required, and its result the answer',
    'L-38': 'iterations are generation cycles, and tokensUsed is what the task itself used',
    'L-39': 'a line that is no event is refused by the field that is wrong, or told of and skipped; other kinds pass',
  },
  fills: {
    'L-19': 'silence',
    'L-20': 'silence',
    'L-21': 'silence',
    'L-22': 'silence',
    'L-23': 'silence',
    'L-24': 'silence',
    'L-25': 'silence',
    'L-26': 'silence',
    'L-27': 'silence',
    'L-28': 'silence',
    'L-29': 'silence',
    'L-30': 'silence',
    'L-31': 'silence',
    'L-32': 'silence',
    'L-33': 'silence',
    'L-34': 'silence',
    'L-35': 'silence',
    'L-36': 'silence',
    'L-37': 'silence',
    'L-38': 'silence',
    'L-39': 'silence',
  },
  waits: { 'L-16': 'server', 'L-24': 'server', 'L-25': 'server' },
} as const;

LOOOPY_RULES satisfies Rules;

export type LooopyOutputRule = keyof (typeof LOOOPY_RULES)['output'];
