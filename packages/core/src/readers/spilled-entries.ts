/**
 * Entries that wait in files without a name: they are written in order, read by any number of cursors, and given back
 * from the front.
 */
import type { JournalEntry } from '@agent-mux/events/journal';
import { SpillFile } from '../process/index.ts';
import { weighEntry } from './entry-weight.ts';
import { type EarlierTexts, EntryPacker, EntryUnpacker, type PackedEntries } from './pack-entries.ts';
import { takeScratch } from './scratch.ts';

export interface SpillSizes {
  /** The bytes that are read at once. */
  readonly chunkBytes: number;
  readonly chunkEntries: number;
  /** The distance between two places at which reading can begin, where no text is open. */
  readonly entryBytes: number;
  /**
   * The bytes after which reading can begin within a text, for which its accumulated part is kept in memory. This is
   * done where so many bytes were read and cannot be given back otherwise.
   */
  readonly reentryBytes: number;
  /**
   * The size of a file. A file is given back when all of it was read, so with several files an endless run only needs
   * room for the bytes that wait.
   */
  readonly fileBytes: number;
}

const SIZES: SpillSizes = {
  chunkBytes: 64 * 1024,
  chunkEntries: 2_048,
  entryBytes: 256 * 1024,
  reentryBytes: 16 * 1024 * 1024,
  fileBytes: 64 * 1024 * 1024,
};

interface Volume {
  readonly file: SpillFile;
  bytes: number;
  /** The number of chunks in it that are still wanted. */
  chunks: number;
}

interface Chunk {
  readonly volume: Volume;
  readonly at: number;
  readonly bytes: number;
  /** The place of its first entry. */
  readonly first: number;
  /** The place after its last entry. */
  readonly end: number;
  /** Whether it can be read without those before it. */
  readonly isEntry: boolean;
  readonly texts: EarlierTexts;
  next: Chunk | undefined;
}

export class SpilledEntries {
  readonly #packer = new EntryPacker();
  readonly #sizes: SpillSizes;
  #head: Chunk | undefined;
  #tail: Chunk | undefined;
  #volume: Volume | undefined;
  #bytes = 0;
  #sinceEntry = 0;
  #newestEntry: Chunk | undefined;
  #wantsEntry = false;
  /** The place of the entry that comes next. */
  #place: number;

  /** Creates the list; `first` is the place of the first entry that will come. */
  constructor({ first = 0, sizes = SIZES }: { readonly first?: number; readonly sizes?: SpillSizes } = {}) {
    this.#sizes = sizes;
    this.#place = first;
  }

  /** The place of the oldest entry that can be read; undefined where there is none. */
  get first(): number | undefined {
    return this.#head?.first;
  }

  get end(): number | undefined {
    return this.#tail?.end;
  }

  /** The bytes in all files, including those that nobody wants any more but that cannot be given back yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Takes entries that follow the earlier ones. Returns how many it took, which are fewer where they could not be
   * written.
   */
  append(entries: readonly JournalEntry[]): number {
    let taken = 0;
    while (taken < entries.length) {
      const [first, ...others] = entries.slice(taken, taken + this.#countForChunk(entries, taken));
      if (first === undefined || !this.#write([first, ...others])) {
        break;
      }
      taken += 1 + others.length;
    }
    return taken;
  }

  /** Forgets older entries, but keeps those that are needed to begin reading. */
  dropBefore(place: number): void {
    const head = this.findStart(place);
    while (head !== undefined && this.#head !== undefined && this.#head !== head) {
      this.#release(this.#head);
    }
    if (head === this.#newestEntry) {
      let read = 0;
      for (let chunk = head; chunk !== undefined && chunk.end <= place; chunk = chunk.next) {
        read += chunk.bytes;
      }
      this.#wantsEntry = read >= this.#sizes.reentryBytes;
    }
  }

  clear(): void {
    while (this.#head !== undefined) {
      this.#release(this.#head);
    }
    this.#tail = undefined;
  }

  /** Returns the chunk from which an entry can be reached by reading on. */
  findStart(place: number): Chunk | undefined {
    let entry: Chunk | undefined;
    for (let chunk = this.#head; chunk !== undefined && chunk.first <= place; chunk = chunk.next) {
      if (chunk.isEntry) {
        entry = chunk;
      }
    }
    return entry;
  }

  #countForChunk(entries: readonly JournalEntry[], from: number): number {
    const { chunkBytes, chunkEntries } = this.#sizes;
    let bytes = 0;
    let count = 0;
    for (let index = from; index < entries.length && bytes < chunkBytes && count < chunkEntries; index++) {
      const entry = entries[index];
      bytes += entry === undefined ? 0 : weighEntry(entry);
      count += 1;
    }
    return count;
  }

