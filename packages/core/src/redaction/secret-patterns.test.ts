import { describe, expect, it } from 'vitest';
import { growthOf } from '../../../../test/support/spent.ts';
import { createRedactor, type RedactOptions } from './redact.ts';
import { createLineRedactor } from './redact-lines.ts';
import { countPublic, describePatterns } from './secret-patterns.ts';

const redactorOf = (options: RedactOptions) => createRedactor(options).piece;
const hidden = redactorOf({});
const hides = (text: string): boolean => hidden(text).includes('<key>');

const told: string[] = [];
const lines = createLineRedactor<undefined>(createRedactor({}), (line) => told.push(JSON.parse(line).delta));
/** What is shown of a text that a stream cuts in two at this place. */
function shownCut(text: string, at: number): string {
  told.length = 0;
  for (const delta of [text.slice(0, at), text.slice(at)]) {
    lines.push(JSON.stringify({ delta }), 'run', undefined);
  }
  lines.flush();
  return told.join('');
}
const cutAnywhere = (text: string): string[] => Array.from(text, (_, at) => shownCut(text, at));

const ALNUM = 'aZ09';
/**
 * The prefixes that makers write before their keys, the characters that may follow, one that may not, and the least
 * length.
 */
const TOKENS: readonly (readonly [prefixes: string, allowed: string, other: string, least: number])[] = [
  ['sk-', `${ALNUM}_-`, '.', 16],
  ['sk_live_ sk_test_ rk_live_ rk_test_ whsec_', ALNUM, '_', 10],
  ['eyJ', `${ALNUM}_.-`, '+', 30],
  ['ghp_ gho_ ghu_ ghs_ ghr_ github_pat_', `${ALNUM}_`, '-', 20],
  ['glpat- gldt- glrt- glcbt- glptt- glft-', `${ALNUM}_.-`, '+', 16],
  ['AIza', `${ALNUM}_-`, '.', 30],
  ['GOCSPX-', `${ALNUM}_-`, '.', 20],
  ['ya29.', `${ALNUM}_-`, '+', 16],
  ['xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-', `${ALNUM}-`, '_', 10],
  ['AKIA ASIA AGPA AIDA AROA AIPA ANPA ANVA', 'AZ09', 'a', 16],
  ['npm_', ALNUM, '_', 30],
  ['pypi-', `${ALNUM}_-`, '.', 30],
  ['hf_', ALNUM, '_', 20],
  ['gsk_ xai- pplx- r8_', `${ALNUM}_-`, '.', 20],
  ['lin_api_ ntn_ dckr_pat_ figd_ glsa_', `${ALNUM}_-`, '.', 20],
  ['shppa_ shpca_ shpat_ shpss_', ALNUM, '_', 20],
  ['vcp_ vci_ vca_ vcr_ vck_', ALNUM, '_', 20],
  ['hvs. hvb. hvr. SG.', `${ALNUM}_.-`, '+', 24],
  ['dapi', 'aFf09', 'g', 32],
  ['https://hooks.slack.com/services/', `${ALNUM}/`, '_', 16],
];
/** Less common ones, which are only found in one piece. */
const TOKENS_IN_ONE_PIECE: typeof TOKENS = [
  ['ops_eyJ', `${ALNUM}_.=-`, '+', 30],
  ['dop_v1_ doo_v1_ dor_v1_ rubygems_ sbp_ sntryu_ pul-', 'af09', 'g', 32],
  ['ATATT ATCTT', `${ALNUM}_=-`, '.', 20],
  ['sntrys_ sb_secret_ nvapi- sq0atp- sq0csp-', `${ALNUM}_=+/-`, '.', 20],
  ['pscale_tkn_ pscale_pw_ pscale_oauth_', `${ALNUM}_.=-`, '+', 30],
  ['PMAK-', 'af09-', 'g', 30],
  ['tvly-', `${ALNUM}-`, '_', 20],
  ['AGE-SECRET-KEY-1', 'AZ09', 'a', 40],
  ['https://discord.com/api/webhooks/ https://discordapp.com/api/webhooks/', `${ALNUM}_/-`, '.', 40],
];
const fill = (signs: string, length: number): string => signs.repeat(length).slice(0, length);

