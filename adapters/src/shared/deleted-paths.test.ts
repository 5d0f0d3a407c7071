import { expect, it } from 'vitest';
import { deletedPaths } from './deleted-paths.ts';

it.each<[command: string, paths: string[]]>([
  ['rm a.txt', ['a.txt']],
  ['rm a.txt "b c.txt" \'d.txt\'', ['a.txt', 'b c.txt', 'd.txt']],
  ['rm -v a.txt', ['a.txt']],
  ['rm -- -a.txt', ['-a.txt']],
  ['unlink a.txt && echo gone', ['a.txt']],
  ['rm -f a.txt', []],
  ['rm -rf build', []],
  ['rm *.txt', []],
  ['rm $FILE', []],
  ['rm a.txt; true', []],
  ['rm a.txt || true', []],
  ['rm a.txt | cat', []],
  ['rm a.txt &', []],
  ['cd sub && rm a.txt', []],
  ['if true; then rm a.txt; fi', []],
  ['rm "a.txt', []],
  ['echo rm a.txt', []],
  ['', []],
])('names what is surely deleted by: %s', (command, paths) => {
  expect(deletedPaths(command)).toEqual(paths);
});
