/** Things by their names, as plain JSON. The names come from outside, so that one may be `constructor` or `__proto__`. */

/** A record that only the functions of this module read and write. */
export type Keyed<T> = { [name: string]: T };

export function find<T>(map: Keyed<T>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

export function put<T>(map: Keyed<T>, name: string, value: T): T {
  if (name === '__proto__') {
    Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    map[name] = value;
  }
  return value;
}

export function drop<T>(map: Keyed<T>, name: string): T | undefined {
  const found = find(map, name);
  delete map[name];
  return found;
}

/** The things in the order in which they began, because the order of names is lost where they look like numbers. */
export function inOrder<T extends { readonly order: number }>(map: Keyed<T>): T[] {
  return Object.values(map).sort((one, other) => one.order - other.order);
}
