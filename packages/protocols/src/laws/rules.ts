/** The rules for every projection, whatever protocol it serves, and for its checker. */
import type { Rules } from '../rules.ts';

export const LAW_RULES = {
  output: {},
  behaviour: {
    'X-1': 'deterministic: the same entries give the same outputs',
    'X-2': 'pure: entries stay as they are, and neither clock nor chance nor timer is asked',
    'X-3': 'incremental: in whatever pieces the entries come, the same is said',
    'X-4': 'heldBack: between two outputs no more entries are asked for than the later one needs',
    'X-5': 'resumable: the state is plain JSON, and a copy of it goes on as if nothing had been',
    'X-6': 'prefix: a journal that breaks off anywhere ends in a way that the checker takes',
    'X-7': 'plain: every output is the same after JSON',
    'X-8': 'bounded: outputs have at most 8 times the bytes of the entries, and 4 KiB more',
    'X-9': 'total: no entry of any kind, in any order of two, makes it throw, and the checker takes what comes of it',
    'X-10': 'the checker takes what comes of every journal of the corpus',
    'X-11':
      'agreement: texts, calls with what their tools do, questions with the rules that have decided them, tokens, money, failed turns and the end are what the journal says, as far as the protocol has words for them',
    'X-12': 'a run or tree that is live, stored, or exported and taken in elsewhere gives the same outputs',
    'X-13': 'every rule about output has a stream that breaks it, and a stream in order breaks none',
    'X-14':
      'the corpus has a journal of every fixture, and 60 that are written by hand, in which every type and entry occurs; those of fixtures are in order',
    'X-15': 'each law is broken by a fault that is made for it, and holds without',
  },
} as const;

LAW_RULES satisfies Rules;
