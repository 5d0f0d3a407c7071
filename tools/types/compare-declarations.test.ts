/** The comparison of two versions of declarations, on packages that are made for it. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compareDeclarations } from './compare-declarations.ts';

const ROOT = join(import.meta.dirname, '../..');

function compare(before: string, after: string) {
  const folder = mkdtempSync(join(tmpdir(), 'amux-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [side, text] of Object.entries({ old: before, new: after })) {
    const events = join(folder, side, 'node_modules/@agent-mux/events');
    const own = join(folder, side, 'node_modules/agent-mux');
    const exports = { '.': { types: './dist/index.d.ts' }, './package.json': './package.json' };
    const files = {
      [join(events, 'package.json')]: JSON.stringify({ name: '@agent-mux/events', type: 'module', exports }),
      [join(events, 'dist/index.d.ts')]: "export * from './event.js';\n",
      [join(events, 'dist/event.d.ts')]: text,
      [join(own, 'package.json')]: JSON.stringify({ name: 'agent-mux', type: 'module', exports }),
      [join(own, 'dist/index.d.ts')]:
        "import type { Event } from '@agent-mux/events';\nexport * from '@agent-mux/events';\nexport declare function next(): Event;\n",
    };
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }
  return compareDeclarations(folder, join(ROOT, 'node_modules/typescript/bin/tsc'));
}

const names = (changes: readonly { readonly name: string }[]): readonly string[] => changes.map(({ name }) => name);

it('says nothing of what can take the place of what it was', () => {
  const same = 'export interface Event { readonly type: string }\n';
  expect(compare(same, same)).toEqual({ removed: [], added: [], given: [], taken: [] });
});

it('tells who reads a type from who makes it', () => {
  const before = 'export interface Event { readonly type: string }\n';
  const more = compare(before, 'export interface Event { readonly type: string; readonly more: number }\n');
  expect([names(more.given), names(more.taken)]).toEqual([[], ['@agent-mux/events: Event']]);
  expect(more.taken[0]?.why).toContain("'more'");
  const less = compare(before, 'export interface Event { readonly type?: string }\n');
  expect([names(less.given), names(less.taken)]).toEqual([['@agent-mux/events: Event', 'agent-mux: next'], []]);
});

it('tells what has gone and what has come', () => {
  const event = 'export interface Event {}\n';
  const { removed, added } = compare(
    `${event}export type Gone<T> = T;\n`,
    `${event}export declare const come: number;\n`,
  );
  expect([removed, added]).toEqual([
    ['@agent-mux/events: Gone', 'agent-mux: Gone'],
    ['@agent-mux/events: come', 'agent-mux: come'],
  ]);
});