describe.each([...TOKENS, ...TOKENS_IN_ONE_PIECE])('keys that begin with %s', (prefixes, allowed, other, least) => {
  it.each(prefixes.split(' '))('are hidden from their least length on: %s', (prefix) => {
    expect(hidden(`see ${prefix}${fill(allowed, least)} there`)).toBe('see <key> there');
    expect(hides(`see ${prefix}${fill(allowed, least - 1)} there`)).toBe(false);
    // Any other character ends the key.
    expect(hides(`see ${prefix}${fill(allowed, least - 1)}${other}${fill(allowed, 2)} there`)).toBe(false);
    // It hides nothing within a word.
    expect(hides(`seeX${prefix}${fill(allowed, least)}`)).toBe(false);
  });
});

describe.each(TOKENS)('keys that begin with %s and that a stream cuts', (prefixes, allowed, _, least) => {
  it.each(prefixes.split(' '))('are hidden, and their prefix tells nothing: %s', (prefix) => {
    const text = `see ${prefix}${fill(allowed, least)} there`;
    for (const at of [1, 2, prefix.length, prefix.length + 1, prefix.length + least - 1]) {
      expect(shownCut(text, 'see '.length + at)).toBe('see <key> there');
    }
    // The public beginning of a key reveals nothing, wherever it is cut.
    expect(countPublic(prefix)).toBe(prefix.length);
    expect(countPublic(prefix.slice(0, 2))).toBe(2);
    expect(countPublic(`${prefix}${fill(allowed, 3)}`)).toBeGreaterThanOrEqual(prefix.length);
  });
});

const NAMES = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'pass',
  'pwd',
  'pw',
  'mnemonic',
  'secret_access_key',
  'secret_key',
  'secret',
  'api_key',
  'access_key',
  'account_key',
  'private_key',
  'access_token',
  'refresh_token',
  'auth_token',
  'id_token',
  'session_token',
  'authorization',
  'cookie',
  'credentials',
  'credential',
  'dsn',
];
const VALUE = 'horse.battery';
const camel = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

describe.each(NAMES)('what is called %s', (name) => {
  it('is hidden as a field and as a setting, however it is written', () => {
    for (const written of new Set([name, name.toUpperCase(), camel(name), name.replaceAll('_', '-'), `my_${name}`])) {
      expect(hidden(`{"${written}":"${VALUE}"}`)).toBe(`{"${written}":"<key>"}`);
      expect(hidden(`{"${written}" : "${VALUE}"}`)).toBe(`{"${written}" : "<key>"}`);
      expect(hidden(`export ${written}=${VALUE} run`)).toBe(`export ${written}=<key> run`);
      expect(hidden(`${written}='${VALUE}'`)).toBe(`${written}='<key>'`);
    }
  });

  it('is hidden wherever a stream cuts it', () => {
    expect(new Set(cutAnywhere(`run ${name}=${VALUE} now`))).toEqual(new Set([`run ${name}=<key> now`]));
    expect(new Set(cutAnywhere(`{"${name}": "${VALUE}"}`))).toEqual(new Set([`{"${name}": "<key>"}`]));
  });

  it('is none where it refers to a value', () => {
    for (const reference of ['$HOME_KEY', '<your-key>', '%KEY%', '*****', '{key}', '[key]']) {
      expect(hides(`${name}=${reference}`)).toBe(false);
    }
  });

  it('tells nothing by its name', () => {
    expect(countPublic(name)).toBe(name.length);
    expect(countPublic(`${name}=`)).toBe(name.length + 1);
    expect(countPublic(`${name}=horse`)).toBe(name.length + 1);
  });
});

