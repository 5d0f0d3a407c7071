/** Options that make a program do more than it is known for are found by whatever part of their name a program takes. */
import { describe, expect, it } from 'vitest';
import { findSteering, INTERPRETERS, steeringOptions } from './steered.ts';

describe('a long option that steers', () => {
  it('is one of many programs', () => {
    expect(steeringOptions().length).toBeGreaterThanOrEqual(30);
  });

  it.each(steeringOptions())('%s: steers by each beginning of its name, and with more of it', (program, options) => {
    const passed = options.flatMap((option) => {
      const parts = [...option].map((_, at) => option.slice(0, at + 1));
      return [...parts, `${option}-more`]
        .flatMap((part) => [`--${part}`, `--${part}=x`, `--${part.toUpperCase()}`, `--${part.replaceAll('-', '_')}`])
        .filter((word) => !steers(program, word));
    });
    expect(passed).toEqual([]);
  });

  it('is behind one dash too where a program takes it so', () => {
    const words = ['-script-shell', '-script-sh=x', '-sc'];
    expect(words.filter((word) => !steers('npm', word))).toEqual([]);
    expect(['-s', '-y', '-script'].map((word) => steers('yarn', word))).toEqual([false, false, false]);
  });

  it.each([
    ['npm', ['-s', '--silent', '--', '--workspace=x', '--json']],
    ['git', ['log', '--oneline', '--stat', '--name-only', '--all']],
    ['sort', ['--unique', '--reverse', '--', '-u', '--key=2']],
    ['rg', ['--pretty', '--hidden', '--files']],
    ['tar', ['--extract', '--list', '--gzip']],
  ])('is not found in what is harmless: %s %j', (program, words) => {
    expect(findSteering(program, [program, ...words], 1)).toBeUndefined();
  });
});

function steers(program: string, word: string): boolean {
  const isFound = findSteering(program, [program, ...(program === 'git' ? ['log'] : []), word], 1) !== undefined;
  return isFound || (Object.hasOwn(INTERPRETERS, program) && INTERPRETERS[program]?.test(word) === true);
}
