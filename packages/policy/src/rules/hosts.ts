/** Which hosts an approval is about, and whether a rule covers them. */

/** Schemes in which a browser takes `https:443` for a host, and others take it for a port. */
const OF_BROWSERS: ReadonlySet<string> = new Set(['http', 'https', 'ws', 'wss', 'ftp']);
/** Schemes that reach the host in the URL. */
const REACHING: ReadonlySet<string> = new Set([...OF_BROWSERS, 'ssh', 'git']);
const SCHEME = /^([a-z][a-z0-9+.-]*):(\/\/)?/i;
const ADDRESS = /^\[|^\d+\.\d+\.\d+\.\d+$/;
/** Matches an address of IPv4 in the form of IPv6, as a browser writes it. */
const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

/** A host that a rule names, in the form in which hosts are compared; undefined where it is no host. */
export function readHostPattern(text: string): string | undefined {
  if (text === '*') {
    return text;
  }
  const beginning = text.startsWith('*.') ? '*.' : '';
  const name = text.slice(beginning.length);
  const isName = /^[\p{L}\p{M}\p{N}_.-]+$/u.test(name) && !name.startsWith('.') && !name.includes('..');
  const host = isName || /^\[[0-9a-f:.]+\]$/i.test(name) ? canonical(name) : undefined;
  // An address has no subdomains.
  return host === undefined || (beginning !== '' && ADDRESS.test(host)) ? undefined : beginning + host;
}

/** The host of a URL or of `host:port`, as a browser would read it; undefined where the scheme reaches no host. */
export function hostOf(text: string): string | undefined {
  // A browser removes or replaces these characters, and other programs do not.
  if (/[\s\\]/.test(text)) {
    return undefined;
  }
  const [beginning = '', scheme, slashes] = SCHEME.exec(text) ?? [];
  const behind = text.slice(beginning.length);
  if (scheme === undefined) {
    return canonical(text);
  }
  const name = scheme.toLowerCase();
  if (slashes === undefined && OF_BROWSERS.has(name) && /^(?:\d|$)/.test(behind)) {
    return undefined;
  }
  if (slashes === undefined && !OF_BROWSERS.has(name) && /^\d*(?:$|[/?#])/.test(behind)) {
    return canonical(text);
  }
  // A browser takes `https:/x` and `https:x` for `https://x` too.
  return REACHING.has(name) ? canonical(behind.replace(/^\/+/, '')) : undefined;
}

/** The canonical host of `text`, an authority that more may follow. */
function canonical(text: string): string | undefined {
  if (text === '') {
    return undefined;
  }
  try {
    const host = new URL(`http://${text}`).hostname.replace(/\.$/, '');
    const [, high, low] = MAPPED.exec(host) ?? [];
    return high === undefined || low === undefined ? host : dotted(Number.parseInt(high, 16), Number.parseInt(low, 16));
  } catch {
    // The reason why it is no URL makes no difference.
    return undefined;
  }
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Whether the host matches a pattern from `readHostPattern`. */
export function fitsHost(pattern: string, host: string): boolean {
  return pattern === '*' || (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern);
}

const AUTHORITY = /[^/?#\s'"<>|;]*/y;

/**
 * Texts in a word of a command that may be a host: that of any URL, that of `user@host:path`, or the word itself. Takes time by the length
 * of the word.
 */
export function hostsIn(word: string): readonly string[] {
  // A word may name one host a million times.
  const named = new Set<string>();
  readAuthority(word, 0, named);
  for (let at = word.indexOf('://'); at !== -1; at = word.indexOf('://', at + 3)) {
    readAuthority(word, at + 3, named);
  }
  const device = /^\/dev\/(?:tcp|udp)\//.exec(word)?.[0].length;
  if (device !== undefined) {
    readAuthority(word, device, named);
  }
  if (/^[0-9a-f:.]+$/i.test(word) && word.includes(':')) {
    named.add(`[${word}]`);
  }
  return [...named].flatMap((text) => canonical(text) ?? []);
}

/**
 * Reads an authority without the user before it and the port or the path behind it. Some programs end it at a backslash, and others do not.
 */
function readAuthority(word: string, at: number, named: Set<string>): void {
  AUTHORITY.lastIndex = at;
  const authority = AUTHORITY.exec(word)?.[0] ?? '';
  const slash = authority.indexOf('\\');
  for (const text of slash === -1 ? [authority] : [authority, authority.slice(0, slash)]) {
    const host = text.slice(text.lastIndexOf('@') + 1);
    const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':');
    named.add(end === -1 ? host : host.slice(0, end));
  }
}