describe('keys of a shape of their own', () => {
  const hex = fill('0123456789abcdef', 32);
  it.each([
    ['123456789:AA', fill(ALNUM, 33), '-'],
    ['bot12345678:AA', fill(ALNUM, 33), '_'],
    ['MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.', fill(ALNUM, 40), 'a'],
    ['SK', hex, 'a'],
    ['key-', hex, 'z'],
  ])('are hidden as a whole, and not where they go on: %s', (prefix, rest, more) => {
    expect(hidden(`see ${prefix}${rest}. There`)).toBe('see <key>. There');
    expect(hidden(`seeX${prefix}${rest}`)).toBe(`seeX${prefix}${rest}`);
    expect(hides(`see ${prefix}${rest}${more}${more}`)).toBe(false);
  });

  it.each(['1', '5', '6', 'y', '2a', '2b', '2x', '2y', 'argon2i', 'argon2d', 'argon2id'])(
    'hashes of passwords: $%s$',
    (kind) => {
      expect(hidden(`root:$${kind}$${fill('aZ09./$=,+', 20)}:1`)).toBe('root:<key>:1');
      expect(hides(`root:$${kind}$${fill('aZ09./$=,+', 19)}:1`)).toBe(false);
      expect(hides(`root:$${kind}x$${fill('aZ09', 40)}:1`)).toBe(false);
    },
  );
});

it.each([
  ['{"name":"DB_', '_PASSWORD","value":"x'],
  ['"value":"abcd', 'efgh'],
  ['name: KEY\n', '   '],
  ['mysql ', 'mysql -a '],
  ['redis-cli ', '- '],
  ['"name":"a_', 'key_'],
  ['value\\\\\\', '\\\\'],
  ['"key" ', ', , , '],
  ['ENV A_', 'B_'],
  ['password    ', '    '],
  ['$6$', '$6$'],
  ['MTk4NjIyNDgzNDcx', 'MTk4.NjIy.'],
  [' -u ', ':a'],
])('take a time that grows with the text alone: %s', async (begin, more) => {
  const hide = (count: number): void => {
    hidden(begin + more.repeat(count));
    hidden(begin.repeat(count) + more);
  };
  expect(await growthOf(hide, 2_500)).toBeLessThan(100);
});

it.each(['NPM_TOKEN', 'token', 'SIGNING_KEY', 'DB_PASSWORD'])('a line of YAML behind one that names it %s', (name) => {
  expect(hidden(`- name: ${name}\n  value: ${VALUE}\n`)).toBe(`- name: ${name}\n  value: <key>\n`);
});

