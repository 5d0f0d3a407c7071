/** Keys and ports that nobody handed in, but that are known by their looks. */

/** The looks that are hidden. */
export interface PatternOptions {
  /** The ports on loopback that change from run to run. */
  readonly ports?: readonly number[];
  /** The name of the user, in paths. */
  readonly user?: string;
  /**
   * The texts that are hidden because of their looks; with `keys` these are only keys, and no ports. @defaultValue
   * 'all'
   */
  readonly looks?: 'all' | 'keys';
}

export interface Pattern {
  readonly kind: string;
  readonly placeholder: string;
  /** A text without any of these cannot match. */
  readonly hints: readonly string[];
  /** A text that does not match this cannot match either; it costs a tenth of `regex`. */
  readonly stems?: RegExp;
  /** A global pattern. A group `keep` at its beginning is the part that stays. */
  readonly regex: RegExp;
  readonly by: string;
  /**
   * A pattern that matches a place from which on the text may be the beginning of such a key. It is empty where another
   * pattern covers it, and absent where the key is not searched across lines.
   */
  readonly open?: string;
}

// A key does not begin within a word, but may begin after an escaped line end in JSON.
const START = '(?:(?<![A-Za-z0-9_-])|(?<=\\\\[nrt]))';

/**
 * The prefixes that makers write before their keys, and the characters that follow. The formats are those that their
 * documentation and the rules of secretlint 13 name.
 */
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

/** Less common keys. They are not searched across lines, since each further prefix costs at the end of every line. */
const TOKENS_IN_ONE_PIECE: typeof TOKENS = [
  ['ops_eyJ', 'A-Za-z0-9_.=-', 30],
  ['dop_v1_ doo_v1_ dor_v1_ rubygems_ sbp_ sntryu_ pul-', 'a-f0-9', 32],
  ['ATATT ATCTT', 'A-Za-z0-9_=-', 20],
  ['sntrys_ sb_secret_ nvapi- sq0atp- sq0csp-', 'A-Za-z0-9_=+/-', 20],
  ['pscale_tkn_ pscale_pw_ pscale_oauth_', 'A-Za-z0-9_.=-', 30],
  ['PMAK-', 'a-f0-9-', 30],
  ['tvly-', 'A-Za-z0-9-', 20],
  ['AGE-SECRET-KEY-1', 'A-Z0-9', 40],
  ['https://discord.com/api/webhooks/ https://discordapp.com/api/webhooks/', 'A-Za-z0-9_/-', 40],
];

/** Keys without a prefix of letters alone, or with one so short that the rest has to fit to the last character. */
const SHAPES: readonly string[] = [
  // A bot of Telegram, also in the address that it calls.
  String.raw`(?:bot)?\d{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])`,
  // A bot of Discord: its number in base64, a moment, and a signature.
  String.raw`[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])`,
  '(?:SK[0-9a-f]{32}|key-[0-9a-z]{32})(?![A-Za-z0-9])',
  // The hash of a password, which a program can guess.
  String.raw`\$(?:[156y]|2[abxy]|argon2(?:id|i|d))\$[A-Za-z0-9./$=,+]{20,256}`,
];

/**
 * The most characters of a key. A stream cuts longer keys in pieces, and the redaction of whole lines hides the rest.
 */
const MOST = 8_192;
/** A quote, at any depth of JSON. */
const QUOTE = String.raw`\\{0,16}["']`;
/** The beginning of a word, also behind an escaped line end. */
const WORD = String.raw`(?:(?<![A-Za-z])|(?<=\\[nrt]))`;
/** The beginning of a word, or of a part of a name. */
const PART = '(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))';
/** The names of secrets, whatever their case and the signs between their words. */
const NAMES = [
  'password passwd passphrase passcode pass pwd pw mnemonic',
  'secret_access_key secret_key secret api_key access_key account_key private_key',
  'access_token refresh_token auth_token id_token session_token',
  'authorization cookie credentials credential dsn',
]
  .flatMap((names) => names.split(' '))
  .map(spell);
