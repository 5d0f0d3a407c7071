/** Whether a rule of `deny` or `ask` applies to an approval. What it cannot see is unknown, and then nothing is allowed. */
import type { ToolKind } from '@agent-mux/events';
import { least, most, type Trit } from '../match/index.ts';
import type { Spot } from '../paths/index.ts';
import { type Command, readsFolder, type Word } from '../shell/index.ts';
import { findsCommand } from './commands.ts';
import type { CompiledRule } from './compile-rules.ts';
import { fitsHost, hostsIn } from './hosts.ts';
import { fitsMcp } from './mcp.ts';
import { type AskedSpot, type Request, spotsOf, spotsRead } from './request.ts';

export function isAbout(rule: CompiledRule, request: Request): Trit {
  const kind = hasKind(rule, request);
  if (kind === 'no') {
    return 'no';
  }
  return request.line === undefined ? isAboutCall(rule, request, kind) : isAboutLine(rule, request, kind);
}

function hasKind({ kinds }: CompiledRule, { kind, line, spots = [] }: Request): Trit {
  if (kinds === undefined || spots.some((spot) => isOf(kinds, spot.kind) === 'yes')) {
    return 'yes';
  }
  if (kind === undefined) {
    return 'unknown';
  }
  return kinds.includes(kind) || (line !== undefined && kinds.includes('execute')) ? 'yes' : 'no';
}

function isOf(kinds: CompiledRule['kinds'], kind: ToolKind | undefined): Trit {
  return kinds === undefined ? 'yes' : kind === undefined ? 'unknown' : kinds.includes(kind) ? 'yes' : 'no';
}

function isAboutCall(rule: CompiledRule, request: Request, kind: Trit): Trit {
  const { kind: told, spots, hosts, mcp, texts } = request;
  const mayRun = told === undefined || told === 'execute' || told === 'other';
  return least([
    kind,
    rule.commands === undefined ? 'yes' : mayRun ? 'unknown' : 'no',
    rule.paths === undefined
      ? 'yes'
      : spots === undefined
        ? inTexts(rule, request)
        : forbidsOfKind(rule, request, spots),
    rule.hosts === undefined ? 'yes' : findsHost(rule, hosts, { told, texts }),
    rule.mcp === undefined ? 'yes' : fitsMcp(rule.mcp, mcp, told),
  ]);
}

function forbidsAny(rule: CompiledRule, { places }: Request, spots: readonly Spot[]): Trit {
  return most(spots.map((spot) => places.forbids(rule.paths ?? [], spot)));
}

/** Whether the kind applies to a file, which is decided by what would be done to it. */
function forbidsOfKind(rule: CompiledRule, request: Request, spots: readonly AskedSpot[]): Trit {
  return most(spots.map((spot) => least([isOf(rule.kinds, spot.kind), forbidsAny(rule, request, [spot])])));
}

/** Whether the input may contain a forbidden path, where the facts name none; a tool whose paths are always named is unknown then. */
function inTexts(rule: CompiledRule, request: Request): Trit {
  const { kind, texts, places } = request;
  const named = texts.filter((text) => /^[^\n]*[/.~][^\n]*$/.test(text) && !text.includes('://'));
  const spots = named.flatMap(
    (text) => places.find(places.expand(text) ?? text, places.cwd === undefined ? undefined : [places.cwd]) ?? [],
  );
  if (most(spots.map((spot) => places.forbids(rule.paths ?? [], spot))) === 'yes') {
    return 'yes';
  }
  return kind === 'mcp' || kind === 'fetch' || kind === 'think' || kind === 'switch_mode' ? 'no' : 'unknown';
}

function findsHost(
  { hosts: patterns = [] }: CompiledRule,
  hosts: Request['hosts'],
  { told, texts }: { readonly told: Request['kind']; readonly texts: readonly string[] },
): Trit {
  const fits = (host: string | undefined): Trit =>
    host === undefined ? 'unknown' : patterns.some((pattern) => fitsHost(pattern, host)) ? 'yes' : 'no';
  if (hosts.length > 0) {
    return most(hosts.map(fits));
  }
  const urls = texts.flatMap((text) => (text.includes('://') ? hostsIn(text) : []));
  const inText = most(urls.map(fits));
  const isVague = told === undefined || told === 'fetch' || told === 'execute' || told === 'other';
  return inText === 'yes' ? 'yes' : isVague ? 'unknown' : 'no';
}