describe('what has no name of its own', () => {
  it.each(['pat', 'PAT'])('has not begun with the short name of a token: %s', (name) => {
    expect([name, `${name}=`, `${name}=horse`].map(countPublic)).toEqual([3, 4, 4]);
  });

  it.each([
    ['Authorization: Bearer abcdefghijkl', 'Authorization: Bearer <key>'],
    ['bearer abcdefghijkl==', 'bearer <key>'],
    ['Basic abcdefghijkl', 'Basic <key>'],
    ['Basic abcdefghijk', 'Basic abcdefghijk'],
    ['https://me:horse@host/', 'https://me:<key>@host/'],
    ['https://me:$TOKEN@host/', 'https://me:$TOKEN@host/'],
    ['https://abcdefghijklmnopqrst@host/', 'https://<key>@host/'],
    ['https://abcdefghijklmnopqrs@host/', 'https://abcdefghijklmnopqrs@host/'],
    ['Cookie: a=b; c=d', 'Cookie: <key>'],
    ['x-api-key: horse', 'x-api-key: <key>'],
    ['{"auth_token":"horse"}', '{"auth_token":"<key>"}'],
    ['{"my_token":"horse"}', '{"my_token":"<key>"}'],
    ['{"token":"horse"}', '{"token":"horse"}'],
    ['token=horse', 'token=<key>'],
    ['pat=horse', 'pat=<key>'],
    ['http://localhost:12345/', 'http://localhost:<port>/'],
    ['127.0.0.1:12345', '127.0.0.1:<port>'],
    ['[::1]:12345', '[::1]:<port>'],
    ['0.0.0.0:12345', '0.0.0.0:<port>'],
    ['127.0.0.1:1234', '127.0.0.1:1234'],
    ['127.0.0.1:123456', '127.0.0.1:123456'],
    ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY----- then', '<key> then'],
    ['-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc', '<key>'],
    ['-----BEGIN PUBLIC KEY-----\nabc', '-----BEGIN PUBLIC KEY-----\nabc'],
  ])('is hidden by its looks: %j', (text, redacted) => {
    expect(hidden(text)).toBe(redacted);
  });

  it.each([
    ['run token=horse.battery now', 'run token=<key> now'],
    ['run pat=horse.battery now', 'run pat=<key> now'],
    ['{"auth":"abcdefghijklmnop"}', '{"auth":"<key>"}'],
    ['as Bearer abcdefghijkl= now', 'as Bearer <key> now'],
    ['as Basic abcdefghijkl= now', 'as Basic <key> now'],
    ['to https://me:horse@host/', 'to https://me:<key>@host/'],
    ['to https://abcdefghijklmnopqrst@host/', 'to https://<key>@host/'],
    ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY----- then', '<key> then'],
  ])('is hidden by its looks wherever a stream cuts it: %j', (text, redacted) => {
    expect(new Set(cutAnywhere(text))).toEqual(new Set([redacted]));
  });

  it.each(['bearer', 'bearer ', 'Basic', 'Basic    ', '://', '://me:', ':', '-----BEGIN', '--', 'pass: Basic '])(
    'tells nothing by how it begins: %s',
    (begin) => {
      expect(countPublic(begin)).toBe(begin.length);
    },
  );

  it('tells something by any other beginning', () => {
    expect(countPublic('9 horses')).toBe(0);
  });
});

describe('what is known of the machine', () => {
  it('has ports that are named as such, and stay numbers', () => {
    const text = redactorOf({ ports: [41234, 5] });
    expect(text('{"port":41234}')).toBe('{"port":0}');
    expect(text('{"Port": "41234"}')).toBe('{"Port": "0"}');
    expect(text('port=41234 Port 5')).toBe('port=0 Port 0');
    expect(text('{"port":412345} import 41234x')).toBe('{"port":412345} import 0x');
    expect(text('{"other":41234}')).toBe('{"other":41234}');
  });

  it('has a user, whose folder is hidden, but not one of a name that all machines have', () => {
    const text = redactorOf({ user: 'al.ice' });
    for (const folder of ['/home/', '/Users/', '\\\\users\\\\', '/var/mail/', '/media/', '-home-']) {
      expect(text(`in ${folder}al.ice/x`)).toContain('<user>/x');
    }
    expect(text('/home/alxice/')).toBe('/home/alxice/');
    expect(text('/home/al.ices/')).toBe('/home/al.ices/');
    for (const user of ['root', 'user', 'users', 'USER', 'a']) {
      expect(describePatterns({ user })).toHaveLength(describePatterns({}).length);
    }
    expect(describePatterns({ user: 'ab' })).toHaveLength(describePatterns({}).length + 1);
  });

  it('is looked for only where it is asked for', () => {
    expect(describePatterns({ looks: 'keys' })).toHaveLength(describePatterns({}).length - 1);
    const kinds = describePatterns({ ports: [1], user: 'ab' }).map(({ kind, placeholder }) => `${kind} ${placeholder}`);
    expect([...new Set(kinds)]).toEqual(['key <key>', 'port <port>', 'port 0', 'user <user>']);
  });
});
