/** Skills that Codex has found, and the signs that one is used: it is read, or named in a prompt. */
import type { EventDraft } from '@agent-mux/core';
import { listOf, objectOf, textOf } from '../../shared/index.ts';

export class Skills {
  readonly #nameByPath = new Map<string, string>();
  readonly #names = new Set<string>();

  /** Takes the result of `skills/list`. */
  listed(result: unknown): readonly EventDraft[] {
    const drafts: EventDraft[] = [];
    for (const entry of listOf(objectOf<'data'>(result)?.data)) {
      for (const item of listOf(objectOf<'skills'>(entry)?.skills)) {
        const skill = objectOf<'name' | 'path' | 'enabled'>(item);
        const skillName = textOf(skill?.name);
        const path = textOf(skill?.path);
        if (skillName === undefined || path === undefined || skill?.enabled === false || this.#names.has(skillName)) {
          continue;
        }
        this.#names.add(skillName);
        this.#nameByPath.set(path, skillName);
        drafts.push({ type: 'skill_loaded', skillName, source: path });
      }
    }
    return drafts;
  }

  /** Reports a skill whose file was read, which is how the agent uses a skill. */
  read(path: string): readonly EventDraft[] {
    const skillName = this.#nameByPath.get(path);
    return skillName === undefined ? [] : [{ type: 'skill_invoked', skillName }];
  }

  /** Reports a skill that a prompt names as `$name`: Codex puts its text in without a word. */
  mentioned(prompt: string): readonly EventDraft[] {
    return [...prompt.matchAll(/(?:^|\s)\$([\w:-]+)/g)].flatMap(([, skillName = '']) =>
      this.#names.has(skillName) ? [{ type: 'skill_invoked', skillName } as const] : [],
    );
  }
}
