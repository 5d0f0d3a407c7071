/** Tests what SECURITY.md promises of recordings: they contain none of these forms of a secret. */

import { describe, expect, it } from 'vitest';
import { DRAW_SEED, IS_CI } from '../../../../test/support/drawn.ts';
import { createSeededRandom } from '../../../testkit/src/fixtures/seeded-random.ts';
import { findMachineSecrets } from './machine-secrets.ts';
import { findNativeSecrets } from './native-secrets.ts';
import { createRedactor } from './redact.ts';
import { createLineRedactor, type LineRedactorOptions } from './redact-lines.ts';
import { findServerSecrets } from './server-secrets.ts';

const LETTERS = 'aBcDeFgHiJkLmNoPqRsTuVwXyZ';
const text = (length: number): string => LETTERS.repeat(Math.ceil(length / LETTERS.length)).slice(0, length);
const digits = (length: number): string => '4815162342'.repeat(9).slice(0, length);
const PEM_BODY = `MIIEvQIBADANBgkqhkiG9w0BAQEFAASC${text(64)}\n${text(64)}\n${digits(60)}==`;

/** Values that the environment, or the settings of an MCP server, give the CLI. */
const KNOWN: readonly (readonly [name: string, value: string, secret?: string])[] = [
  ['ANTHROPIC_API_KEY', 'not-a-known-form-1'],
  ['DB_PASS', 'hunter'],
  ['PGPASS', 'correcthorse'],
  ['PGPASSWORD', 'Tr0ub4dor&3'],
  ['GITHUB_PAT', 'zyxwvuts'],
  ['MY_PAT', 'abcd-efg'],
  ['SENTRY_DSN', 'https://0123abcdpublic@o1.sentry.example/42', '0123abcdpublic'],
  ['DATABASE_URL', 'postgres://app:s3cr%40t@db.example:5432/app', 's3cr%40t'],
  ['REDIS_URL', 'redis://:redispw9@127.0.0.1:6379', 'redispw9'],
  ['PROXY', 'http://alice:wonder-land@proxy.example:3128', 'wonder-land'],
  ['CALLBACK', 'https://hooks.example/x?token=qwertz-77&b=1', 'qwertz-77'],
  ['SESSION_COOKIE', 'sid=abcdef123456; theme=dark'],
  ['CLIENT_SECRET', 'short1'],
  ['DOOR_PIN', '471147'],
  ['JWT_SIGNING_SALT', 'pepper-and-salt'],
  ['authorization', 'Bearer opaque-value-7', 'opaque-value-7'],
  ['SLACK_WEBHOOK_URL', 'https://hooks.example/T1/B2/xyzxyz'],
  ['ODD_API_KEY', `Zq7/x&T9m<K~w4>R'p(L*é!ü 7`],
];

/** Settings whose value is more than a secret, and the parts of it that programs print alone. */
const PARTS: readonly (readonly [name: string, value: string, ...parts: readonly string[]])[] = [
  ['GEMINI_API_KEYS', 'opaqueone77,opaquetwo88', 'opaqueone77', 'opaquetwo88'],
  ['API_TOKENS', 'opaqueone78; opaquetwo89', 'opaqueone78', 'opaquetwo89'],
  ['DOCKER_TOKEN', '"opaque-quoted-77"', 'opaque-quoted-77'],
  ['SINGLE_TOKEN', "'opaque-single-77'", 'opaque-single-77'],
  ['LINE_TOKEN', 'hunter31\n', 'hunter31'],
  ['BLANK_TOKEN', ' hunter32 ', 'hunter32'],
  ['LOGIN_TOKEN', 'robot:opaque-colon-77', 'opaque-colon-77'],
  ['NESTED_TOKEN', 'Bearer opaque-scheme-77, realm', 'opaque-scheme-77'],
  ['ConnectionStrings__Main', 'Server=db;User Id=sa;Password=hunter33x;', 'hunter33x'],
  ['PG_URI', 'host=db user=app password=hunter34x', 'hunter34x'],
  ['MSSQL', "Server=db;Pwd='hun ter35';", 'hun ter35'],
  ['GOOGLE_CREDENTIALS', '{"type":"service_account","client_secret":"opaque-creds-9"}', 'opaque-creds-9'],
  ['SETTINGS', '{"db":[{"password":"hunter36x"}]}', 'hunter36x'],
  ['LOGIN_COOKIE', '"sid=abcdef654321; theme=dark"', 'abcdef654321'],
  ['FRAGMENT', 'https://h.example/x#token=opaque-frag-77', 'opaque-frag-77'],
  ['ORACLE', 'jdbc:oracle:thin:scott/tiger77x@//h:1521/x', 'tiger77x'],
  ['SLASHED_URL', 'postgres://app:pa/ss77x@h/db', 'pa/ss77x'],
  ['HEADERS', 'Authorization: Bearer opaque-header-7', 'opaque-header-7'],
  ['DB_PW', 'hunter37x', 'hunter37x'],
  ['ADMIN_PW', '471199', '471199'],
  ['WALLET_MNEMONIC', 'legal winner thank year wave', 'legal winner thank year wave'],
];

