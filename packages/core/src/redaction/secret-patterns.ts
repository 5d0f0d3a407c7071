/** Keys and ports that nobody handed in, known by their looks. */

/** Which looks are hidden. */
export interface PatternOptions {
  /** Ports on loopback that change from run to run. */
  readonly ports?: readonly number[];
  /** Name of the user, in paths. */
  readonly user?: string;
  /** `keys`: of what is known by its looks only keys are hidden, and no ports. @defaultValue 'all' */
  readonly looks?: 'all' | 'keys';
}

export interface Pattern {
  readonly kind: string;
  readonly placeholder: string;
  /** Text without any of these cannot match. */
  readonly hints: readonly string[];
  /** Nor can text that this does not match: it costs a tenth of `regex`. */
  readonly stems?: RegExp;
  /** Global. A group `keep` at its beginning is what stays. */
  readonly regex: RegExp;
  readonly by: string;
  /** Where all that follows a place may be the beginning of such a key this matches; empty: another pattern says it. Absent: it is not looked for across lines. */
  readonly open?: string;
}

// Not within a word, but after an escaped line end in JSON.
const START = '(?:(?<![A-Za-z0-9_-])|(?<=\\\\[nrt]))';

/** What the makers of the keys write before them, and what follows: the formats are those that their documentation and the rules of secretlint 13 name. */
const TOKENS: readonly (readonly [prefixes: string, characters: string, least: number])[] = [
  ['sk-', 'A-Za-z0-9_-', 16],
  ['sk_live_ sk_test_ rk_live_ rk_test_ whsec_', 'A-Za-z0-9', 10],
  ['eyJ', 'A-Za-z0-9_.-', 30],
  ['ghp_ gho_ ghu_ ghs_ ghr_ github_pat_', 'A-Za-z0-9_', 20],
  ['glpat- gldt- glrt- glcbt- glptt- glft-', 'A-Za-z0-9_.-', 16],
  ['AIza', 'A-Za-z0-9_-', 30],
  ['GOCSPX-', 'A-Za-z0-9_-', 20],
  ['ya29.', 'A-Za-z0-9_-', 16],
  ['xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-', 'A-Za-z0-9-', 10],
  ['AKIA ASIA AGPA AIDA AROA AIPA ANPA ANVA', 'A-Z0-9', 16],
  ['npm_', 'A-Za-z0-9', 30],
  ['pypi-', 'A-Za-z0-9_-', 30],
  ['hf_', 'A-Za-z0-9', 20],
  ['gsk_ xai- pplx- r8_', 'A-Za-z0-9_-', 20],
  ['lin_api_ ntn_ dckr_pat_ figd_ glsa_', 'A-Za-z0-9_-', 20],
  ['shppa_ shpca_ shpat_ shpss_', 'A-Za-z0-9', 20],
  ['vcp_ vci_ vca_ vcr_ vck_', 'A-Za-z0-9', 20],
  ['hvs. hvb. hvr. SG.', 'A-Za-z0-9_.-', 24],
  ['dapi', 'a-fA-F0-9', 32],
  ['https://hooks.slack.com/services/', 'A-Za-z0-9/', 16],
];

/** Less common ones. They are not looked for across lines, since each prefix more costs at the end of every line. */
const TOKENS_IN_ONE_PIECE: typeof TOKENS = [
  ['ops_eyJ', 'A-Za-z0-9_.=-', 30],
  ['dop_v1_ doo_v1_ dor_v1_ rubygems_ sbp_ sntryu_ pul-', 'a-f0-9', 32],
  ['ATATT ATCTT', 'A-Za-z0-9_=-', 20],
  ['sntrys_ sb_secret_ nvapi- sq0atp- sq0csp-', 'A-Za-z0-9_=+/-', 20],
  ['pscale_tkn_ pscale_pw_ pscale_oauth_', 'A-Za-z0-9_.=-', 30],
  ['PMAK-', 'a-f0-9-', 30],
  ['tvly-', 'A-Za-z0-9-', 20],
  ['AGE-SECRET-KEY-1', 'A-Z0-9', 40],
];

