/** What all projections read from a journal alike, since they use one model. */
import type { Rules } from '../rules.ts';

export const READING_RULES = {
  output: {},
  behaviour: {
    'R-1':
      'a source is a list or an iterable of entries, a run, a tree, or the entries of one; what is none is refused, with its place',
    'R-2': 'of a source that fails the end is told, and then its error; when the reader leaves, the source is let go',
    'R-3':
      'a generation cycle is of one lane: a step, where the turn tells its steps, else from the first output after all calls have ended; it is answered with the first outcome, question, usage or end',
    'R-4':
      'an actor is a run or a lane, and stands one below who has called it; it has the name of the agent where nobody tells another, and keeps its calls wherever they end',
    'R-5': 'a call has an id that no other run of the tree has, and shows what was granted, as text and as an object',
    'R-6': 'a question is told with what it offers, bound to its call, and closed by its answer, grant or denial',
    'R-7': 'a prompt has its place where it reaches the agent',
    'R-14':
      'a turn ends with the `turn` entry of its prompt where the run waits, else with the next prompt; how it ended is what that entry tells, and an event that tells the same failure is known as such',
    'R-8': 'tokens and money are summed over all runs of a tree, and its text and end are those of who speaks for it',
    'R-9': 'artifacts are counted by their versions, and what a command has put out stays with it',
    'R-10': 'a run is known by its header, and where there is none by its events alone',
    'R-16':
      'what a tool does is what its call says, and of a question what it says itself, else its call; a rule that has decided is that of the last answer',
    'R-15':
      'a request goes to the model that the CLI has told last on its lane; on the main lane, before it has told any, to the one that was asked for',
    'R-12':
      'whatever a run asks can be answered in the words of every protocol: a grant, also for the session, a refusal with its reason, words, choices and a form',
    'R-13': 'a wrong option of a projection is refused by its name, before there is a run',
    'R-11': 'what comes from outside and is wrong is named in a sentence, also where JSON has no word for it',
  },
} as const;

READING_RULES satisfies Rules;
