/** Keys and ports that nobody handed in, known by their looks. */
import type { RedactOptions } from './redact.ts';

export interface Pattern {
  readonly kind: string;
  readonly placeholder: string;
  /** Text without it cannot match. */
  readonly hint: string;
  readonly regex: RegExp;
  readonly by: string;
}

// Not within a word, but after an escaped line end in JSON.
const START = '(?:(?<![A-Za-z0-9_-])|(?<=\\\\[nrt]))';

const KEYS: readonly Pattern[] = [
  ['sk-', `${START}sk-[A-Za-z0-9_-]{16,}`],
  ['eyJ', `${START}eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}`],
  ['gh', `${START}(?:gh[pousr]_|github_pat_)[A-Za-z0-9_]{20,}`],
  ['AIza', `${START}AIza[A-Za-z0-9_-]{35}`],
  ['xox', `${START}xox[abeprs]-[A-Za-z0-9-]{10,}`],
  ['AKIA', `${START}AKIA[A-Z0-9]{16}`],
].map(([hint = '', source = '']) => key(hint, source, '<key>'));

const BEARER = key('earer ', '([Bb]earer +)[A-Za-z0-9._~+/-]{16,}=*', '$1<key>');

// Five digits: a port of the machine's own choice. A shorter number may be part of one that goes on in the next line.
const LOOPBACK: Pattern = {
  kind: 'port',
  placeholder: '<port>',
  hint: ':',
  regex: /(127\.0\.0\.1|localhost|\[::1\]|0\.0\.0\.0):\d{5}(?!\d)/g,
  by: '$1:<port>',
};

export function describePatterns({ ports = [], user = '' }: RedactOptions): Pattern[] {
  const patterns = [...KEYS, BEARER, LOOPBACK];
  if (ports.length > 0) {
    // `"port": 41234` must stay a number.
    const regex = new RegExp(`([pP]ort(?:\\\\*"\\s*:\\s*(?:\\\\*")?|[ =]))(?:${ports.join('|')})(?!\\d)`, 'g');
    patterns.push({ kind: 'port', placeholder: '0', hint: 'ort', regex, by: '$10' });
  }
  if (user.length > 1 && !['root', 'user', 'users'].includes(user.toLowerCase())) {
    const name = user.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
    const regex = new RegExp(`((?:home|[uU]sers|mail|media)(?:/|\\\\+|-))${name}(?![A-Za-z0-9_])`, 'g');
    patterns.push({ kind: 'user', placeholder: '<user>', hint: user, regex, by: '$1<user>' });
  }
  return patterns;
}

function key(hint: string, source: string, by: string): Pattern {
  return { kind: 'key', placeholder: '<key>', hint, regex: new RegExp(source, 'g'), by };
}
