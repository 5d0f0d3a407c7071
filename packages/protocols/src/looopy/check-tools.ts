/** Checks the order of a stream's calls. */

import { show } from '../decode.ts';
import type { Output, Report } from './check-report.ts';

export class ToolChecker {
  readonly #report: Report;
  readonly #running = new Map<unknown, { readonly name: unknown; progress: number }>();

  constructor(report: Report) {
    this.#report = report;
  }

  push({ toolCallId: id, toolName: name, progress, success, result, error }: Output, kind: string): void {
    const running = this.#running.get(id);
    switch (kind) {
      case 'tool-start':
        if (running !== undefined) {
          this.#report('L-5', `${show(id)} starts again before it completes`);
        }
        this.#running.set(id, { name, progress: 0 });
        break;
      case 'tool-progress':
        if (running === undefined) {
          this.#report('L-5', `${show(id)} tells its progress, and does not run`);
        } else {
          if (Number(progress) < running.progress) {
            this.#report('L-20', `the progress of ${show(id)} falls`);
          }
          running.progress = Number(progress);
        }
        break;
      case 'tool-complete':
        if (running === undefined) {
          this.#report('L-5', `${show(id)} completes, and has not started`);
        } else if (running.name !== name) {
          this.#report('L-5', `${show(id)} starts as ${show(running.name)}`);
        }
        if (success === true ? error !== undefined || result === undefined : error === undefined) {
          this.#report('L-5', `${show(id)} tells no outcome that fits`);
        }
        this.#running.delete(id);
        break;
      default:
    }
  }
}