function isAboutLine(rule: CompiledRule, request: Request, kind: Trit): Trit {
  const { line, spots, hosts } = request;
  if (line === undefined || (rule.commands === undefined && rule.paths === undefined && rule.hosts === undefined)) {
    return least([kind, rule.mcp === undefined ? 'yes' : 'no']);
  }
  const each = [...line.commands, ...line.hidden].map((command) =>
    least([
      rule.commands === undefined ? 'yes' : findsCommand(rule, command),
      rule.paths === undefined ? 'yes' : forbidsCommand(rule, request, command),
      rule.hosts === undefined ? 'yes' : most(wordsOf(command).map((word) => findsHostInWord(rule, word))),
    ]),
  );
  const own = rule.commands === undefined;
  return least([
    kind,
    rule.mcp === undefined ? 'yes' : 'no',
    most([
      ...each,
      line.unseen.length > 0 ? 'unknown' : 'no',
      own && rule.paths !== undefined && spots !== undefined ? forbidsAny(rule, request, spots) : 'no',
      own && rule.hosts !== undefined && hosts.length > 0
        ? findsHost(rule, hosts, { told: 'execute', texts: [] })
        : 'no',
    ]),
  ]);
}

function wordsOf({ words, assignments, redirections }: Command): readonly Word[] {
  return [...words, ...assignments.map(({ value }) => value), ...redirections.map(({ target }) => target)];
}

/**
 * Whether a command is forbidden: its words, what stands behind `=` and the like in them, and the files of its redirections may all be
 * paths.
 */
function forbidsCommand(rule: CompiledRule, request: Request, command: Command): Trit {
  const { words, assignments, redirections } = command;
  const named = request.named(command);
  const own = words.map((word, at): Trit => {
    const found = most(partsOf(word).map((each) => forbidsWord(rule, request, { command, word: each })));
    // A word that the policy allows by name is no path, though a folder may have that name: `test` of `npm test`.
    return at < named && found === 'unknown' && request.places.canResolve ? 'no' : found;
  });
  const others = [...assignments.flatMap(({ value }) => partsOf(value)), ...redirections.map(({ target }) => target)];
  return most([
    ...own,
    ...others.map((word) => forbidsWord(rule, request, { command, word })),
    readsFolder(words.map(({ text }) => text)) ? forbidsRead(rule, request, command) : 'no',
  ]);
}

/** Whether a program may read what the rule forbids though no word names it, which is never certain. */
function forbidsRead(rule: CompiledRule, request: Request, command: Command): Trit {
  const spots = spotsRead(request, command);
  return spots === undefined ? 'unknown' : forbidsAny(rule, request, spots);
}

function partsOf(word: Word): readonly Word[] {
  const { text } = word;
  const behind = ['=', ':', '@', ','].flatMap((sign) => {
    const at = text.indexOf(sign);
    return at === -1 ? [] : [text.slice(at + 1)];
  });
  const attached = /^-[A-Za-z]./.test(text) ? [text.slice(2)] : [];
  return [word, ...[...behind, ...attached].map((each) => part(word, each))];
}

function part(word: Word, text: string): Word {
  return { ...word, text, isHome: text.startsWith('~') };
}

interface WordOf {
  readonly command: Command;
  readonly word: Word;
}

function forbidsWord(rule: CompiledRule, request: Request, { command, word }: WordOf): Trit {
  if (word.text === '' && word.kind !== 'unknown') {
    return 'no';
  }
  const spots = spotsOf(request, command, word);
  return spots === undefined ? 'unknown' : forbidsAny(rule, request, spots);
}

/** The texts that may be a host: one may stand behind `=` or a comma, or right behind the letter of an option. */
function hostTextsOf({ text }: Word): readonly string[] {
  const parts = /[=,]/.test(text) ? text.split(/[=,]/) : [];
  return [text, ...parts, ...(/^-[A-Za-z]./.test(text) ? [text.slice(2)] : [])];
}

function findsHostInWord({ hosts = [] }: CompiledRule, word: Word): Trit {
  if (word.kind === 'unknown') {
    return 'unknown';
  }
  const found = hostTextsOf(word).flatMap(hostsIn);
  if (found.some((host) => hosts.some((pattern) => fitsHost(pattern, host)))) {
    return 'yes';
  }
  // `{a,b}.example` is two words, whichever they are.
  const brace = word.text.indexOf('{');
  return word.kind === 'pattern' && brace !== -1 && word.text.includes('}', brace) ? 'unknown' : 'no';
}