/** The settings of MCP servers, and the secrets in them. */
const SERVERS = [
  {
    args: [
      ...['srv.js', '--api-key', 'opaque-arg-71', '--db-pw=hunter72x', '-e', 'API_KEY=opaque-arg-73'],
      ...[
        '--env=MY_TOKEN=opaque-arg-74',
        '--header',
        'Authorization: Bearer opaque-arg-75',
        '--header',
        'X-Tenant:opaque-arg-76',
      ],
    ],
    env: {
      API_KEYS: 'opaque-one-77,opaque-two-78',
      DB_PW: 'hunter79x',
      TG: '1234:AAHdqTcvCH1v',
      PLAIN: 'opaque-env-81',
    },
  },
  {
    url: 'https://mcp.example/s/opaque-path-token-82/mcp?profile=opaque-parameter-83',
    headers: { 'X-Tenant': 'opaque-header-84', Authorization: 'Bearer opaque-header-85' },
  },
];
/** What a CLI is given by its own names: settings at any depth and in any number, and MCP servers among them. */
const NATIVE = {
  config: {
    permissions: { allow: Array.from({ length: 300 }, (_, n) => `Bash(npm run task-${n}:*)`) },
    note: 'a word '.repeat(20_000),
    mcp_servers: {
      near: { env: { TENANT: 'opaque-tenant-86' }, args: ['--token', 'opaque-arg-88'] },
      listed: { env: [{ name: 'TENANT', value: 'opaque-pair-87' }] },
      far: { url: 'https://mcp.example/s/opaque-path-token-89/mcp', http_headers: { 'X-Tenant': 'opaque-header-90' } },
    },
    'mcp_servers.dotted.env.TENANT': 'opaque-dotted-91',
    deep: { of: { it: [{ api_token: 'Bearer opaque-token-92' }] } },
    text: '{"apiKey":"opaque-text-93"}',
  },
  args: ['--mcp-config', '{"mcpServers":{"a":{"env":{"TENANT":"opaque-word-94"}}}}'],
};
const OF_NATIVE = [
  ...['opaque-tenant-86', 'opaque-pair-87', 'opaque-arg-88', 'opaque-path-token-89', 'opaque-header-90'],
  ...['opaque-dotted-91', 'opaque-token-92', 'opaque-text-93', 'opaque-word-94'],
];
/** A secret that is longer than a line of base64. */
const LONG_KEY = `not-a-known-form-${digits(60)}${text(60)}+/`;
const OF_SERVERS = [
  ...['opaque-arg-71', 'hunter72x', 'opaque-arg-73', 'opaque-arg-74', 'opaque-arg-75', 'opaque-arg-76'],
  ...['opaque-one-77', 'opaque-two-78', 'hunter79x', 'AAHdqTcvCH1v', 'opaque-env-81', 'opaque-path-token-82'],
  ...['opaque-parameter-83', 'opaque-header-84', 'opaque-header-85'],
];

/** One character as JSON may write it: `\u` and its number. */
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
const inCapitals = (text: string): string =>
  text.replace(/%..|\\u..../g, (each) => each.toUpperCase().replace('U', 'u'));
const inSmall = (text: string): string => text.replace(/%../g, (each) => each.toLowerCase());

/** Programs that write JSON, whose strings differ from those of JSON.stringify. */
const JSON_WRITERS: readonly (readonly [name: string, write: (json: string) => string])[] = [
  ['Python', (json) => json.replace(/[\u0080-\uffff]/g, escaped)],
  ['Go', (json) => json.replace(/[<>&]/g, escaped)],
  ['PHP', (json) => json.replaceAll('/', '\\/').replace(/[\u0080-\uffff]/g, escaped)],
  ['PHP without escapes of letters', (json) => json.replaceAll('/', '\\/')],
  ['Java', (json) => inCapitals(json.replace(/[\u0080-\uffff]/g, escaped))],
  ['a page of HTML', (json) => inCapitals(json.replace(/[<>/]/g, escaped))],
];

