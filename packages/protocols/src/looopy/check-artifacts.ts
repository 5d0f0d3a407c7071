/** Checks the order of the chunks and versions of a stream's artifacts. */

import { isObject, show } from '../decode.ts';
import type { Output, Report } from './check-report.ts';

interface SeenArtifact {
  readonly kind: string;
  next: number;
  version: number;
}

const FIRST_ONLY = ['name', 'description', 'mimeType', 'encoding', 'schema'];

export class ArtifactChecker {
  readonly #report: Report;
  readonly #artifacts = new Map<unknown, SeenArtifact>();

  constructor(report: Report) {
    this.#report = report;
  }

  push(output: Output, kind: string): void {
    if (!kind.endsWith('-write')) {
      return;
    }
    const { artifactId: id, index = 0, complete = true, metadata } = output;
    const known = this.#artifacts.get(id);
    const seen = known ?? { kind, next: 0, version: 0 };
    this.#artifacts.set(id, seen);
    if (seen.kind !== kind) {
      this.#report('L-10', `${show(id)} is a ${seen.kind}, and is written as a ${kind}`);
    }
    if (index !== 0 && index !== seen.next) {
      this.#report('L-10', `chunk ${show(index)} of ${show(id)} is not the next one`);
    }
    if (index !== 0 && FIRST_ONLY.some((name) => name in output)) {
      this.#report('L-10', `chunk ${show(index)} of ${show(id)} describes it again`);
    }
    seen.next = complete === true ? 0 : Number(index) + 1;
    const version = isObject(metadata) ? metadata['version'] : undefined;
    if (index !== 0 || version === undefined) {
      return;
    }
    if (typeof version !== 'number' || version <= seen.version) {
      this.#report('L-21', `${show(id)} has version ${show(version)} after ${seen.version}`);
    } else {
      seen.version = version;
    }
  }
}
