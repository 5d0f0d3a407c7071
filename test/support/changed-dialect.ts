/** A dialect of which a test replaces some parts. */
import type { Dialect } from '@agent-mux/core';

/** The dialect with these parts; all others are asked of the given one, which may be an instance with private fields. */
export function changedDialect(dialect: Dialect, changes: Partial<Dialect>): Dialect {
  return new Proxy(dialect, {
    get(own, name) {
      const value: unknown = Reflect.get(name in changes ? changes : own, name);
      return typeof value === 'function' && !(name in changes) ? value.bind(own) : value;
    },
  });
}
