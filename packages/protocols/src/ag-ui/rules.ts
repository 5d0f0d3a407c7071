/** What AG-UI 1.0 demands of a stream, as its own verifier was seen to enforce it, and our readings. */
import type { Rules } from '../rules.ts';

export const AGUI_RULES = {
  output: {
    'U-1': 'every event has one of the 31 types with the fields that it must have',
    'U-2': 'nothing is said before RUN_STARTED, and nothing between the end of a run and the next one',
    'U-3': 'every run ends once, with RUN_FINISHED or RUN_ERROR, and the end names the run that began',
    'U-4': 'a text message is started, continued and ended, and is open once at a time',
    'U-5': 'a tool call is started, continued and ended, and is open once at a time',
    'U-6': 'a result comes once, for a call that was started',
    'U-7': 'a reasoning span holds its messages: each is started, continued and ended',
    'U-8': 'a step is finished under its name and by its owner, and is open once at a time',
    'U-9': 'a subagent starts once in a run, after the one that has started it, and finishes once',
    'U-10': 'nothing is open when a run ends',
    'U-11': 'what goes on names the subagent of what it goes on with',
    'U-12': 'an activity is changed after its snapshot',
    'U-13': 'usage tells whole numbers, once for each provider and model',
    'U-14': 'a run that is interrupted names at least one interrupt, each once',
    'U-15': 'every event is plain JSON, and what is optional is absent and never null',
    'U-29': 'the metadata of a call or an interrupt says under amux what its tool does, by the kinds of the events',
  },
  behaviour: {
    'U-16':
      'a run goes from one prompt to the next; where the journal waits for prompts it ends once that tells how the turn ended, and what is said outside of one opens one',
    'U-17': 'how a run or a turn of it ended is one table over all causes, and is told once',
    'U-18': 'lanes and child runs are subagents, each under its own id',
    'U-19': 'a question ends the run as an interrupt where that is wanted, and its answer is the resume of the next',
    'U-20': 'the result of the run is the final text of its main lane',
    'U-21': 'usage covers the model requests of the run, those of its subagents included, and no other',
    'U-22':
      'a grant that changes the input of a call is told with its result, since its arguments cannot be taken back',
    'U-23': 'what has no event of its own is a CUSTOM named `amux.` and its type',
    'U-24':
      'the resume of an interrupt is the answer of the run; one that is wrong is refused by its field, and answers nothing',
    'U-25': 'a line that is no event is refused by the field that is wrong, or told of and skipped; other types pass',
    'U-26': 'the schemas and the verifier of AG-UI itself take what is told, wherever the journal breaks off',
    'U-27': 'as server-sent events each event is one message',
    'U-28': 'the types of what is told and taken fit those of the SDK, in both directions but where less is told',
  },
  fills: {
    'U-3': 'silence',
    'U-6': 'silence',
    'U-12': 'silence',
    'U-16': 'silence',
    'U-17': 'silence',
    'U-18': 'silence',
    'U-20': 'silence',
    'U-22': 'silence',
    'U-23': 'silence',
    'U-25': 'silence',
    'U-29': 'silence',
  },
} as const;

AGUI_RULES satisfies Rules;

export type AguiOutputRule = keyof (typeof AGUI_RULES)['output'];
