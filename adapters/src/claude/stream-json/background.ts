/** Which native work outlives its turn and keeps the run alive. */
import { listOf, objectOf, textOf } from '../../shared/index.ts';
import type { NativeLine } from './native.ts';

export class Background {
  readonly #tasks = new Set<string>();
  // 2.1.329 repeats the whole list with each change, which makes the other lines unnecessary.
  #isListed = false;

  get isEmpty(): boolean {
    return this.#tasks.size === 0;
  }

  has(taskId: string): boolean {
    return this.#tasks.has(taskId);
  }

  listed(line: NativeLine): void {
    this.#isListed = true;
    this.#tasks.clear();
    for (const item of listOf(line.tasks)) {
      const id = textOf(objectOf<'task_id'>(item)?.task_id);
      if (id !== undefined) {
        this.#tasks.add(id);
      }
    }
  }

  began(taskId: string): void {
    if (!this.#isListed) {
      this.#tasks.add(taskId);
    }
  }

  ended(taskId: string): void {
    this.#tasks.delete(taskId);
  }
}
