/** Says in what another version of a CLI differs from the one of the fixtures. */
import type { NormalEvent } from '@agent-mux/core/cassette';
import type { Shapes } from './shapes.ts';

export interface Drift {
  /** Message types that no fixture has. */
  readonly newTypes: readonly string[];
  /** Message types of the same scenarios that did not come. */
  readonly missingTypes: readonly string[];
  /** `type: path`. */
  readonly newFields: readonly string[];
  readonly missingFields: readonly string[];
  /** `type: path: was string, now object`. */
  readonly changedFields: readonly string[];
}

export interface Versions {
  /** The fixtures of the scenarios that were played. */
  readonly same: Shapes;
  /** All fixtures of the version: what is in any of them is not new. */
  readonly all: Shapes;
  readonly other: Shapes;
}

export function compareShapes({ same, all, other }: Versions): Drift {
  const newFields: string[] = [];
  const missingFields: string[] = [];
  const changedFields: string[] = [];
  for (const [type, shape] of other) {
    const known = all.get(type);
    const before = same.get(type);
    if (known === undefined) continue;
    for (const [path, field] of shape.fields) {
      const kinds = known.fields.get(path)?.kinds;
      if (kinds === undefined) {
        if (!isWithin(path, newFields, type)) newFields.push(`${type}: ${path}`);
        continue;
      }
      const added = [...field.kinds].filter((kind) => !kinds.has(kind));
      if (added.length > 0)
        changedFields.push(
          `${type}: ${path}: was ${[...kinds].sort().join(' or ')}, now also ${added.sort().join(' or ')}`,
        );
    }
    for (const path of before?.fields.keys() ?? []) {
      if (!shape.fields.has(path) && !isWithin(path, missingFields, type)) missingFields.push(`${type}: ${path}`);
    }
  }
  return {
    newTypes: [...other.keys()].filter((type) => !all.has(type)).sort(),
    missingTypes: [...same.keys()].filter((type) => !other.has(type)).sort(),
    newFields: newFields.sort(),
    missingFields: missingFields.sort(),
    changedFields: changedFields.sort(),
  };
}

/** The parts of what is already named say nothing more. */
function isWithin(path: string, named: readonly string[], type: string): boolean {
  return named.some((each) => {
    const start = `${type}: `;
    const parent = each.slice(start.length);
    return each.startsWith(start) && (path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`));
  });
}

/** How the events of a scenario differ; empty where they do not. Repeated deltas count as one. */
export function compareEvents(golden: readonly NormalEvent[], live: readonly NormalEvent[]): readonly string[] {
  const [before, now] = [outline(golden), outline(live)];
  const differences: string[] = [];
  if (before.join(' ') !== now.join(' ')) {
    const gone = without(before, now);
    const come = without(now, before);
    if (gone.length > 0) differences.push(`no longer ${count(gone)}`);
    if (come.length > 0) differences.push(`now also ${count(come)}`);
    if (gone.length + come.length === 0) differences.push('the same events in another order');
  }
  const [fieldsBefore, fieldsNow] = [fieldsOf(golden), fieldsOf(live)];
  for (const [type, fields] of fieldsNow) {
    const known = fieldsBefore.get(type);
    if (known === undefined) continue;
    const added = [...fields].filter((field) => !known.has(field));
    const lost = [...known].filter((field) => !fields.has(field));
    if (added.length > 0) differences.push(`${type} now has ${added.join(', ')}`);
    if (lost.length > 0) differences.push(`${type} no longer has ${lost.join(', ')}`);
  }
  return differences;
}

function outline(events: readonly NormalEvent[]): readonly string[] {
  const types = events.map(({ type }) => String(type)).filter((type) => type !== 'log');
  return types.filter((type, index) => !(type.endsWith('_delta') && types[index - 1] === type));
}

function without(from: readonly string[], taken: readonly string[]): readonly string[] {
  const left = [...taken];
  return from.filter((type) => {
    const at = left.indexOf(type);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function count(types: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, times]) => (times === 1 ? type : `${times} ${type}`)).join(', ');
}

function fieldsOf(events: readonly NormalEvent[]): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, Set<string>>();
  for (const event of events) {
    const type = String(event['type']);
    const known = fields.get(type) ?? new Set();
    fields.set(type, known);
    for (const name of Object.keys(event)) known.add(name);
  }
  return fields;
}
