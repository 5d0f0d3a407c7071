/** Reports how another version of a CLI differs from the one of the fixtures. */
import type { NormalEvent } from '@agent-mux/testkit';
import { type Shape, type Shapes, shapeOf } from './shapes.ts';

export interface Drift {
  /** Message types that no fixture has. */
  readonly newTypes: readonly string[];
  /** Message types of the same scenarios that did not come. */
  readonly missingTypes: readonly string[];
  /** New fields as `type: path`. */
  readonly newFields: readonly string[];
  readonly missingFields: readonly string[];
  /** Changed fields as `type: path: was string, now object`. */
  readonly changedFields: readonly string[];
}

export interface Versions {
  /** The shapes of the scenarios that were played. */
  readonly same: Shapes;
  /** The shapes of all fixtures of the version: whatever one of them has is not new. */
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
    if (known === undefined) {
      continue;
    }
    for (const [path, field] of shape.fields) {
      const kinds = known.fields.get(path)?.kinds;
      if (kinds === undefined) {
        if (!isWithin(path, newFields, type)) {
          newFields.push(`${type}: ${path}`);
        }
        continue;
      }
      const added = [...field.kinds].filter((kind) => !kinds.has(kind));
      if (added.length > 0) {
        changedFields.push(
          `${type}: ${path}: was ${[...kinds].sort().join(' or ')}, now also ${added.sort().join(' or ')}`,
        );
      }
    }
    for (const path of before?.fields.keys() ?? []) {
      if (!shape.fields.has(path) && !isWithin(path, missingFields, type)) {
        missingFields.push(`${type}: ${path}`);
      }
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

function isWithin(path: string, named: readonly string[], type: string): boolean {
  const start = `${type}: `;
  return named.some((each) => each.startsWith(start) && isPartOf(path, each.slice(start.length)));
}

/**
 * How the events of a scenario differ, in number and in the paths and kinds of their values; empty where they do not. Repeated deltas count
 * as one.
 */
export function compareEvents(golden: readonly NormalEvent[], live: readonly NormalEvent[]): readonly string[] {
  const [typesBefore, typesNow] = [outline(golden), outline(live)];
  const differences: string[] = [];
  if (typesBefore.join(' ') !== typesNow.join(' ')) {
    const gone = without(typesBefore, typesNow);
    const come = without(typesNow, typesBefore);
    if (gone.length > 0) {
      differences.push(`no longer ${count(gone)}`);
    }
    if (come.length > 0) {
      differences.push(`now also ${count(come)}`);
    }
    if (gone.length + come.length === 0) {
      differences.push('the same events in another order');
    }
  }
  const [before, now] = [shapesOf(golden), shapesOf(live)];
  for (const [type, shape] of now) {
    const known = before.get(type);
    if (known !== undefined) {
      differences.push(...compareEventShapes(type, known, shape));
    }
  }
  return differences;
}

/** How the events of one type differ within one scenario, at every depth. */
function compareEventShapes(type: string, before: Shape, now: Shape): readonly string[] {
  const added = outermost([...now.fields.keys()].filter((path) => !before.fields.has(path)));
  const lost = outermost([...before.fields.keys()].filter((path) => !now.fields.has(path)));
  const changed = [...before.fields].flatMap(([path, { count: times, kinds }]) => {
    const field = now.fields.get(path);
    if (field === undefined) {
      return [];
    }
    const [was, is] = [kinds, field.kinds].map((each) => [...each].sort().join(' or '));
    if (was !== is) {
      return [`${type}: ${path} was ${was}, now ${is}`];
    }
    return before.count === now.count && times !== field.count
      ? [`${type}: ${path} was in ${times} of ${before.count}, now in ${field.count}`]
      : [];
  });
  return [
    ...(added.length > 0 ? [`${type} now has ${added.join(', ')}`] : []),
    ...(lost.length > 0 ? [`${type} no longer has ${lost.join(', ')}`] : []),
    ...changed,
  ];
}

/** The outermost of these paths, because parts of a named value add nothing. */
function outermost(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((parent) => isPartOf(path, parent)));
}

function isPartOf(path: string, parent: string): boolean {
  return path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);
}

function outline(events: readonly NormalEvent[]): readonly string[] {
  const types = events.map(({ type }) => String(type)).filter((type) => type !== 'log');
  return types.filter((type, index) => !(type.endsWith('_delta') && types[index - 1] === type));
}

function without(from: readonly string[], taken: readonly string[]): readonly string[] {
  const left = [...taken];
  return from.filter((type) => {
    const at = left.indexOf(type);
    if (at >= 0) {
      left.splice(at, 1);
    }
    return at < 0;
  });
}

function count(types: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const type of types) {
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts].map(([type, times]) => (times === 1 ? type : `${times} ${type}`)).join(', ');
}

function shapesOf(events: readonly NormalEvent[]): ReadonlyMap<string, Shape> {
  const types = [...new Set(events.map(({ type }) => String(type)))];
  return new Map(types.map((each) => [each, shapeOf(events.filter(({ type }) => String(type) === each))]));
}