/** The stems, one of which each name contains. */
const STEMS = /pass|pw|mnemonic|secret|key|token|authorization|cookie|credential|dsn/i;
// The word "token" also counts a model's tokens, so it only names a secret after a prefix, or as a setting of a shell.
const TOKEN = spell('token');
const WORDS = NAMES.map((name) => name.join('')).join('|');
const FIELD_NAME = `(?:${PART}(?:${WORDS})|(?:(?<=[_-])|(?<=[a-z])(?=T))${TOKEN.join('')})`;
const SETTING_NAME = `${PART}(?:${[...NAMES, TOKEN, spell('pat')].map((name) => name.join('')).join('|')})`;
/** The text between a name and its value. */
const FIELD = String.raw`${QUOTE}\s{0,4}:\s{0,4}${QUOTE}`;
const FIELD_VALUE = String.raw`(?:[^"'\\]|\\(?!\\{0,15}["']))`;
const FIELD_OPEN = String.raw`(?:\\{0,16}$|${QUOTE}\s{0,4}(?::\s{0,4}(?:\\{0,16}$|${QUOTE}${FIELD_VALUE}{0,4096})?)?)?`;
/** A pair of a name and a value, as ACP, Kubernetes, headers of HAR and settings in XML write an environment. */
const OPENING = String.raw`(?:${QUOTE})?\s{0,4}[:=]\s{0,4}${QUOTE}`;
const PAIRED = String.raw`(?:,|\s|\\{1,16}[nrt]){1,64}(?:${QUOTE})?`;
const VALUE_OF = `${WORD}[Vv]alue`;
const NAMED = `${WORD}(?:[Nn]ame|[Kk]ey)${OPENING}(?:[A-Za-z0-9_.-]{0,64}?${PART})?(?:${WORDS}|${TOKEN.join('')}|${spell('pat').join('')}|(?<=[A-Z0-9]_)KEY)S?${QUOTE}`;
const PAIR_STEMS = /(?:name|key)[\\"']{0,20}\s{0,4}[:=]/i;
const SETTING_OPEN = String.raw`(?:=(?:${QUOTE})?[^\s"'\\,;&]{0,1024})?`;
const HEADER_OPEN = String.raw`(?::[^\r\n"'\\]{0,4096})?`;
/** What stands for a value: a template, a variable, or what was hidden before. */
const REFERENCE = '[$<%*{[]';
/** Types, settings and names in code, which follow the same names: `password: string`, `credentials: 'include'`, `secret: z.string()`. */
const CODE = [
  String.raw`(?:true|false|yes|none|null|nil|undefined|any|unknown|never|auto|default|required|optional|enabled|disabled|include|omit|same-origin|string|String|str|text|bytes|number|boolean|Boolean|bool|object|array)(?![\w@$!#%^*+/=.-])`,
  String.raw`[A-Za-z_]{1,64}(?:\.[A-Za-z_]{1,64}){0,8}\(`,
  String.raw`(?:process|import\.meta|os|env|config|settings|options|opts|props|args|params|this|self)\.[A-Za-z_]`,
  String.raw`\/(?:home|Users|root|tmp|var|usr|opt|srv|mnt|work|workspaces?|app|src|code|repo|data|etc|private|Volumes)\b`,
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
  {
    ...key(
      ['alue'],
      `(?<keep>${NAMED}${PAIRED}${VALUE_OF}${OPENING})${VALUE}${FIELD_VALUE}{2,4096}?(?=${QUOTE}|$)`,
      [],
    ),
    stems: PAIR_STEMS,
  },
  {
    ...key(['alue'], `(?<keep>${VALUE_OF}${OPENING})${VALUE}${FIELD_VALUE}{2,4096}?(?=${QUOTE}${PAIRED}${NAMED})`, []),
    stems: PAIR_STEMS,
  },
  key(['='], `(?<keep>${SETTING_NAME}=(?:${QUOTE})?)${VALUE}{4,1024}`, [
    `${PART}(?:${[...NAMES, TOKEN, spell('pat'), spell('auth')].map((name) => nest(name, `(?:${FIELD_OPEN}|${SETTING_OPEN}|${HEADER_OPEN})`)).join('|')})$`,
  ]),
  // The word "token" may mean a model's token here, so only a long value without spaces is hidden.
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
        // This matches the text of a program, or of a file of settings.
        `${SETTING_NAME}(?: {1,40}[=:] {0,8}|[=:] {1,8})${QUOTE}`,
        // This matches hashes of Ruby and PHP.
        `${SETTING_NAME}(?:${QUOTE})? {0,40}=> {0,8}${QUOTE}`,
        // This matches a line of YAML behind one that names it.
        String.raw`${WORD}name: {1,4}(?:[A-Za-z0-9_.-]{0,64}[_-])?(?:${WORDS}|${TOKEN.join('')}|KEY)(?:\r?\n|(?:\\{1,16}r)?\\{1,16}n) {0,32}value: {1,4}(?:${QUOTE})?`,
        // This matches a line of YAML.
        String.raw`(?:^|(?<=[\r\n"'])|(?<=\\[nr]))[ \t-]{0,32}(?:[A-Za-z0-9_]{0,32}[_-])?(?:${WORDS}): {1,4}(?=\S{4,1024}(?:\\[nr]|["'\r\n]|$))`,
        `--(?:[a-z-]{0,32}-)?(?:${WORDS}) `,
        String.raw`[Ll]ogin \S{1,64} password `,
        `<(?:${WORDS})>`,
        // This matches a parameter of an address.
        String.raw`[?&](?:sig|key)=(?=[^\s"'\\&]{16})`,
      ].join('|')})${VALUE}[^\s"'\\<]{3,1024}`,
      [],
    ),
    stems: /pass|pw|mnemonic|secret|key|token|authorization|cookie|credential|dsn|[?&]sig=/i,
  },
  key(
    [' -u', ' -U', '-user', 'sshpass', 'mysql', 'mariadb', 'redis-cli', ':_auth=', 'ENV ', 'setx ', 'set -'],
    String.raw`(?<keep>${[
      // These match the login that a program is given, as words of a command line.
      String.raw` (?:-u|(?:-U|--(?:proxy-)?user)(?<=(?:curl|wget)[^\r\n|;&]{0,200}))[ =](?:${QUOTE})?[^\s"'\\:]{1,64}:(?!\/\/|\d{1,6}\b|(?:root|node|nobody|nogroup|users?|staff|www-data)\b)`,
      `${WORD}sshpass -p ?(?:${QUOTE})?`,
      String.raw`${WORD}(?:mysql|mariadb)[a-z-]{0,16} (?:[^\r\n|;&"'\\]{0,200}? )?-p(?=[^\s"'])(?!ort\b|\d{1,16}:\d)`,
      String.raw`${WORD}redis-cli (?:[^\r\n|;&"'\\]{0,200}? )?-a (?:${QUOTE})?`,
      // This is a login in the settings of npm.
      ':_auth=',
      // These match files and commands that set a variable without a sign between.
      `${WORD}(?:ENV|setx|set -g?x) {1,4}(?:[A-Za-z0-9_]{0,48}_)?(?:${WORDS}|${TOKEN.join('')}|KEY) {1,4}(?:${QUOTE})?`,
    ].join('|')})${VALUE}[^\s"'\\<]{3,1024}`,
    [],
  ),
  key(
    ['-----BEGIN'],
    `${PRIVATE_KEY}(?:(?!-----END)[^]){0,${MOST}}(?:-----END [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----|$)`,
    [
      `-{1,5}$|-----B[A-Z0-9 ]{0,45}-{0,5}$|${PRIVATE_KEY}(?:(?!-----END)[^]){0,${MOST}}(?:-----END[A-Z0-9 ]{0,48}-{0,4})?$`,
    ],
  ),
];

