/** `amux agents`: which agents there are, what is installed, and what each can do. */
import type { AgentInfo, Capabilities, InstalledAgent } from '@agent-mux/core';
import type { GivenFlags } from '../flag-table.ts';
import { createCliClient } from '../load-adapters.ts';
import { createSink } from '../sink.ts';
import { formatTable } from '../table.ts';
import { createPalette, makeInline, type Palette, showPainted, wantsColour } from '../terminal.ts';

interface Row {
  readonly info: AgentInfo;
  readonly found: InstalledAgent;
  readonly install: string | undefined;
}

/** Resolves with the exit code, which is 0 even where nothing is installed. */
export async function agents(given: GivenFlags): Promise<number> {
  const out = createSink(process.stdout);
  await using client = await createCliClient(given);
  const rows = await Promise.all(
    client.adapters.list().map(
      async (info): Promise<Row> => ({
        info,
        found: await client.adapters.detect(info.agent),
        install: client.adapters.installInstructions(info.agent)[0]?.command,
      }),
    ),
  );
  const palette = createPalette(wantsColour({ isTty: out.isTty, isRefused: given.has('no-color'), env: process.env }));
  await out.write(
    given.has('json')
      ? `${JSON.stringify({ ok: true, data: rows.map(toJson) })}\n`
      : showPainted(`${rows.map((row) => describe(row, palette)).join('\n\n')}\n`),
  );
  await out.flush();
  return 0;
}

function toJson({ info, found, install }: Row): unknown {
  return { ...info, ...found, install: install ?? null };
}

function describe({ info, found, install }: Row, { bold, dim, green, yellow }: Palette): string {
  const status = found.installed
    ? `${green('installed')} ${makeInline(found.version ?? 'version unknown')}${found.isTested ? '' : yellow(` (not tested; tested: ${info.testedVersions.join(', ')})`)}`
    : `${yellow('not installed')}${install === undefined ? '' : ` (${install})`}`;
  const head = [
    `${bold(info.agent)}  ${info.displayName}  ${status}`,
    ...(found.cliPath === null ? [] : [dim(`  ${makeInline(found.cliPath)}`)]),
  ];
  const table = formatTable([
    ['mode', ...ABILITIES.map(({ name }) => name)],
    ...info.modes.map(({ name, capabilities }, index) => [
      index === 0 ? `${name} (default)` : name,
      ...ABILITIES.map(({ show }) => show(capabilities)),
    ]),
  ]);
  return [...head, ...table.map((line) => `  ${line}`)].join('\n');
}

const yes = (can: boolean): string => (can ? 'yes' : '-');

const ABILITIES: readonly { readonly name: string; readonly show: (capabilities: Capabilities) => string }[] = [
  { name: 'approvals', show: ({ approvalModes }) => approvalModes.join('/') || '-' },
  { name: 'follow-ups', show: ({ supportsMultiTurn }) => yes(supportsMultiTurn) },
  { name: 'steer', show: ({ supportsSteering }) => yes(supportsSteering) },
  {
    name: 'streaming',
    show: ({ supportsTextStreaming, supportsThinkingStreaming, supportsToolCallStreaming }) =>
      [
        ...(supportsTextStreaming ? ['text'] : []),
        ...(supportsThinkingStreaming ? ['thinking'] : []),
        ...(supportsToolCallStreaming ? ['tools'] : []),
      ].join('/') || '-',
  },
  { name: 'resume', show: ({ canResume }) => yes(canResume) },
  { name: 'fork', show: ({ canFork }) => yes(canFork) },
  { name: 'go back', show: ({ rewinds = [] }) => rewinds.join('/') || '-' },
  { name: 'MCP', show: ({ supportsMCP }) => yes(supportsMCP) },
  { name: 'tools', show: ({ supportsHostTools = false }) => yes(supportsHostTools) },
  { name: 'images', show: ({ supportsImageInput }) => yes(supportsImageInput) },
  { name: 'questions', show: ({ supportsQuestions }) => yes(supportsQuestions) },
];
