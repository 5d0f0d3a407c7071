/** Writes the names in an adapter's tables: the reserved ones with the reasons, and what each tool does. */
import type { Adapter, Mode, ReservedNames } from '@agent-mux/core';

type Reasons = Readonly<Record<string, string>>;

const PLACES = ['args', 'config', 'env'] as const;

/** The reserved names, of all modes at once where they are the same. */
export function renderReserved({ modes }: Adapter): readonly string[] {
  const [first, ...others] = modes.map((mode) => ({ mode, lines: reservedOf(mode) }));
  if (first === undefined) {
    return [];
  }
  return others.every(({ lines }) => lines.join() === first.lines.join())
    ? first.lines.map((line) => `- ${line}`)
    : [first, ...others].flatMap(({ mode, lines }) => lines.map((line) => `- Mode \`${mode.name}\`: ${line}`));
}

function reservedOf({ reserved = {} }: Mode): readonly string[] {
  const { granting = {}, ...always } = reserved;
  return [
    ...linesOf(always, (place) => `Not to be given in \`native.${place}\``),
    ...linesOf(granting, (place) =>
      place === 'env'
        ? 'But in `yolo` mode not to be given in `native.env` and `env`, and not handed on from the host'
        : `But in \`yolo\` mode not to be given in \`native.${place}\``,
    ),
  ];
}

function linesOf(names: ReservedNames, where: (place: (typeof PLACES)[number]) => string): readonly string[] {
  return PLACES.flatMap((place) => {
    const told = grouped(names[place] ?? {}).map(([reason, all]) => `${quoted(all)} (${reason})`);
    return told.length === 0 ? [] : [`${where(place)}: ${told.join('; ')}`];
  });
}

/** The tools of the agent by what they do. */
export async function renderTools({ agent }: Adapter): Promise<readonly string[]> {
  const module: { readonly TOOL_KINDS: Reasons } = await import(`../../adapters/src/${agent}/shared/tool-kinds.ts`);
  const kinds = grouped(module.TOOL_KINDS).map(([kind, tools]) => `${kind} ${quoted(tools)}`);
  return kinds.length === 0 ? [] : [`- Tools by what they do: ${kinds.join('; ')}`];
}

/** Groups the names by their reasons. */
function grouped(table: Reasons): readonly (readonly [string, readonly string[]])[] {
  return [...new Set(Object.values(table))].map((word) => [
    word,
    Object.keys(table).filter((name) => table[name] === word),
  ]);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
