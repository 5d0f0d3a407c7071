/** Damages a recording as a broken pipe, a bug or another program might. */
import { type CassetteEntry, readText } from '@agent-mux/core/cassette';
import { createSeededRandom } from '../fixtures/index.ts';

const HARMS = ['cut', 'drop', 'double', 'swap', 'junk'] as const;
const JUNK = ['', 'null', '[]', '{}', '"text"', '{"type":null}', '{"type":"never-heard-of"}', '\u0000', '{"type":"res'];

/** Cuts, drops, doubles, swaps or precedes by junk about every eighth entry; the same seed damages the same ones. */
export function mangleEntries(entries: readonly CassetteEntry[], seed: number): CassetteEntry[] {
  const random = createSeededRandom(seed);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const mangled: CassetteEntry[] = [];
  let held: CassetteEntry | undefined;
  for (const entry of entries) {
    const harm = entry.dir !== 'exit' && random() < 1 / 8 ? pick(HARMS) : undefined;
    switch (harm) {
      case 'cut':
        mangled.push(cut(entry, random));
        break;
      case 'drop':
        break;
      case 'double':
        mangled.push(entry, entry);
        break;
      case 'swap':
        if (held !== undefined) {
          mangled.push(held);
        }
        held = entry;
        continue;
      case 'junk':
        mangled.push({ dir: 'out', text: pick(JUNK) ?? '', ...(entry.t === undefined ? {} : { t: entry.t }) }, entry);
        break;
      default:
        mangled.push(entry);
    }
    if (held !== undefined) {
      mangled.push(held);
    }
    held = undefined;
  }
  return held === undefined ? mangled : [...mangled, held];
}

function cut(entry: CassetteEntry, random: () => number): CassetteEntry {
  if (entry.dir === 'host' || entry.dir === 'exit') {
    return entry;
  }
  const text = readText(entry);
  const { base64: _, ...rest } = entry;
  return { ...rest, text: text.slice(0, Math.floor(random() * text.length)) };
}
