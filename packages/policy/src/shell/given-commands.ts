/** Commands that a program may run because of where they stand among its words: behind `--`, or behind an option whose name says so. */
import { programName } from './programs.ts';
import { canBeSteered } from './steered.ts';
import type { Word } from './words.ts';

/** Programs whose words are files, processes or texts wherever they stand. None of them runs one. */
const PLAIN: ReadonlySet<string> = new Set(
  `echo printf grep egrep fgrep rgrep zgrep ugrep rg ag ack jq yq basename dirname ls dir vdir eza exa tree cat tac nl head tail wc cut
  tr uniq comm join paste fold fmt tee touch mkdir rmdir rm mv cp ln chmod chown chgrp stat file du df diff cmp readlink realpath mktemp
  cksum md5sum sha1sum sha256sum sha512sum shasum gzip gunzip bzip2 xz zstd unzip kill pkill pgrep ps id date seq sleep cd true false [
  exit return unlink shred trash which whereis type xxd od hexdump strings iconv column shuf jj`.split(/\s+/),
);

/** The parts of an option's name that say that its value is run. */
const RUNNING: ReadonlySet<string> = new Set(
  'exec execute run cmd command commands wrapper launcher compiler linker shell hook program'.split(' '),
);
/** Matches an option with or without a value, which may have a type before it: `-DC_COMPILER:FILEPATH=x`. */
const NAMED = /^--?([A-Za-z][\w-]*)(?::\w+)?(?:=([\s\S]*))?$/;
/** Matches the letters by which programs take a command. */
const LETTER = /^[cex]$/;
const ATTACHED = /^-[cex]([\s\S]+)$/;

/** The most characters that are read, because each place is read to the end of the command. */
const MOST_SIGNS = 100_000;

/** The texts that may be command lines; undefined where there are too many to read. */
export function givenCommands(words: readonly Word[], isRunner: boolean): readonly string[] | undefined {
  const name = programName(words[0]?.text ?? '');
  // What other known programs take behind `--` or `-x` is known: names of files and versions, or words for a script.
  if (PLAIN.has(name) || (canBeSteered(name) && !isRunner)) {
    return [];
  }
  const texts: string[] = [];
  let signs = 0;
  for (const [at, word] of words.entries()) {
    const place = at === 0 ? undefined : readPlace(word.text);
    if (place !== undefined) {
      const first = place.value ?? words[at + 1]?.text ?? '';
      // Another place takes each word of a program that runs others for the beginning of a command.
      const rest = isRunner ? [] : words.slice(at + 1).map(({ source }) => source);
      const whole = [...(place.value === undefined ? [] : [quote(place.value)]), ...rest].join(' ');
      // Some programs take the words of a command with commas between them: `-wrapper rm,x`.
      texts.push(whole, first, first.replaceAll(',', ' '));
      signs += whole.length;
    }
    if (signs > MOST_SIGNS) {
      return undefined;
    }
  }
  return [...new Set(texts)].filter((text) => text !== '');
}

/** The value of a word that says that it is run, or that the command stands behind the word; undefined where it says neither. */
function readPlace(text: string): { readonly value: string | undefined } | undefined {
  if (text === '--') {
    return { value: undefined };
  }
  const [, name, value] = NAMED.exec(text) ?? [];
  if (name !== undefined && isRunning(name)) {
    return { value };
  }
  const attached = ATTACHED.exec(text)?.[1];
  return attached === undefined ? undefined : { value: attached };
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function isRunning(name: string): boolean {
  const parts = name
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]/);
  // An option such as `--dry-run` or `--no-run` says that nothing is run, and has no value.
  return (
    !/^(?:dry|no)$/.test(parts[0] ?? '') &&
    (LETTER.test(name) || parts[0] === 'on' || parts.some((part) => RUNNING.has(part)))
  );
}
