/** Which hosts an approval is about, and whether a rule means them. */

const PATTERN =
  /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$|^\[[0-9a-f:.]+\]$|^\*$/i;

export function isHostPattern(text: string): boolean {
  return PATTERN.test(text);
}

/** The host of a URL or of `host:port`, as a browser would read it; undefined where it is none of the web. */
export function hostOf(text: string): string | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (/[\s\\]/.test(text)) {
    return undefined;
  }
  try {
    const { protocol, hostname } = new URL(whole);
    return /^(?:https?|wss?|ftp|ssh|git):$/.test(protocol) && hostname !== ''
      ? hostname.replace(/\.$/, '').toLowerCase()
      : undefined;
  } catch {
    // Why it is no URL makes no difference.
    return undefined;
  }
}

export function fitsHost(pattern: string, host: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted === '*' || (wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted);
}

/** What in a word of a command may be a host: of a URL, of `user@host:path`, or the word itself. */
export function hostsIn(word: string): readonly string[] {
  const urls = [...word.matchAll(/[a-z][a-z0-9+.-]*:\/\/[^\s'"<>|;]+/gi)].map(([url]) => url);
  const device = /^\/dev\/(?:tcp|udp)\/([^/]+)/.exec(word)?.[1];
  const remote = /^(?:[^@/]*@)?([^@/:]+)(?::.*)?$/.exec(word)?.[1];
  const plain = /^([^@/:]+\.[^@/:]+)(?:[:/].*)?$/.exec(word)?.[1];
  return [...urls, device, remote, plain].flatMap((text) => (text === undefined ? [] : (hostOf(text) ?? [])));
}