/** The ways in which a program may write a known value. */
const ENCODINGS: readonly (readonly [name: string, write: (value: string) => string])[] = [
  ['as it is', (value) => value],
  ['in JSON', (value) => JSON.stringify({ value })],
  ['in JSON in JSON', (value) => JSON.stringify(JSON.stringify({ value }))],
  ...JSON_WRITERS.map(([name, write]): [string, (value: string) => string] => [
    `in JSON as ${name} writes it`,
    (value) => write(JSON.stringify({ value })),
  ]),
  ['percent encoded', (value) => encodeURIComponent(value)],
  ['percent encoded in small letters', (value) => inSmall(encodeURIComponent(value))],
  ['percent encoded but for its slashes', (value) => encodeURIComponent(value).replaceAll('%2F', '/')],
  [
    'percent encoded as RFC 3986 has it',
    (value) =>
      encodeURIComponent(value).replace(/[!'()*]/g, (char) => `%${Buffer.from(char).toString('hex').toUpperCase()}`),
  ],
  ['as a field of a form', (value) => new URLSearchParams({ value }).toString()],
  ['as a field of a form in small letters', (value) => inSmall(new URLSearchParams({ value }).toString())],
  ['hexadecimal', (value) => Buffer.from(value).toString('hex')],
  ['hexadecimal in capitals', (value) => Buffer.from(value).toString('hex').toUpperCase()],
  ['base64', (value) => Buffer.from(value).toString('base64')],
  ['base64 behind a name', (value) => Buffer.from(`alice:${value}`).toString('base64')],
  ['base64 at another place', (value) => Buffer.from(`bob:${value}\n`).toString('base64')],
  ['base64 for addresses', (value) => Buffer.from(`a?:${value}`).toString('base64url')],
];

/** Texts around a secret that nobody has named as one, and the secret. */
const LOOKS: readonly (readonly [name: string, before: string, secret: string, after: string])[] = [
  ['Anthropic', 'key ', `sk-ant-api03-${text(40)}`, '.'],
  ['OpenAI', '"', `sk-proj-${text(40)}`, '"'],
  ['Stripe', 'live: ', `sk_live_${text(24)}`, '\n'],
  ['Stripe, restricted', '', `rk_live_${text(24)}`, ' '],
  ['GitHub', 'push ', `ghp_${text(36)}`, ' '],
  ['GitHub, fine grained', '', `github_pat_${text(60)}`, ' '],
  ['GitHub, as user of an address', 'https://x:', `gho_${text(36)}`, '@github.com/a/b'],
  ['GitLab', 'token ', `glpat-${text(20)}`, ','],
  ['npm', '//registry.npmjs.org/:_authToken=', `npm_${text(36)}`, '\n'],
  ['PyPI', '', `pypi-${text(50)}`, ' '],
  ['Hugging Face', '(', `hf_${text(34)}`, ')'],
  ['Google API', '', `AIza${text(35)}`, ' '],
  ['Google OAuth', 'Bearer ', `ya29.${text(40)}`, ' '],
  ['Google client', '', `GOCSPX-${text(28)}`, ' '],
  ['Slack', '', `xoxb-${digits(12)}-${digits(12)}-${text(24)}`, ' '],
  ['Slack hook', '', `https://hooks.slack.com/services/T0AB/B0CD/${text(24)}`, ' '],
  ['AWS', '', `AKIA${text(16).toUpperCase()}`, ' '],
  ['AWS, temporary', '', `ASIA${text(16).toUpperCase()}`, ' '],
  ['AWS secret', 'aws_secret_access_key":"', `${text(30)}/+${digits(8)}`, '"'],
  ['Groq', '', `gsk_${text(52)}`, ' '],
  ['xAI', '', `xai-${text(60)}`, ' '],
  ['Linear', '', `lin_api_${text(40)}`, ' '],
  ['Notion', '', `ntn_${digits(11)}${text(35)}`, ' '],
  ['Docker', '', `dckr_pat_${text(27)}`, ' '],
  ['Figma', '', `figd_${text(40)}`, ' '],
  ['Grafana', '', `glsa_${text(32)}_abcdef12`, ' '],
  ['Shopify', '', `shpat_${text(32)}`, ' '],
  ['Vercel', '', `vcp_${text(40)}`, ' '],
  ['Vault', '', `hvs.${text(90)}`, ' '],
  ['SendGrid', '', `SG.${text(22)}.${text(43)}`, ' '],
  ['Databricks', '', `dapi${'0123456789abcdef'.repeat(2)}`, ' '],
  ['JSON web token', 'jwt=', `eyJ${text(20)}.eyJ${text(30)}.${text(43)}`, ';'],
  ['bearer token', 'Authorization: Bearer ', `opaque.${text(20)}`, '\n'],
  ['basic login', 'Authorization: Basic ', Buffer.from('alice:open sesame').toString('base64'), '\n'],
  ['a cookie', 'Cookie: ', 'sid=31d4d96e407aad42', '\n'],
  ['a cookie that is set', 'set-cookie: ', 'session=deadbeef; Path=/', '\n'],
  ['the password of an address', 'postgres://app:', 'pa55-w0rd', '@db.example/app'],
  ['the user of an address', 'https://', text(40), '@github.com/a.git'],
  ['a password in JSON', '{"user":"alice","password":"', 'correct horse', '","port":1}'],
  ['a secret in JSON', '{"clientSecret": "', 'Zx9-staple', '"}'],
  ['a token in JSON', "{'refresh_token': '", 'battery-9', "'}"],
  ['a setting', 'export DB_PASSWORD=', 'staple-battery', '\n'],
  ['a setting in quotes', "MY_SECRET='", 'battery9', "'\n"],
  ['Azure storage', 'AccountName=a;AccountKey=', `${text(86)}==`, ';EndpointSuffix=e'],
  ['the token of a header', 'X-Auth-Token: ', text(20), '\n'],
  ['a long token in JSON', '{"token":"', text(24), '"}'],
  ['a login in JSON', '{"auth":"', Buffer.from('alice:open sesame').toString('base64'), '"}'],
  ['a private key', '', `-----BEGIN PRIVATE KEY-----\n${PEM_BODY}\n-----END PRIVATE KEY-----`, '\n'],
  [
    'a private key of OpenSSH',
    '',
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${PEM_BODY}\n-----END OPENSSH PRIVATE KEY-----`,
    '\n',
  ],
];

/**
 * Texts like LOOKS that are only found in one piece, because they are known by a word that is too common to wait for
 * the text after it.
 */
const LOOKS_WHOLE: typeof LOOKS = [
  ['Discord hook', '', `https://discord.com/api/webhooks/${digits(18)}/${text(60)}`, ' '],
  ['1Password', '', `ops_eyJ${text(80)}`, ' '],
  ['DigitalOcean', '', `dop_v1_${'0123456789abcdef'.repeat(4)}`, ' '],
  ['Atlassian', '', `ATATT3xFfGF0${text(60)}`, ' '],
  ['Sentry', '', `sntrys_eyJ${text(60)}`, ' '],
  ['Sentry, of a user', '', `sntryu_${'0123456789abcdef'.repeat(4)}`, ' '],
  ['Postman', '', `PMAK-${'0123456789abcdef'.repeat(3)}`, ' '],
  ['RubyGems', '', `rubygems_${'0123456789abcdef'.repeat(3)}`, ' '],
  ['age', '', `AGE-SECRET-KEY-1${text(58).toUpperCase()}`, ' '],
  ['Supabase', '', `sb_secret_${text(30)}`, ' '],
  ['PlanetScale', '', `pscale_tkn_${text(40)}`, ' '],
  ['NVIDIA', '', `nvapi-${text(64)}`, ' '],
  ['Square', '', `sq0atp-${text(22)}`, ' '],
  ['a text of a program', 'password = "', 'staple-battery', '"'],
  ['a setting of PowerShell', '$env:DB_PASSWORD = "', 'staple-battery', '"'],
  ['a line of YAML', 'db:\n  password: ', 'staple-battery', '\n'],
  ['a key in YAML', 'a: b\napi_key: ', text(20), '\n'],
  ['an option', 'mysql --password ', 'staple-battery', ' db'],
  ['a login', 'curl -u alice:', 'wonder-land', ' https://example.com'],
  ['.netrc', 'machine x login alice password ', 'wonder-land', '\n'],
  ['XML', '<password>', 'staple-battery', '</password>'],
  ['a variable of ACP', '{"env":[{"name":"DB_PASSWORD","value":"', 'staple-battery', '"}]}'],
  ['a variable of ACP, the value first', '{"env":[{"value":"', 'staple-battery', '","name":"DB_PASSWORD"}]}'],
  ['a key of an environment', "{ name: 'ENCRYPTION_KEY', value: '", 'staple-battery', "' }"],
  ['a setting in XML', '<add key="DbPassword" value="', 'staple battery', '"/>'],
  ['HCL in columns', 'secret_key         = "', 'staple-battery', '"'],
  ['an array of PHP', "'password'   => '", 'staple-battery', "',"],
  ['a hash of Ruby', ':password => "', 'staple-battery', '",'],
  ['a Dockerfile', 'FROM x\nENV DB_PASSWORD ', 'staple-battery', '\n'],
  ['a setting of fish', 'set -gx API_KEY ', 'staple-battery', '\n'],
  ['a setting of Windows', 'setx DB_PASSWORD "', 'staple-battery', '"'],
  ['a login by its long name', 'curl --user alice:', 'wonder-land', ' https://example.com'],
  ['a login of a proxy', "curl --proxy-user='alice:", 'wonder-land', "' https://example.com"],
  ['a login of a proxy by its short name', 'curl -U alice:', 'wonder-land', ' https://example.com'],
  ['a login in quotes', 'curl -u "alice:', 'wonder-land', '" https://example.com'],
  ['sshpass', 'sshpass -p ', 'staple-battery', ' ssh a'],
  ['mysql', 'mysql -uroot -p', 'staple-battery', ' db'],
  ['mysqldump', 'mysqldump -h db.example -p', 'staple-battery', ' db'],
  ['redis-cli', 'redis-cli -h db.example -a ', 'staple-battery', ' ping'],
  ['a login of npm', '//registry.example/:_auth=', Buffer.from('alice:open sesame').toString('base64'), '\n'],
  ['Telegram', 'bot ', `123456789:AAH${text(32)}`, '.'],
  ['Telegram, in an address', 'https://api.telegram.org/', `bot1234567890:AAH${text(32)}`, '/getMe'],
  ['Discord', 'as ', `MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.${text(27)}`, ' '],
  ['Twilio', '', `SK${'0123456789abcdef'.repeat(2)}`, ' '],
  ['Mailgun', '', `key-${'0123456789abcdxy'.repeat(2)}`, ' '],
  ['/etc/shadow', 'root:', `$6$abcd$${text(86)}`, ':19000:0'],
  ['bcrypt', '"', `$2b$10$${text(53)}`, '"'],
  ['a signed address', 'https://x.example/c?sv=1&sig=', `${text(40)}%3D`, '&se=2'],
];

/** Texts like these whose name stands in a line of its own, so that only a line of a recording that has both is hidden. */
const LOOKS_OF_LINES: typeof LOOKS = [
  ['a variable of Kubernetes', '{\n  "name": "GITHUB_TOKEN",\n  "value": "', 'staple battery', '"\n}'],
  ['a variable of ECS', 'name  = "API_KEY"\nvalue = "', 'staple-battery', '"'],
  ['a variable of Kubernetes in YAML', '- name: DB_PASSWORD\n  value: ', 'staple-battery', '\n'],
];

const VALUES = KNOWN.map(([name, value, secret = value]) => ({ name, value, secret }));

const machine = createRedactor(
  findMachineSecrets({
    cwd: '/w',
    env: Object.fromEntries(
      [...KNOWN.slice(0, 8), ...PARTS, ['LONG_KEY', LONG_KEY] as const].map(([name, value]) => [name, value]),
    ),
    settings: KNOWN.slice(8).map(([name, value]): [string, string] => [name, value]),
    secrets: [...findServerSecrets(SERVERS), ...findNativeSecrets(NATIVE)],
  }),
);

function record(lines: readonly string[], options: LineRedactorOptions = {}): readonly string[] {
  const written: string[] = [];
  const redactor = createLineRedactor<undefined>(machine, (line) => written.push(line), options);
  for (const line of lines) {
    redactor.push(line, 'out', undefined);
  }
  redactor.flush();
  return written;
}

const delta = (piece: string, lane: number): string => JSON.stringify({ type: 'delta', lane, part: { text: piece } });

function cut(whole: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
    whole.slice(index * size, (index + 1) * size),
  );
}

/** Returns the text that can be put together from a stream of deltas. */
function joined(lines: readonly string[], lane: number): string {
  return lines
    .map((line): { lane: number; part: { text: string } } => JSON.parse(line))
    .flatMap((line) => (line.lane === lane ? [line.part.text] : []))
    .join('');
}

/** The ways in which a text comes into a recording, each with what a reader of the recording could make of it. */
const WAYS: readonly (readonly [name: string, write: (whole: string) => string])[] = [
  ['in a line', (whole) => record([`see: ${whole}`]).join('\n')],
  ['in lines', (whole) => record(whole.split('\n')).join('\n')],
  ['in JSON', (whole) => String(JSON.parse(record([JSON.stringify({ a: whole })])[0] ?? '').a)],
  [
    'in JSON in JSON',
    (whole) =>
      String(JSON.parse(JSON.parse(record([JSON.stringify({ a: JSON.stringify({ b: whole }) })])[0] ?? '').a).b),
  ],
  ...[1, 2, 5, 13].map((size): readonly [string, (whole: string) => string] => [
    `cut every ${size} characters`,
    (whole) => joined(record(cut(`so: ${whole}`, size).map((piece) => delta(piece, 0))), 0),
  ]),
  [
    'cut in two lanes that are told in turns',
    (whole) => {
      const lines = cut(whole, 9).flatMap((piece, index) => [delta(piece, 0), delta(`word ${index} `, 1)]);
      return joined(record(lines), 0);
    },
  ],
];

/** Returns a part of the secret in the text that is long enough to be useful. */
function findRest(secret: string, shown: string): string | undefined {
  const size = Math.min(secret.length, 12);
  const parts = Array.from({ length: secret.length - size + 1 }, (_, at) => secret.slice(at, at + size));
  return parts.find((part) => shown.includes(part) && !part.includes('-----'));
}

describe.each(WAYS)('a recording of a secret %s', (_way, write) => {
  it.each(LOOKS)('known by its looks: %s', (_name, before, secret, after) => {
    expect(
      findRest(secret.replace(/^https:\/\/hooks\.slack\.com\/services\//, ''), write(before + secret + after)),
    ).toBeUndefined();
  });

  it.each(VALUES)('known from $name', ({ value, secret }) => {
    expect(write(`it is ${value}!`)).not.toContain(secret);
  });

  it.each(PARTS)('that is a part of %s', (_name, value, ...parts) => {
    for (const part of parts) {
      expect(write(`it is ${part}!`)).not.toContain(part);
      expect(write(`it is ${value}!`)).not.toContain(part);
    }
  });

  it.each(OF_SERVERS)('that an MCP server is given: %s', (secret) => {
    expect(write(`it is ${secret}!`)).not.toContain(secret);
  });

  it.each(OF_NATIVE)('that a CLI is given by its own names: %s', (secret) => {
    expect(write(`it is ${secret}!`)).not.toContain(secret);
  });
});

describe.each(WAYS.slice(0, 4))('a recording of a secret in one piece %s', (_way, write) => {
  it.each(LOOKS_WHOLE)('known by its looks: %s', (_name, before, secret, after) => {
    expect(findRest(secret, write(before + secret + after))).toBeUndefined();
  });
});

describe.each([WAYS[0], WAYS[2], WAYS[3]].flatMap((way) => (way === undefined ? [] : [way])))(
  'a recording of a secret of two lines %s',
  (_way, write) => {
    it.each(LOOKS_OF_LINES)('known by its looks: %s', (_name, before, secret, after) => {
      expect(findRest(secret, write(before + secret + after))).toBeUndefined();
    });
  },
);

describe.each(ENCODINGS)('a recording of a known secret %s', (_encoding, encode) => {
  it.each(VALUES)('$name', ({ secret }) => {
    // The rest of a short secret in base64 shares its characters with its neighbours, and reveals only a few bits.
    const encoded = encode(secret);
    const written = record([JSON.stringify({ a: encoded })])[0] ?? '';
    const rest = JSON.parse(written).a as string;
    expect(rest).not.toContain(secret);
    expect(rest === encoded && encoded.length > 12).toBe(false);
  });
});

it.each([76, 64])('hides a long secret in base64 that is broken every %i characters', (width) => {
  for (const tail of ['', '\n', ' and more']) {
    const lines =
      Buffer.from(LONG_KEY + tail)
        .toString('base64')
        .match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
    expect(lines.length).toBeGreaterThan(2);
    const ways = [
      lines,
      [JSON.stringify({ output: lines.join('\n') })],
      [JSON.stringify({ output: lines.join('\r\n') })],
    ];
    for (const way of ways) {
      const shown = record(way).join('\n');
      // The end of the last line depends on what follows the secret.
      expect(
        lines.map((line) => line.slice(0, 12)).filter((part) => part.length === 12 && shown.includes(part)),
      ).toEqual([]);
    }
  }
});

it('takes a value with half of a surrogate pair for a secret as well', () => {
  const secret = 'Zq7\ud83d&T9m<K~w4';
  const odd = createRedactor(findMachineSecrets({ cwd: '/w', env: {}, settings: [['ODD_API_KEY', secret]] }));
  const written: string[] = [];
  const redactor = createLineRedactor<undefined>(odd, (line) => written.push(line));
  redactor.push(JSON.stringify({ a: secret, b: new URLSearchParams({ secret }).toString() }), 'out', undefined);
  redactor.flush();
  expect(JSON.parse(written[0] ?? '')).toEqual({ a: '<key>', b: 'secret=<key>' });
});

it.each(JSON_WRITERS)('hides a known secret in a line that %s has written', (_name, write) => {
  for (const { secret } of VALUES) {
    const lines = [JSON.stringify({ a: `it is ${secret}!` }), JSON.stringify({ a: JSON.stringify({ b: secret }) })];
    for (const line of lines) {
      const read = JSON.parse(record([write(line)])[0] ?? '').a as string;
      expect(read).not.toContain(secret);
      expect(read).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
  }
});

const HARMLESS: readonly string[] = [
  'the password: of a house is its key',
  '{"type":"object","properties":{"password":{"type":"string"}}}',
  'PASSWORD=$PASSWORD npm start',
  'token usage: 4815 tokens',
  'https://example.com:8080/a?b=c',
  'user@example.com wrote to http://127.0.0.1/x@y',
  'task-notification-of-many-words sk-short',
  'const secret = read(name); cookie.set(a, b)',
  'key: value, pass: true',
  'password: the one that you were given',
  '{"token":" hello"}',
  'docker run -u 1000:1000 image --key value',
  'token = next(tokens)',
  'if (password == other) { return <Password>; }',
  'interface User { name: string; "password": "string" }',
  '{"secret":"any","credentials":"include","password":"null"}',
  "fetch(url, { credentials: 'same-origin' })",
  'password=input(text) api_key=process.env.API_KEY secret=config.secret',
  'PWD=/srv/project OLDPWD=/opt/x',
  'PWD=/app\nOLDPWD=/code\n',
  'Authorization: Bearer \u0024{token}',
  'headers: { Authorization: `Bearer \u0024{key}` }',
  'docker run --user root:root x; docker run -u node:node x; docker run --user 1000:1000 x',
  'mysql -u root -p db; mysql --port 3306; redis-cli -h x ping; sshpass -p $PW ssh a',
  '{"name":"token_limit","value":"12345"},{"name":"max_tokens","value":"12345"}',
  '{"name":"primary_key","value":"user_id"},{"name":"HOME","value":"/x/yzzz"}',
  '{"name":"password","value":"$DB_PASSWORD"},{"value":"{{ secret }}","name":"api_key"}',
  'map = { key => value }, ENV PATH /usr/bin, the pw is long, pw="$PW", sed s/a/$1$2/',
  '{"command":"ls","description":"Run a command"}',
  'a description": "of what is passed on; he spoke: "we do", and was keen: "yes"',
];

it.each(HARMLESS)('leaves alone what hides nothing: %s', (line) => {
  expect(record([line])).toEqual([line]);
});

// Nobody tells whether a word or a line begins where a piece does, or whether the beginning of a value becomes a word of code.
const CUT_BY_WORDS = [
  'task-notification-of-many-words sk-short',
  'key: value, pass: true',
  "fetch(url, { credentials: 'same-origin' })",
];

// The letters of a name such as `dsn` stand in order, though not together, in half of all sentences.
it.each(HARMLESS)('leaves it alone however a stream cuts it: %s', (line) => {
  const sizes = CUT_BY_WORDS.includes(line) ? [] : [1, 2, 3, 4, 5, 8];
  for (const pieces of [line.split(/(?= )|\b/), ...sizes.map((size) => cut(line, size))]) {
    const lines = pieces.map((piece) => delta(piece, 0));
    expect(joined(record(lines), 0), 'in a recording').toBe(line);
    expect(joined(record(lines, { texts: { text: 1 } }), 0), 'in a store').toBe(line);
  }
});

it('leaves it alone where each line has an id and a time of its own', () => {
  const ids = [...HARMLESS.slice(-2).join(' ')].map((piece, n) =>
    JSON.stringify({
      text: piece,
      lane: 1,
      id: `b9f89734-6fa2-4858-bb73-${String(n).padStart(12, '0')}`,
      timestamp: '2026-11-23T05:05:01.317Z',
    }),
  );
  expect(record(ids)).toEqual(ids);
});

it('does not go on from one lane into another that was heard before', () => {
  const lines = [delta('so s', 0), delta('unny', 0), delta('a secret', 1), delta('":"yes', 0)];
  expect(record(lines)).toEqual(lines);
  const [heard, again, own] = [delta('so s', 0), delta('unny', 0), delta('my password=', 1)];
  const shown = record([heard, again, own, delta('walking on', 0), delta('hunter22 it is', 1)]);
  expect(shown).toEqual([heard, again, own, delta('walking on', 0), delta('<key> it is', 1)]);
});

it('gives a line at once that no secret can go on from', () => {
  const written: string[] = [];
  const redactor = createLineRedactor<undefined>(createRedactor({}), (line) => written.push(line));
  for (const line of [delta('plain words.', 0), delta('and more of them.', 0)]) {
    redactor.push(line, 'out', undefined);
    expect(written.at(-1)).toBe(line);
  }
});

it('hides what is known to the letter, though other pieces of the same form come between its own', () => {
  const [before, after] = [delta('it is not-a-known', 0), delta('-form-1', 0)];
  const written = record([before, delta('a word', 0), after]);
  expect(written.map((line) => JSON.parse(line).part.text)).toEqual([
    expect.stringMatching(/^it is <k/),
    'a word',
    'ey>',
  ]);
});

describe(`two secrets (AMUX_SEED=${DRAW_SEED})`, () => {
  interface Written {
    readonly before?: string;
    readonly secret: string;
    readonly after?: string;
  }
  // What is shorter may be a part of the words around it.
  const all: readonly Written[] = [
    ...LOOKS.map(([, before, secret, after]) => ({ before, secret, after })),
    ...VALUES,
  ].filter(({ secret }) => secret.length >= 12 && secret.length < 200 && !secret.includes('\n'));
  const random = createSeededRandom(DRAW_SEED);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const write = ({ before = '', secret, after = '' }: Written): string => `${before}${secret}${after}`;
  const cutAnywhere = (whole: string): string[] => {
    const places = Array.from({ length: 1 + Math.floor(random() * 4) }, () => Math.floor(random() * whole.length));
    return [0, ...places.sort((a, b) => a - b)].map((from, index) => whole.slice(from, places[index]));
  };
  const draws = Array.from({ length: IS_CI ? 5_000 : 800 }, () => [pick(all), pick(all)] as const);
  const expectHidden = ({ secret }: Written, lines: readonly string[], lane: number, options = {}): void => {
    const shown = joined(record(lines, options), lane);
    expect(findRest(secret, shown), `${lines.join('\n')}\nbecame ${shown}`).toBeUndefined();
  };

  it('are hidden where they stand side by side, wherever they are cut', () => {
    for (const [first, second] of draws) {
      const pieces = cutAnywhere(`so ${write(first)}${pick([' ', ', ', '; '])}${write(second)}.`);
      const lines = pieces.map((piece) => delta(piece, 0));
      for (const options of [{}, { texts: { text: 0 } }]) {
        expectHidden(first, lines, 0, options);
        expectHidden(second, lines, 0, options);
      }
    }
  }, 120_000);

  it('are hidden where they come in two lanes, in whatever order', () => {
    for (const both of draws) {
      const lanes = both.map((each) => cutAnywhere(`So ${write(each)}. And`));
      const lines: string[] = [];
      for (let left = lanes.filter((lane) => lane.length > 0); left.length > 0; ) {
        const lane = pick(left);
        lines.push(delta(lane.shift() ?? '', lanes.indexOf(lane)));
        left = lanes.filter(({ length }) => length > 0);
      }
      both.forEach((each, lane) => {
        expectHidden(each, lines, lane);
      });
    }
  }, 120_000);
});

it.each<[string, readonly string[], readonly string[]]>([
  [
    'the user of an address, where a piece ends with it',
    [`x https://${text(24)}`, '@host.example/'],
    ['x https://<key>', '@host.example/'],
  ],
  [
    'the password of an address, where a piece ends with it',
    ['see postgres://app:s3cr', '@db.example/'],
    ['see postgres://app:<key>', '@db.example/'],
  ],
  [
    'a value whose name began in the piece before',
    ['s', 'et-cookie: session=d', 'eadbeef; Path=/'],
    ['s', 'et-cookie: <k', 'ey>'],
  ],
])('hides %s', (_what, pieces, shown) => {
  const lines = record(pieces.map((piece) => delta(piece, 0)));
  expect(lines.map((line) => JSON.parse(line).part.text)).toEqual(shown);
});

it('hides a key that nothing follows for many lines', () => {
  const key = `sk-ant-api03-${text(40)}`;
  const between = Array.from({ length: 200 }, (_, index) => delta(`. word ${index}`, 9));
  const lines = record([delta(`so ${key.slice(0, 25)}`, 0), delta(key.slice(25), 0), ...between]);
  expect(findRest(key, joined(lines, 0))).toBeUndefined();
});

it('hides two secrets that are known to the letter, though many lines come between their halves', () => {
  const [one, other] = ['not-a-known-form-1', 'pepper-and-salt'];
  const halves = (secret: string): [string, string] => [secret.slice(0, 7), secret.slice(7)];
  const [[a, b], [c, d]] = [halves(one), halves(other)];
  const between = Array.from({ length: 200 }, (_, index) => delta(`word ${index} `, 9));
  const lines = record([delta(a, 0), delta(c, 1), ...between, delta(b, 0), delta(d, 1)]);
  expect(joined(lines, 0)).not.toContain(b);
  expect(joined(lines, 1)).not.toContain(d);
});
