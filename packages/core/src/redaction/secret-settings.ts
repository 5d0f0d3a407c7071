/** Finds out which settings are secrets, by their names and by the looks of their values. */

const SECRET_NAME =
  /key|token|secret|pass(?!ive|through)|pwd|credential|auth(?!ors?(?:[_-]|$))|cookie|dsn|webhook|signature|mnemonic|(?:seed|recovery)[_-]?phrase|(?:^|[_-])(?:pat|pin|otp|psk|pw|jwt|sas|salt)(?:[_-]|$)|(?:^|[_-])seed$|conn(?:ection)?_?str/i;
/** The names of settings that have to do with a secret, and are none. */
const ABOUT_A_SECRET =
  /(?:^|[_-])(?:type|mode|file|path|dir|name|host|port|user|username|limit|count|size|ttl|timeout|command|helper|require|sock|algorithm|lifetime|enabled|provider|scope|issuer|endpoint|region|version|method|style|(?<!(?:api|auth|access|bot|refresh)[_-])tokens|parallelism|layout)$|(?:^|[_-])max[_-]/i;
/** The names of settings that say which model answers, and where: a conversation mentions their values all the time. */
const CHOICE = /(?:^|[_-])(?:model|models|provider|region|lang|locale|tz|term)$/i;
/** The names of secrets that may be numbers; other numbers are not hidden. */
const SECRET_NUMBER = /pass|pwd|secret|pin|otp|(?:^|[_-])pw(?:[_-]|$)/i;
/** Words that every conversation contains: hiding them would garble it, and would not reveal less. */
const EVERYDAY =
  /^(?:true|false|yes|none|null|auto|default|standard|basic|bearer|oauth2?|enabled?|disabled?|required|optional|always|never|prompt|root|admin|user|test|text|type|name|role|content|message|password|secret|token|local|localhost|production|development|error|data|value|stop|start|tool|model|file|path|command|input|output|result|assistant|system|string|object|number|boolean|array|debug|info|warn|warning|trace|verbose|silent|https?|stdio|json|yaml|utf-?8|staging|dev|prod|client|server|main)$/i;
const FOLDER = /^(?:[A-Za-z]:[\\/]|~?\/[^/]+\/|~\/)/;
/** Every shell exports its working folder and the one before it: `/app` and `/tmp` stand in half of all texts, and may have no second slash. */
const FOLDER_OF_SHELL = /^(?:OLD)?PWD$/;
const MIN_LENGTH = 4;

/** Whether a value is a word of every conversation, a plain number, or a folder. */
export function isEveryday(value: string): boolean {
  return value.length < MIN_LENGTH || EVERYDAY.test(value) || /^[\d.]+$/.test(value) || FOLDER.test(value);
}

/** Whether the name alone says that the value is no secret, such as `ANTHROPIC_MODEL`. */
export function isChoice(name: string): boolean {
  return CHOICE.test(name) && !SECRET_NAME.test(name);
}

/** Whether a name says that its value is only about a secret, such as `token_type`. */
export function isAboutASecret(name: string): boolean {
  return ABOUT_A_SECRET.test(name);
}

/** Whether the name alone says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !isAboutASecret(name);
}

/** Whether the value of this name is one, and no everyday word. */
export function isSecret(name: string, value: string): boolean {
  if (!isSecretName(name) || value.length < MIN_LENGTH || EVERYDAY.test(value)) {
    return false;
  }
  if (/^[\d.]+$/.test(value)) {
    return SECRET_NUMBER.test(name);
  }
  return !FOLDER.test(value) && !(FOLDER_OF_SHELL.test(name) && value.startsWith('/'));
}

/** Returns a header's value without the word before it, as in `Bearer …`. */
export function afterScheme(value: string): string[] {
  const [, secret = ''] = /^[A-Za-z]{3,12} +(\S+)$/.exec(value) ?? [];
  return secret.length < MIN_LENGTH ? [] : [secret];
}

/** Returns the secrets in an address: the password or the token of its user, and keys among its parameters and in its fragment. */
export function inAddress(value: string): string[] {
  const users = [...value.matchAll(/:\/\/([^\s/:@]*)(?::([^\s/@]*))?@/g)].map(
    ([, user = '', password]) => password ?? user,
  );
  // Who makes such an address by hand leaves a slash of the password as it is; what is behind a port is a path.
  const slashed = [...value.matchAll(/:\/\/[^\s/:@]{0,128}:(?!\d{1,5}\/)([^\s@]{1,256})@/g)].map(
    ([, password = '']) => password,
  );
  const oracle = [...value.matchAll(/\bjdbc:oracle:\w{1,16}:[^\s/:@]{1,128}\/([^\s@]{1,256})@/g)].map(
    ([, password = '']) => password,
  );
  const parameters = [...value.matchAll(/[?&#]([\w-]+)=([^&#\s]+)/g)].flatMap(([, name = '', text = '']) =>
    isSecret(name, text) ? [text] : [],
  );
  const slashes = slashed.filter((password) => password.includes('/'));
  return [...users, ...slashes, ...oracle, ...parameters]
    .flatMap((text) => [text, decode(text)])
    .filter((text) => text.length >= MIN_LENGTH && !EVERYDAY.test(text));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A text with a lone percent sign is not encoded, and stands for itself.
    return text;
  }
}
