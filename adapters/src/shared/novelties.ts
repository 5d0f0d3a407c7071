/** Reports what is new in a native line: types and fields that no tested version has. */
import type { EventDraft } from '@agent-mux/core';
import { NO_DRAFTS } from './parsed.ts';

/** Known fields by kind of line, each a list of names with spaces between. */
export type KnownFields = Readonly<Record<string, string>>;

/** The names in a list, so that the dialect which reads the fields need not repeat them. */
export type NameIn<List extends string, Found = never> = List extends `${infer Name} ${infer Rest}`
  ? NameIn<Rest, Found | Name>
  : Found | List;

export type FieldIn<Known extends KnownFields> = NameIn<Known[keyof Known]>;

export class Novelties {
  readonly #known: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #told = new Set<string>();

  constructor(known: KnownFields) {
    this.#known = new Map(Object.entries(known).map(([kind, names]) => [kind, new Set(names.split(' '))]));
  }

  /** Reports whatever is not known as `kind` or `kind.field`; each field only once, since a new release would otherwise fill the stream. */
  of(kind: string, line: object): readonly EventDraft[] {
    const known = this.#known.get(kind);
    if (known === undefined) {
      return [{ type: 'unknown_native', name: kind }];
    }
    let drafts: EventDraft[] | undefined;
    for (const field in line) {
      if (!known.has(field) && !this.#told.has(`${kind}.${field}`)) {
        this.#told.add(`${kind}.${field}`);
        drafts ??= [];
        drafts.push({ type: 'unknown_native', name: `${kind}.${field}` });
      }
    }
    return drafts ?? NO_DRAFTS;
  }
}
