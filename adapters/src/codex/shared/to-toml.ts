/** Writes settings as Codex takes them on its command line. */

/** Writes `-c name=value` for each setting; each key of an object is set by itself, so that the rest of the user's table stays. */
export function settingWords(settings: Readonly<Record<string, unknown>>): readonly string[] {
  return leavesOf(settings).flatMap(([name, value]) => ['-c', `${name}=${toToml(value)}`]);
}

function leavesOf(settings: object, prefix = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(settings).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    const path = `${prefix}${name}`;
    if (value === undefined || value === null) {
      return [];
    }
    const isTable = typeof value === 'object' && !Array.isArray(value) && Object.keys(value).every(isBare);
    return isTable && Object.keys(value).length > 0 ? leavesOf(value, `${path}.`) : [[path, value]];
  });
}

// Codex cuts a path at each dot and knows no quotes there (0.169.0).
function isBare(name: string): boolean {
  return /^[\w-]+$/.test(name);
}

/** Writes a string as JSON does, which TOML reads the same. */
export function toToml(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(toToml).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)} = ${toToml(item)}`)
      .join(', ')}}`;
  }
  return JSON.stringify(value);
}
