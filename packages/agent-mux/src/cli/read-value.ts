/** Strict readers of the values of flags: the whole text must be valid, or the error names the flag and its value. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hintAtName } from '@agent-mux/events';
import { UsageError } from './usage-error.ts';

/** Reads one value; `flag` is for the message. */
export type Reader<T> = (text: string, flag: string) => T;

export const asText: Reader<string> = (text) => text;

export const asNumber: Reader<number> = (text, flag) => {
  // Number() alone takes '', ' 1 ', '0x10' and 'Infinity'.
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) || !Number.isFinite(Number(text))) {
    throw new UsageError(`${flag} must be a number, not ${JSON.stringify(text)}.`);
  }
  return Number(text);
};

/** A whole number of at least `least`. */
export function asWhole(least: number): Reader<number> {
  return (text, flag) => {
    const value = asNumber(text, flag);
    if (!Number.isSafeInteger(value) || value < least) {
      throw new UsageError(`${flag} must be a whole number of at least ${least}, not ${JSON.stringify(text)}.`);
    }
    return value;
  };
}

/** Reads each text, and throws UsageError with all mistakes. */
export function readEach<T>(texts: readonly string[], flag: string, read: Reader<T>): T[] {
  const mistakes: string[] = [];
  const values = texts.flatMap((text) => {
    try {
      return [read(text, flag)];
    } catch (error) {
      if (!(error instanceof UsageError)) {
        throw error;
      }
      mistakes.push(...error.messages);
      return [];
    }
  });
  if (mistakes.length > 0) {
    throw new UsageError(mistakes);
  }
  return values;
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a duration such as `90s`, `5m` or `1h30m`, in milliseconds; a bare number has the unit `unitMs`, whose name is `units`. */
export function asDuration(unitMs = 1, units = 'milliseconds'): Reader<number> {
  return (text, flag) => {
    if (/^\d+(\.\d+)?$/.test(text)) {
      return unitMs === 1 ? Number(text) : Math.round(Number(text) * unitMs);
    }
    if (!/^(\d+(\.\d+)?(ms|[smhd]))+$/.test(text)) {
      throw new UsageError(
        `${flag} must be a time such as 90s, 5m or 1h30m, or a number of ${units}, not ${JSON.stringify(text)}.`,
      );
    }
    const parts = text.matchAll(/([\d.]+)(ms|[smhd])/g);
    const sum = [...parts].reduce((ms, [, count, unit = '']) => ms + Number(count) * (UNIT_MS[unit] ?? 0), 0);
    // Rounding is needed because 0.1s would be 100.00000000000001 ms.
    return Math.round(sum);
  };
}

export const asPath: Reader<string> = (text, flag) => {
  if (text === '') {
    throw new UsageError(`${flag} must be a path, not "".`);
  }
  return resolve(text);
};

export const asFileText: Reader<string> = (text, flag) => {
  const path = asPath(text, flag);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${flag}: ${path} could not be read (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
};

/** Reads `K=V`; the value may be empty and may contain further `=`. A mistake does not tell the text, which may be the value alone. */
export const asPair: Reader<readonly [string, string]> = (text, flag) => {
  const at = text.indexOf('=');
  if (at < 1) {
    throw new UsageError(
      `${flag} must look like NAME=value; ${at === 0 ? 'no name stands before the "="' : 'there is no "="'}.`,
    );
  }
  return [text.slice(0, at), text.slice(at + 1)];
};

/** Reads JSON, or the path of a file that contains it. Whoever uses the value checks it. */
export const asJson: Reader<unknown> = (text, flag) => {
  const isInline = /^\s*[[{]/.test(text);
  if (!isInline && !existsSync(text)) {
    // A piece of JSON may be settings with a secret, and so may be a text in quotes.
    const told = /^[\w./\\:~-]{1,200}$/.test(text) && /[./\\]/.test(text) ? JSON.stringify(text) : 'such a text';
    throw new UsageError(`${flag} must be JSON or an existing file, not ${told}.`);
  }
  try {
    return JSON.parse(isInline ? text : asFileText(text, flag));
  } catch (error) {
    if (error instanceof UsageError) {
      throw error;
    }
    throw new UsageError(
      `${flag}: ${isInline ? 'the text' : text} is not JSON (${withoutQuote(error instanceof Error ? error.message : String(error))}).`,
    );
  }
};

/** What JSON.parse() says without the piece of the text that it quotes, which may be a password. */
function withoutQuote(message: string): string {
  return message.replace(/^(Unexpected token '.{1,2}'), .* is not valid JSON$/su, '$1');
}

export function asOneOf<const T extends string>(...allowed: readonly T[]): Reader<T> {
  return (text, flag) => {
    const found = allowed.find((value) => value === text);
    if (found === undefined) {
      throw new UsageError(
        `${flag} must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}, not ${JSON.stringify(text)}.${hintAtName(text, allowed)}`,
      );
    }
    return found;
  };
}
