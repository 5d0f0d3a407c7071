/** What nobody said is marked as unknown: the list in the docs, and every event of every fixture. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { STAND_INS } from '@agent-mux/events';
import { listFixtures } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));
const page = readFileSync(new URL('../docs/unknown-values.md', import.meta.url), 'utf8');

/** What may be empty or zero though it is known: nothing was printed, and a file without content was written. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  'session_resume.priorTurnCount',
  'file_write.byteCount',
  'file_create.byteCount',
  'subagent_spawn.agentName',
  'subagent_result.agentName',
  'subagent_error.agentName',
  'context_compacted.tokensSaved',
]);

describe('stand-ins', () => {
  it('stand in the docs, all of them', () => {
    const [, table = ''] = /<!-- stand-ins -->\n([\s\S]*?)<!-- \/stand-ins -->/.exec(page) ?? [];
    const rows = Object.entries(STAND_INS).flatMap(([type, fields]) =>
      Object.entries(fields).map(([field, standIn]) => {
        const shown = field === 'turnCount' ? standIn : `\`${JSON.stringify(standIn)}\``;
        return `| \`${type}\` | \`${field}\` | ${shown} | \`${field}Known: false\` |\n`;
      }),
    );
    expect(table).toBe(`| event | field | stand-in | marker |\n|---|---|---|---|\n${rows.join('')}`);
  });

  it('are marked in every event of every fixture, and nothing else is', async () => {
    const wrong: string[] = [];
    for (const { golden, dir } of await listFixtures(ROOT)) {
      for (const line of (await readFile(golden, 'utf8')).split('\n').filter((text) => text !== '')) {
        const event: Readonly<Record<string, unknown>> = JSON.parse(line);
        const problem = problemOf(event);
        if (problem !== undefined) {
          wrong.push(`${dir}: ${problem}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['an exit code that is made up', { type: 'shell_exit', exitCode: -1 }],
    ['an empty folder', { type: 'shell_start', cwd: '' }],
    ['no version', { type: 'plugin_loaded', version: '' }],
    ['no source', { type: 'skill_loaded', source: '' }],
    ['a source that is none', { type: 'skill_loaded', source: 'unknown' }],
    ['a known value that is marked', { type: 'shell_exit', exitCode: 0, exitCodeKnown: false }],
  ])('are missed here: %s', (_, event) => {
    expect(problemOf(event)).toBeDefined();
  });
});

function problemOf(event: Readonly<Record<string, unknown>>): string | undefined {
  const type = String(event['type']);
  for (const [field, standIn] of Object.entries(Object.entries(STAND_INS).find(([name]) => name === type)?.[1] ?? {})) {
    if (field === 'turnCount') {
      continue;
    }
    const isMarked = event[`${field}Known`] === false;
    const isStandIn = event[field] === standIn;
    // A signal says that there was no exit code.
    const isSaid = isMarked || MAY_BE_EMPTY.has(`${type}.${field}`) || (field === 'exitCode' && 'signal' in event);
    if (event[field] === 'unknown') {
      return `${type}.${field} is "unknown", which is no value`;
    }
    if (isMarked ? !isStandIn : isStandIn && !isSaid) {
      return `${type}.${field} is ${JSON.stringify(event[field])}${isMarked ? ' and marked as unknown' : ', unmarked'}`;
    }
  }
  return undefined;
}
