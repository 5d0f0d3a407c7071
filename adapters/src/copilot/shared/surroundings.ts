/** What the agent has loaded: skills and MCP servers, each reported once. */
import type { EventDraft } from '@agent-mux/core';
import { debug, defined, idOf, listOf, objectOf, textOf } from '../../shared/index.ts';
import type { Calls } from './calls.ts';
import type { NativeData, NativeServer, NativeSkill } from './native.ts';

export class Surroundings {
  readonly #calls: Calls;
  readonly #skills = new Set<string>();
  readonly #failed = new Set<string>();

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Takes `session.skills_loaded`, which comes again with every change. */
  skills(data: NativeData): readonly EventDraft[] {
    return listOf(data.skills).flatMap((item): readonly EventDraft[] => {
      const skill: NativeSkill = objectOf(item) ?? {};
      const skillName = idOf(skill.name);
      if (skillName === undefined || skill.enabled === false || this.#skills.has(skillName)) {
        return [];
      }
      this.#skills.add(skillName);
      return [{ type: 'skill_loaded', skillName, ...defined({ source: textOf(skill.source) }) }];
    });
  }

  /** Takes `session.mcp_servers_loaded`. */
  servers(data: NativeData): readonly EventDraft[] {
    return listOf(data.servers).flatMap((item) => this.#server(objectOf(item) ?? {}));
  }

  /** Takes `session.mcp_server_status_changed`. */
  serverChanged({ serverName, status, error }: NativeData): readonly EventDraft[] {
    return this.#server({ name: serverName, status, error });
  }

  #server(server: NativeServer): readonly EventDraft[] {
    const name = idOf(server.name);
    if (name === undefined) {
      return [];
    }
    this.#calls.addServer(name);
    const status = textOf(server.status) ?? '';
    if ((status !== 'failed' && status !== 'needs-auth') || this.#failed.has(name)) {
      return [];
    }
    this.#failed.add(name);
    const reason = textOf(server.error);
    return [debug('warn', `MCP server "${name}": ${status}${reason === undefined ? '' : ` (${reason})`}.`)];
  }
}
