/** Finds comments that are fragments: a sentence has a subject and a verb, so that nobody has to guess what it is about. */
import { parseSync } from 'oxc-parser';
import type { Source } from './read-sources.ts';

export interface Fragment {
  readonly path: string;
  /** Lines count from 1. */
  readonly line: number;
  readonly sentence: string;
}

// A sentence that begins so and is still a whole one can begin with its subject.
const NEVER_FIRST = /^(?:Of|By|As `|Likewise|Ditto|So far|Why:)(?:\W|$)/;
const PREPOSITION =
  /^(?:Above|After|Against|Always|Among|As|At|Before|Behind|Below|Beside|Between|Beyond|During|For|From|In|Inside|Like|Never|Not|On|Outside|Over|Per|Since|Through|To|Under|Until|With|Within|Without)\b/;
const AUXILIARY =
  /\b(?:is|are|was|were|has|have|had|does|do|did|can|could|may|might|must|shall|should|will|would|cannot|goes|comes|gives|needs|stands|says|takes|tells|makes|means)\b/;
/** A main clause of any other verb needs about so many words behind the words that a preposition opens. */
const LONG_ENOUGH = 8;

/** The comments whose first sentence begins with a preposition and has no clause of its own. Directives to tools are none. */
export function findFragments({ path, text }: Pick<Source, 'path' | 'text'>): readonly Fragment[] {
  return readComments(path, text).flatMap(({ value, line }) => {
    const [sentence = ''] = value.split(/(?<=[.!?])\s|: |;/);
    return NEVER_FIRST.test(value) || isFragment(sentence) ? [{ path, line, sentence }] : [];
  });
}

function isFragment(sentence: string): boolean {
  const hasClause = sentence.includes(', ') || AUXILIARY.test(sentence) || sentence.split(' ').length >= LONG_ENOUGH;
  return PREPOSITION.test(sentence) && !hasClause;
}

interface Comment {
  readonly value: string;
  readonly line: number;
}

/** Line comments that follow each other are one comment. */
function readComments(path: string, text: string): readonly Comment[] {
  const comments: (Comment & { readonly end: number })[] = [];
  for (const { type, value, start, end } of parseSync(path, text).comments) {
    const last = comments.at(-1);
    const words = value
      .replace(/^\*/, '')
      .replaceAll(/\n\s*\*/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (type === 'Line' && last !== undefined && /^[\t ]*\n[\t ]*$/.test(text.slice(last.end, start))) {
      comments[comments.length - 1] = { ...last, value: `${last.value} ${words}`, end };
    } else {
      comments.push({ value: words, line: text.slice(0, start).split('\n').length, end });
    }
  }
  return comments;
}