  #write(entries: readonly [JournalEntry, ...JournalEntry[]]): boolean {
    const isEntry =
      this.#tail === undefined ||
      this.#wantsEntry ||
      (this.#sinceEntry >= this.#sizes.entryBytes && !this.#packer.isWithinText);
    if (isEntry) {
      this.#packer.begin();
    }
    const packed = pack(this.#packer, entries);
    const volume = packed === undefined ? undefined : this.#openVolume();
    const at = packed === undefined ? undefined : volume?.file.append([packed.bytes], packed.bytes.length);
    if (packed === undefined || volume === undefined || at === undefined) {
      return false;
    }
    const { length: bytes } = packed.bytes;
    const first = this.#place;
    const end = first + entries.length;
    this.#place = end;
    const chunk: Chunk = { volume, at, bytes, first, end, isEntry, texts: packed.texts, next: undefined };
    if (this.#tail === undefined) {
      this.#head = chunk;
    } else {
      this.#tail.next = chunk;
    }
    this.#tail = chunk;
    volume.chunks += 1;
    volume.bytes += bytes;
    this.#bytes += bytes;
    this.#sinceEntry = isEntry ? 0 : this.#sinceEntry + bytes;
    if (isEntry) {
      this.#newestEntry = chunk;
      this.#wantsEntry = false;
    }
    return true;
  }

  #openVolume(): Volume | undefined {
    // Files are larger where more waits, so their number stays small.
    if (this.#volume === undefined || this.#volume.bytes >= Math.max(this.#sizes.fileBytes, this.#bytes / 4)) {
      const file = SpillFile.open();
      this.#volume = file === undefined ? undefined : { file, bytes: 0, chunks: 0 };
    }
    return this.#volume;
  }

  #release(chunk: Chunk): void {
    const { volume } = chunk;
    this.#head = chunk.next;
    if (this.#head === undefined) {
      this.#tail = undefined;
      this.#newestEntry = undefined;
    }
    volume.chunks -= 1;
    if (volume.chunks === 0 && (volume !== this.#volume || this.#head === undefined)) {
      volume.file.close();
      this.#bytes -= volume.bytes;
      if (volume === this.#volume) {
        this.#volume = undefined;
      }
    }
  }
}

/** Reads spilled entries one after the other. */
export class SpillCursor {
  readonly #spilled: SpilledEntries;
  #unpacker = new EntryUnpacker();
  #chunk: Chunk | undefined;
  #entries: readonly JournalEntry[] = [];

  constructor(spilled: SpilledEntries) {
    this.#spilled = spilled;
  }

  /** Whether the entry is at hand without reading the file. */
  has(place: number): boolean {
    return this.#chunk !== undefined && place >= this.#chunk.first && place < this.#chunk.end;
  }

  /** Returns the entry at this place, which must be there. Reading one after the other is cheap. */
  read(place: number): JournalEntry | undefined {
    if (this.#chunk === undefined || place < this.#chunk.first) {
      this.#unpacker = new EntryUnpacker();
      this.#load(this.#spilled.findStart(place));
    }
    while (this.#chunk !== undefined && place >= this.#chunk.end) {
      this.#load(this.#chunk.next);
    }
    return this.#chunk === undefined ? undefined : this.#entries[place - this.#chunk.first];
  }

  #load(chunk: Chunk | undefined): void {
    this.#chunk = chunk;
    this.#entries = chunk === undefined ? [] : this.#unpacker.unpack({ bytes: readChunk(chunk), texts: chunk.texts });
  }
}

function readChunk({ volume, at, bytes }: Chunk): Buffer {
  return volume.file.read(at, takeScratch(bytes));
}

function pack(packer: EntryPacker, entries: readonly [JournalEntry, ...JournalEntry[]]): PackedEntries | undefined {
  try {
    return packer.pack(entries);
  } catch {
    // An adapter may put what cannot be copied into an event; it stays in memory then, as if the disk were full.
    return undefined;
  }
}
