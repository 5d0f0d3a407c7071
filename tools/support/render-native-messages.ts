/** Writes the page of the known native messages and their fields: any other is new, and is reported. */
import { KNOWN_UPDATES } from '../../adapters/src/acp/known.ts';
import { KNOWN_FIELDS as CLAUDE } from '../../adapters/src/claude/stream-json/known.ts';
import { MESSAGE_FIELDS, NOTED_METHODS, SILENT_METHODS } from '../../adapters/src/codex/app-server/known.ts';
import { EXEC_FIELDS as CODEX } from '../../adapters/src/codex/exec/native.ts';
import { SILENT_EVENTS as COPILOT } from '../../adapters/src/copilot/shared/known.ts';
import { KNOWN_LINES as CURSOR } from '../../adapters/src/cursor/stream-json/known.ts';
import { KNOWN_LINES as GEMINI } from '../../adapters/src/gemini/stream-json/known.ts';
import { OMP } from '../../adapters/src/omp/rpc/dialect.ts';
import { KNOWN_LINES as OPENCODE } from '../../adapters/src/opencode/run/dialect.ts';
import { PI } from '../../adapters/src/pi/rpc/dialect.ts';
import type { KnownFields } from '../../adapters/src/shared/novelties.ts';

const TABLES: readonly (readonly [of: string, known: KnownFields])[] = [
  ['Claude Code, all modes', CLAUDE],
  ['Codex, mode `exec`', CODEX],
  ['Agent Client Protocol: kinds of `session/update`', KNOWN_UPDATES],
  ['Gemini CLI, mode `stream-json`', GEMINI],
  ['opencode, mode `run`', OPENCODE],
  ['Cursor CLI, mode `stream-json`', CURSOR],
  ['pi', PI.known],
  ['omp', OMP.known],
];

export function renderNativeMessages(generated: string): string {
  return [
    '# Native messages',
    '',
    generated,
    '',
    'The kinds of messages that the tested versions of a CLI write, each with its top-level fields. A message of another kind, or with another field, is no failure: a `debug` event tells it, and `diagnostics.unknownNative` counts it. Those of the server protocols of Codex and Copilot CLI are known by their kind alone.',
    '',
    ...TABLES.flatMap(([of, known]) => [`## ${of}`, '', ...tableOf(known), '']),
    '## Codex, mode `app-server`: notifications that are known and say nothing to us',
    '',
    ...[...SILENT_METHODS].sort().map((method) => `- \`${method}\``),
    '',
    '## Codex, mode `app-server`: notifications that are told in their own words, by a `debug` event',
    '',
    ...[...NOTED_METHODS].sort().map((method) => `- \`${method}\``),
    '',
    `The fields of a message are ${[...MESSAGE_FIELDS].map((field) => `\`${field}\``).join(', ')}; another one is told.`,
    '',
    '## Copilot CLI: events that are known and say nothing to us',
    '',
    ...[...COPILOT].sort().map((type) => `- \`${type}\``),
    '',
  ].join('\n');
}

function tableOf(known: KnownFields): readonly string[] {
  return [
    '| kind | fields |',
    '|---|---|',
    ...Object.entries(known).map(
      ([kind, fields]) => `| \`${kind}\` | ${fields.split(/\s+/).filter(Boolean).join(', ')} |`,
    ),
  ];
}