/** Longer keys are cut where a stream cuts them in pieces: the rest is hidden by the line. */
const MOST = 8_192;
/** A quote, at any depth of JSON. */
const QUOTE = String.raw`\\{0,16}["']`;
/** At the beginning of a word, or of a part of a name. */
const PART = '(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))';
/** What a secret is called, whatever its case and what joins its words. */
const NAMES = [
  'password passwd passphrase passcode pass pwd',
  'secret_access_key secret_key secret api_key access_key account_key private_key',
  'access_token refresh_token auth_token id_token session_token',
  'authorization cookie credentials credential dsn',
]
  .flatMap((names) => names.split(' '))
  .map(spell);
/** One of these stands in each of the names. */
const STEMS = /pass|pwd|secret|key|token|authorization|cookie|credential|dsn/i;
// A token is a word of a model's too: it is one only by what stands before it, or as a setting of a shell.
const TOKEN = spell('token');
const WORDS = NAMES.map((name) => name.join('')).join('|');
const FIELD_NAME = `(?:${PART}(?:${WORDS})|(?:(?<=[_-])|(?<=[a-z])(?=T))${TOKEN.join('')})`;
const SETTING_NAME = `${PART}(?:${[...NAMES, TOKEN, spell('pat')].map((name) => name.join('')).join('|')})`;
/** What stands between a name and its value, as far as it goes. */
const FIELD = String.raw`${QUOTE}\s{0,4}:\s{0,4}${QUOTE}`;
const FIELD_VALUE = String.raw`(?:[^"'\\]|\\(?!\\{0,15}["']))`;
const FIELD_OPEN = String.raw`(?:\\{0,16}$|${QUOTE}\s{0,4}(?::\s{0,4}(?:\\{0,16}$|${QUOTE}${FIELD_VALUE}{0,4096})?)?)?`;
const SETTING_OPEN = String.raw`(?:=(?:${QUOTE})?[^\s"'\\,;&]{0,1024})?`;
const HEADER_OPEN = String.raw`(?::[^\r\n"'\\]{0,4096})?`;
/** What stands for a value: a template, a variable, or what was hidden before. */
const REFERENCE = '[$<%*{[]';
/** Types, settings and names in code, which follow the same names: `password: string`, `credentials: 'include'`, `secret: z.string()`. */
const CODE = [
  String.raw`(?:true|false|yes|none|null|nil|undefined|any|unknown|never|auto|default|required|optional|enabled|disabled|include|omit|same-origin|string|String|str|text|bytes|number|boolean|Boolean|bool|object|array)(?![\w@$!#%^*+/=.-])`,
  String.raw`[A-Za-z_]{1,64}(?:\.[A-Za-z_]{1,64}){0,8}\(`,
  String.raw`(?:process|import\.meta|os|env|config|settings|options|opts|props|args|params|this|self)\.[A-Za-z_]`,
  String.raw`\/(?:home|Users|root|tmp|var|usr|opt|srv|mnt|work|etc|private|Volumes)\b`,
].join('|');
// None of them tells anything.
const VALUE = String.raw`(?!${REFERENCE}|\\[nrtu]|${CODE})[^\s"'\\,;&]`;

const PRIVATE_KEY = `-----BEGIN [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----`;

