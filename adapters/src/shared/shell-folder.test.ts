import { expect, it } from 'vitest';
import { ShellFolder } from './shell-folder.ts';

const persistent = (): ShellFolder => new ShellFolder({ start: '/w', persists: true });

it.each([
  'cd sub',
  '"cd" sub',
  "'cd' sub",
  'c\\d sub',
  'true && cd sub',
  'true;cd sub',
  '(cd sub)',
  '{ cd sub; }',
  'if true; then cd sub; fi',
  'command cd sub',
  'builtin cd sub',
  'pushd sub',
  'popd',
  'chdir sub',
  'eval "$MOVE"',
  'source move.sh',
  '. ./move.sh',
  'true; . ./move.sh',
  '$MOVE sub',
  '"$MOVE" sub',
  '`echo cd` sub',
  'alias ls="cd sub;ls"',
  'ls() { cd sub; }',
  'function ls { true; }',
  "trap 'cd sub' DEBUG",
  'Set-Location sub',
])('does not know where a shell is that lives on after: %s', (command) => {
  const folder = persistent();
  expect(folder.of()).toBe('/w');
  folder.ran(command);
  expect(folder.of()).toBeUndefined();
});

it.each([
  'ls',
  'npm test && rm a.txt',
  'git -C sub status',
  'env -C sub pwd',
  'cat src/cd.ts',
  'ls --cd',
  'rm -rf "$TMP"',
])('knows where a shell is that lives on after: %s', (command) => {
  const folder = persistent();
  folder.ran(command);
  expect(folder.of()).toBe('/w');
});

it('begins anew with each command where the shell does', () => {
  const folder = new ShellFolder({ start: '/w' });
  folder.ran('cd sub');
  expect(folder.of()).toBe('/w');
});

it.each<[given: unknown, folder: string | undefined]>([
  ['/abs/sub', '/abs/sub'],
  ['sub', '/w/sub'],
  ['../other', '/other'],
  ['.', '/w/'],
  ['~/sub', undefined],
  ['$HOME/sub', undefined],
  ['skill://x', undefined],
  [7, undefined],
  ['', '/w'],
  [null, '/w'],
])('takes the folder that a call names, %s, from that of the session', (given, expected) => {
  expect(persistent().of(given)).toBe(expected?.replace(/\/$/, ''));
});

it('takes a folder that a call names also where an earlier command moved the shell', () => {
  const folder = persistent();
  folder.ran('cd sub');
  expect(folder.of('/abs')).toBe('/abs');
  expect(folder.of('sub')).toBe('/w/sub');
});

it('learns from the agent where it is, and not from hearing the same again', () => {
  const folder = persistent();
  folder.ran('cd sub');
  folder.moved('/w');
  expect(folder.of()).toBeUndefined();
  folder.moved('/w/sub');
  expect(folder.of()).toBe('/w/sub');
  folder.lost();
  folder.moved('/w/sub');
  expect(folder.of()).toBeUndefined();
});