// A port of five digits is the machine's own choice. A shorter number may be part of one that goes on in the next line.
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
    // The value of `"port": 41234` must stay a number.
    const regex = new RegExp(`([pP]ort(?:\\\\*"\\s*:\\s*(?:\\\\*")?|[ =]))(?:${ports.join('|')})(?!\\d)`, 'g');
    patterns.push({ kind: 'port', placeholder: '0', hints: ['ort'], regex, by: '$10' });
  }
  if (user.length > 1 && !['root', 'user', 'users'].includes(user.toLowerCase())) {
    const regex = new RegExp(`((?:home|[uU]sers|mail|media)(?:/|\\\\+|-))${literally(user)}(?![A-Za-z0-9_])`, 'g');
    patterns.push({ kind: 'user', placeholder: '<user>', hints: [user], regex, by: '$1<user>' });
  }
  return patterns;
}

/** The texts before a secret, of which only the beginning may be there. */
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

/**
 * Returns how many characters at the beginning of a possible key reveal nothing of it, such as the name of a password
 * or the prefix that all tokens have.
 */
export function countPublic(text: string): number {
  return Math.max(0, ...BEFORE.map((before) => before.exec(text)?.[0].length ?? 0));
}

/** Makes one pattern of all tokens, since each further pattern is a further pass over the whole recording. */
function tokens(): Pattern {
  const whole = [...TOKENS, ...TOKENS_IN_ONE_PIECE].map(
    ([prefixes, characters, least]) =>
      `(?:${prefixes.split(' ').map(literally).join('|')})[${characters}]{${least},${MOST}}`,
  );
  const begun = TOKENS.flatMap(([prefixes, characters]) =>
    prefixes.split(' ').map((prefix) => nest([...prefix].map(literally), `[${characters}]{0,${MOST}}`)),
  );
  return key([''], `${START}(?:${[...whole, ...SHAPES].join('|')})`, [`${START}(?:${begun.join('|')})$`]);
}

/** Makes a pattern of each letter of a word. */
function spell(name: string): readonly string[] {
  return [...name].map((letter) => (letter === '_' ? '[_-]?' : `[${letter}${letter.toUpperCase()}]`));
}

/** Makes a pattern for the beginning of a prefix, or all of it and what follows. */
function nest([first = '', ...others]: readonly string[], rest: string): string {
  return others.length === 0 ? `${first}${rest}` : `${first}(?:${nest(others, rest)})?`;
}

/** Makes a pattern of just this text. */
function literally(text: string): string {
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
