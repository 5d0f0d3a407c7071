/** `system/init`, the first line of each turn: the session, and what the agent has loaded. */
import type { EventDraft, ResolvedOptions } from '@agent-mux/core';
import {
  debug,
  defined,
  idOf,
  listOf,
  modelNamed,
  objectOf,
  textOf,
  textsOf,
  untestedNote,
} from '../../shared/index.ts';
import { TESTED_VERSIONS } from '../about.ts';
import type { NativeLine, NativeResponse } from './native.ts';
import type { Prompt } from './prompts.ts';

interface Plugin {
  readonly id: string;
  readonly name: string;
}

export class SessionOpening {
  sessionId: string | null = null;
  cwd: string;
  servers: readonly string[] = [];
  /** The service behind the models, where the answer to `initialize` names it. */
  provider: string | undefined = undefined;
  #permissionMode: string | undefined;
  readonly #options: ResolvedOptions;
  readonly #plugins = new Map<string, Plugin>();
  readonly #skills = new Set<string>();
  // Only the answer to `initialize` says where a skill comes from.
  readonly #skillSources = new Map<string, string>();

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.cwd = options.cwd;
  }

  /** Takes the answer to `initialize`. */
  commands(response: NativeResponse): void {
    const account = objectOf<'apiProvider'>(objectOf<'account'>(response.response)?.account);
    this.provider = idOf(account?.apiProvider);
    for (const item of listOf(objectOf<'commands'>(response.response)?.commands)) {
      const command = objectOf<'name' | 'description' | 'builtin'>(item);
      const name = textOf(command?.name);
      const place = /\((project|user|managed)\)$/.exec(textOf(command?.description) ?? '')?.[1];
      const source = command?.builtin === true ? 'built-in' : place;
      if (name !== undefined && source !== undefined) {
        this.#skillSources.set(name, source);
      }
    }
  }

  /** What comes before the turn: the session once, and what was loaded at its start. */
  open(line: NativeLine): readonly EventDraft[] {
    const sessionId = textOf(line.session_id);
    const isFirst = this.sessionId === null;
    const drafts: EventDraft[] = [];
    if (sessionId !== undefined && sessionId !== this.sessionId) {
      drafts.push({ ...this.#sessionStart(sessionId, isFirst), ...modelNamed(line.model, this.provider) });
      this.sessionId = sessionId;
    }
    this.cwd = textOf(line.cwd) ?? this.cwd;
    this.servers = listOf(line.mcp_servers).flatMap((item) => textOf(objectOf<'name'>(item)?.name) ?? []);
    if (isFirst) {
      drafts.push(...this.#loaded(line));
    }
    drafts.push(...this.permissionMode(line.permissionMode));
    return drafts;
  }

  /** What could not be loaded, which is reported within the turn. */
  failures(line: NativeLine): readonly EventDraft[] {
    return listOf(line.plugin_errors).flatMap((item): EventDraft[] => {
      const native = objectOf<'plugin' | 'message' | 'type'>(item);
      const name = idOf(native?.plugin) ?? 'unknown';
      const error = textOf(native?.message) ?? textOf(native?.type) ?? 'not loaded';
      return [{ type: 'plugin_error', pluginId: name, pluginName: name, error }];
    });
  }

  permissionMode(mode: unknown): readonly EventDraft[] {
    const name = textOf(mode);
    if (name === undefined || name === this.#permissionMode) {
      return [];
    }
    const before = this.#permissionMode;
    this.#permissionMode = name;
    return before === undefined ? [] : [debug('info', `Permission mode: ${before} is now ${name}.`)];
  }

  /** Reports a typed `/plugin:command` or `/skill`, which the CLI expands without a word. */
  typed({ text }: Prompt): readonly EventDraft[] {
    const name = /^\/([^\s/]+)/.exec(text)?.[1];
    return name === undefined ? [] : this.invoked(name);
  }

  /** Reports that a skill or a plugin's command was used; nothing where it is neither. */
  invoked(name: string): readonly EventDraft[] {
    const [prefix, rest] = name.split(':');
    const plugin = rest === undefined ? undefined : this.#plugins.get(prefix ?? '');
    const drafts: EventDraft[] = [];
    if (plugin !== undefined) {
      drafts.push({ type: 'plugin_invoked', pluginId: plugin.id, pluginName: plugin.name });
    }
    if (this.#skills.has(name)) {
      drafts.push({ type: 'skill_invoked', skillName: name });
    }
    return drafts;
  }

  #sessionStart(sessionId: string, isFirst: boolean): Extract<EventDraft, { type: 'session_start' }> {
    // The CLI never says that a session was resumed or copied, so the options decide.
    const { sessionId: resumed, forkSessionId } = this.#options;
    return {
      type: 'session_start',
      sessionId,
      ...(isFirst && resumed !== undefined ? { resumed: true } : {}),
      ...(isFirst && forkSessionId !== undefined ? { forkedFrom: forkSessionId } : {}),
    };
  }

  #loaded(line: NativeLine): readonly EventDraft[] {
    const version = textOf(line.claude_code_version) ?? 'unknown';
    const drafts: EventDraft[] = [...untestedNote('Claude Code', version, TESTED_VERSIONS)];
    for (const item of listOf(line.plugins)) {
      const native = objectOf<'name' | 'source' | 'version'>(item);
      const pluginName = idOf(native?.name) ?? 'unknown';
      const pluginId = idOf(native?.source) ?? pluginName;
      this.#plugins.set(pluginName, { id: pluginId, name: pluginName });
      drafts.push({ type: 'plugin_loaded', pluginId, pluginName, ...defined({ version: textOf(native?.version) }) });
    }
    for (const skillName of textsOf(line.skills)) {
      this.#skills.add(skillName);
      const ofPlugin = skillName.includes(':') ? skillName.split(':')[0] : undefined;
      const source = ofPlugin ?? this.#skillSources.get(skillName);
      drafts.push({ type: 'skill_loaded', skillName, ...defined({ source }) });
    }
    for (const item of listOf(line.mcp_servers)) {
      const server = objectOf<'name' | 'status'>(item);
      if (server?.status === 'failed' || server?.status === 'needs-auth') {
        drafts.push(debug('warn', `MCP server "${textOf(server.name) ?? ''}": ${server.status}.`));
      }
    }
    return drafts;
  }
}
