/** Whether a rule of `deny` or `ask` applies to an approval. What it cannot see is unknown, and then nothing is allowed. */
import type { ToolKind } from '@agent-mux/events';
import { least, most, type Trit } from '../match/index.ts';
import type { Spot } from '../paths/index.ts';
import { type Command, isNumbered, isOfLine, readsFolder, type Word } from '../shell/index.ts';
import { findsCommand } from './commands.ts';
import type { CompiledRule } from './compile-rules.ts';
import { fitsHost, hostsIn } from './hosts.ts';
import { fitsMcp } from './mcp.ts';
import { partsOf } from './parts.ts';
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
  const named = texts.filter((text) => /[/.~]/.test(text) && !text.includes('\n') && !text.includes('://'));
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
      rule.hosts === undefined ? 'yes' : most(wordsOf(command).map((word) => findsHostInWord(rule, command, word))),
    ]),
  );
  const own = rule.commands === undefined;
  return least([
    kind,
    rule.mcp === undefined ? 'yes' : 'no',
    most([
      ...each,
      ...line.possible.map((command) => (isAboutText(rule, request, command) ? 'unknown' : 'no')),
      line.unseen.length > 0 ? 'unknown' : 'no',
      own && rule.paths !== undefined && spots !== undefined ? forbidsAny(rule, request, spots) : 'no',
      own && rule.hosts !== undefined && hosts.length > 0
        ? findsHost(rule, hosts, { told: 'execute', texts: [] })
        : 'no',
    ]),
  ]);
}

/**
 * Whether a rule may be about a command in a text that a program may run. A word of a text counts only where it surely is what the rule
 * names, because most texts are not run.
 */
function isAboutText(rule: CompiledRule, request: Request, command: Command): boolean {
  const some = (finds: (word: Word) => Trit): boolean => wordsOf(command).some((word) => finds(word) === 'yes');
  return (
    (rule.commands === undefined || findsCommand(rule, command) !== 'no') &&
    (rule.paths === undefined || some((word) => forbidsParts(rule, request, { command, word }))) &&
    (rule.hosts === undefined || some((word) => findsHostInWord(rule, command, word)))
  );
}

function wordsOf({ words, assignments, redirections }: Command): readonly Word[] {
  return [...words, ...assignments.map(({ value }) => value), ...redirections.map(({ target }) => target)];
}

/**
 * Whether a command is forbidden: its words, what stands behind signs and letters in them, and the files of its redirections may all be
 * paths.
 */
function forbidsCommand(rule: CompiledRule, request: Request, command: Command): Trit {
  const { words, assignments, redirections } = command;
  const named = request.named(command);
  const own = words.map((word, at): Trit => {
    const found = isPrintedNumber(command, word) ? 'no' : forbidsParts(rule, request, { command, word });
    // A word that the policy allows by name is no path, though a folder may have that name: `test` of `npm test`.
    return at < named && found === 'unknown' && request.places.canResolve ? 'no' : found;
  });
  const values = assignments.filter(({ name, value }) => !(isNumbered(value) && isOfLine(name)));
  return most([
    ...own,
    ...values.map(({ value }) => forbidsParts(rule, request, { command, word: value })),
    ...redirections.map(({ target }) => forbidsWord(rule, request, { command, word: target })),
    readsFolder(words.map(({ text }) => text)) ? forbidsRead(rule, request, command) : 'no',
  ]);
}

/** Whether a program may read what the rule forbids though no word names it, which is never certain. */
function forbidsRead(rule: CompiledRule, request: Request, command: Command): Trit {
  const spots = spotsRead(request, command);
  return spots === undefined ? 'unknown' : forbidsAny(rule, request, spots);
}

interface WordOf {
  readonly command: Command;
  readonly word: Word;
}

/** Whether a word or a part of it that may be a value is a forbidden path. */
function forbidsParts(rule: CompiledRule, request: Request, of: WordOf): Trit {
  const judged = request.judged.get(rule) ?? new Map<Word, Trit>();
  request.judged.set(rule, judged);
  const found = judged.get(of.word) ?? judgeParts(rule, request, of);
  judged.set(of.word, found);
  return found;
}

function judgeParts(rule: CompiledRule, request: Request, { command, word }: WordOf): Trit {
  if (word.kind !== 'exact' && word.kind !== 'odd') {
    return forbidsWord(rule, request, { command, word });
  }
  const parts = partsOf(word.text)?.map((text) =>
    text === word.text ? word : { ...word, text, isHome: text.startsWith('~') },
  );
  return parts === undefined
    ? 'unknown'
    : most(parts.map((part) => forbidsWord(rule, request, { command, word: part })));
}

function forbidsWord(rule: CompiledRule, request: Request, { command, word }: WordOf): Trit {
  if (word.text === '' && word.kind !== 'unknown') {
    return 'no';
  }
  const spots = spotsOf(request, command, word);
  return spots === undefined ? 'unknown' : forbidsAny(rule, request, spots);
}

/** Programs that open none of their words. */
const PRINTERS: ReadonlySet<string> = new Set([
  'echo',
  'printf',
  'exit',
  'return',
  'test',
  '[',
  ':',
  'true',
  'false',
  'kill',
  'ps',
  'wait',
]);

/** Whether a word such as `$?` is only printed or compared. */
function isPrintedNumber({ words }: Command, word: Word): boolean {
  return isNumbered(word) && words.includes(word) && PRINTERS.has(words[0]?.text ?? '');
}

function findsHostInWord({ hosts = [] }: CompiledRule, command: Command, word: Word): Trit {
  if (isNumbered(word)) {
    return isPrintedNumber(command, word) || /^[\s\w${}?#]*$/.test(word.text) ? 'no' : 'unknown';
  }
  const parts = word.kind === 'unknown' ? undefined : partsOf(word.text);
  if (parts === undefined) {
    return 'unknown';
  }
  if (parts.flatMap(hostsIn).some((host) => hosts.some((pattern) => fitsHost(pattern, host)))) {
    return 'yes';
  }
  // `{a,b}.example` is two words, whichever they are.
  const brace = word.text.indexOf('{');
  return word.kind === 'pattern' && brace !== -1 && word.text.includes('}', brace) ? 'unknown' : 'no';
}