const KEYS: readonly Pattern[] = [
  tokens(),
  key(['earer ', 'asic '], `(?<keep>(?:[Bb]earer|[Bb]asic) {1,4})[A-Za-z0-9._~+/-]{12,}={0,2}`, [
    `(?:[Bb](?:e(?:a(?:r(?:er?)?)?)?|a(?:s(?:ic?)?)?)?|(?:[Bb]earer|[Bb]asic) {1,4}[A-Za-z0-9._~+/=-]{0,${MOST}})$`,
  ]),
  key(['://'], String.raw`(?<keep>:\/\/[^\s/:@"'\\]{0,128}:)(?![$<{])[^\s/@"'\\]{1,256}(?=@)`, [
    String.raw`:(?:\/(?:\/[^\s/:@"'\\]{0,256}(?::[^\s/@"'\\]{0,256})?)?)?$`,
  ]),
  key(['://'], String.raw`(?<keep>:\/\/)[A-Za-z0-9_-]{20,256}(?=@)`, [
    String.raw`:(?:\/(?:\/[A-Za-z0-9_-]{0,256})?)?$`,
  ]),
  key(
    [':'],
    String.raw`(?<keep>(?:[Cc]ookie|COOKIE|[Aa]uthorization|[Aa][Pp][Ii]-[Kk][Ee][Yy]|[Aa]uth-[Tt]oken): {0,4}(?!\`?(?:[A-Za-z]{3,12} )?${REFERENCE}|${CODE})(?:[A-Za-z]{3,12} (?=\S))?)[^\s"'\\][^\r\n"'\\]{2,4096}`,
    [],
  ),
  {
    ...key([':'], String.raw`(?<keep>${FIELD_NAME}${FIELD})${VALUE}${FIELD_VALUE}{2,4096}?(?=\\{0,16}["']|$)`, []),
    stems: STEMS,
  },
  key(['='], `(?<keep>${SETTING_NAME}=(?:${QUOTE})?)${VALUE}{4,1024}`, [
    `${PART}(?:${[...NAMES, TOKEN, spell('pat'), spell('auth')].map((name) => nest(name, `(?:${FIELD_OPEN}|${SETTING_OPEN}|${HEADER_OPEN})`)).join('|')})$`,
  ]),
  // A token is no word here, but it may be one of a model's: only a long one without spaces is hidden.
  {
    ...key(
      [':'],
      String.raw`(?<keep>${PART}(?:${TOKEN.join('')}|[Aa]uth)${FIELD})[A-Za-z0-9_.~+/=-]{16,1024}(?=\\{0,16}["'])`,
      [],
    ),
    stems: /token|auth/i,
  },
  {
    ...key(
      ['=', ':', '--', '<', 'sword '],
      String.raw`(?<keep>${[
        // A text of a program, or of a file of settings.
        `${SETTING_NAME}(?: {1,2}[=:] {0,2}|[=:] {1,2})${QUOTE}`,
        // A line of YAML.
        String.raw`(?:^|(?<=[\r\n"'])|(?<=\\[nr]))[ \t-]{0,32}(?:[A-Za-z0-9_]{0,32}[_-])?(?:${WORDS}): {1,4}(?=\S{4,1024}(?:\\[nr]|["'\r\n]|$))`,
        `--(?:[a-z-]{0,32}-)?(?:${WORDS}) `,
        String.raw`[Ll]ogin \S{1,64} password `,
        `<(?:${WORDS})>`,
        // In an address, or the login that a program is given.
        String.raw`[?&](?:sig|key)=(?=[^\s"'\\&]{16})`,
        String.raw` -u [^\s"':]{1,64}:(?!\d{1,6}\b)`,
      ].join('|')})${VALUE}[^\s"'\\<]{3,1024}`,
      [],
    ),
    stems: /pass|pwd|secret|key|token|authorization|cookie|credential|dsn|[?&]sig=| -u /i,
  },
  key(
    ['-----BEGIN'],
    `${PRIVATE_KEY}(?:(?!-----END)[^]){0,${MOST}}(?:-----END [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----|$)`,
    [
      `-{1,5}$|-----B[A-Z0-9 ]{0,45}-{0,5}$|${PRIVATE_KEY}(?:(?!-----END)[^]){0,${MOST}}(?:-----END[A-Z0-9 ]{0,48}-{0,4})?$`,
    ],
  ),
];

// Five digits: a port of the machine's own choice. A shorter number may be part of one that goes on in the next line.
const LOOPBACK: Pattern = {
  kind: 'port',
  placeholder: '<port>',
  hints: [':'],
  regex: /(127\.0\.0\.1|localhost|\[::1\]|0\.0\.0\.0):\d{5}(?!\d)/g,
  by: '$1:<port>',
};

export function describePatterns({ ports = [], user = '', looks = 'all' }: PatternOptions): Pattern[] {
  const patterns = looks === 'keys' ? [...KEYS] : [...KEYS, LOOPBACK];
  if (ports.length > 0) {
    // `"port": 41234` must stay a number.
    const regex = new RegExp(`([pP]ort(?:\\\\*"\\s*:\\s*(?:\\\\*")?|[ =]))(?:${ports.join('|')})(?!\\d)`, 'g');
    patterns.push({ kind: 'port', placeholder: '0', hints: ['ort'], regex, by: '$10' });
  }
  if (user.length > 1 && !['root', 'user', 'users'].includes(user.toLowerCase())) {
    const regex = new RegExp(`((?:home|[uU]sers|mail|media)(?:/|\\\\+|-))${literally(user)}(?![A-Za-z0-9_])`, 'g');
    patterns.push({ kind: 'user', placeholder: '<user>', hints: [user], regex, by: '$1<user>' });
  }
  return patterns;
}

/** What stands before a secret, as far as it goes. */
const BEFORE: readonly RegExp[] = [
  ...TOKENS.flatMap(([prefixes]) => prefixes.split(' ').map((prefix) => nest([...prefix].map(literally), ''))),
  ...[...NAMES, TOKEN, spell('pat')].map((name) =>
    nest(name, String.raw`(?:=(?:${QUOTE})?|: {0,4}(?:[A-Za-z]{3,12} )?|\\{0,16}["']?\s{0,4}:?\s{0,4}\\{0,16}["']?)`),
  ),
  nest(spell('bearer'), ' {0,4}'),
  nest(spell('basic'), ' {0,4}'),
  String.raw`:(?:\/(?:\/(?:[^\s/:@"'\\]{0,128}:)?)?)?`,
  '-{1,5}(?:BEGIN[A-Z0-9 ]{0,45}-{0,5})?',
].map((source) => new RegExp(`^(?:${source})`));

/** How many characters of what may become a key tell nothing of it, such as the name of a password or what all tokens begin with. */
export function countPublic(text: string): number {
  return Math.max(0, ...BEFORE.map((before) => before.exec(text)?.[0].length ?? 0));
}

/** One pattern, since each further one is a further pass over all that is recorded. */
function tokens(): Pattern {
  const whole = [...TOKENS, ...TOKENS_IN_ONE_PIECE].map(
    ([prefixes, characters, least]) =>
      `(?:${prefixes.split(' ').map(literally).join('|')})[${characters}]{${least},${MOST}}`,
  );
  const begun = TOKENS.flatMap(([prefixes, characters]) =>
    prefixes.split(' ').map((prefix) => nest([...prefix].map(literally), `[${characters}]{0,${MOST}}`)),
  );
  return key([''], `${START}(?:${whole.join('|')})`, [`${START}(?:${begun.join('|')})$`]);
}

/** A word, letter by letter. */
function spell(name: string): readonly string[] {
  return [...name].map((letter) => (letter === '_' ? '[_-]?' : `[${letter}${letter.toUpperCase()}]`));
}

/** A pattern for the beginning of a prefix, or all of it and what follows. */
function nest([first = '', ...others]: readonly string[], rest: string): string {
  return others.length === 0 ? `${first}${rest}` : `${first}(?:${nest(others, rest)})?`;
}

/** A pattern of just this text. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

function key(hints: readonly string[], source: string, open: readonly string[]): Pattern {
  return {
    kind: 'key',
    placeholder: '<key>',
    hints,
    regex: new RegExp(source, 'g'),
    by: source.includes('(?<keep>') ? '$<keep><key>' : '<key>',
    open: open.join('|'),
  };
}
