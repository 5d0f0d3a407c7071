/** The order in which test files on real CLIs begin: those of the slowest CLIs first, then the others by their size. */
import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They are ordered by what six scenarios of each mode took when they were recorded. Tests that are not of one agent play several. */
const SLOWEST = ['openclaw', 'opencode', 'omp', 'copilot', 'gemini', 'pi'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted
      .map((file, index) => ({ file, place: placeOf(file.moduleId), index }))
      .sort((a, b) => a.place - b.place || a.index - b.index)
      .map(({ file }) => file);
  }
}

function placeOf(path: string): number {
  const place = SLOWEST.findIndex((agent) => new RegExp(`^${agent}[-.]`).test(basename(path)));
  return place === -1 ? SLOWEST.length : place;
}
