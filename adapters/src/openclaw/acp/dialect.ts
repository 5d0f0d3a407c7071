/** How `openclaw acp`, the bridge to OpenClaw's gateway, differs from the Agent Client Protocol. */
import type { Outcome, ResolvedOptions } from '@agent-mux/core';
import type { AcpQuirks, NativeRpcError } from '../../acp/index.ts';
import { objectOf, textOf } from '../../shared/index.ts';
import { AUTH_GUIDANCE, TESTED_VERSIONS } from '../about.ts';
import { gatewayExit } from './exit.ts';
import { gatewayTools } from './tools.ts';

/** Matches the name that the bridge gives to a new session. */
const BRIDGE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const INTERRUPTION = /^\[OpenClaw interruption\] ([\s\S]*)$/;

export function gatewayQuirks(options: ResolvedOptions): AcpQuirks {
  const { sessionId, systemPrompt, thinkingEffort } = options;
  return {
    displayName: 'OpenClaw',
    authGuidance: AUTH_GUIDANCE,
    testedVersions: TESTED_VERSIONS,
    session: {
      // The bridge begins a session of the given id where nothing but an id is asked for (2026.9.6).
      params: () =>
        sessionId === undefined ? {} : { _meta: { sessionKey: keyOfSession(sessionId), requireExisting: true } },
      configure: () =>
        thinkingEffort === undefined
          ? []
          : [{ method: 'session/set_config_option', params: { configId: 'thought_level', value: thinkingEffort } }],
      firstPrompt: (text) => (systemPrompt === undefined ? text : `${systemPrompt}\n\n${text}`),
    },
    tools: gatewayTools(),
    // Its `allow-always` is an entry of the list of allowed commands, which outlives the session (2026.9.6).
    sessionOptions: [],
    hasNoThoughts: true,
    // The bridge sends the text of the whole turn as one message (2026.9.6).
    textSeparator: '\n\n',
    turns: { failsInSilence: SILENCE, failure: failureOf },
    // These are the bridge's own words when the gateway has gone or the run was cut off.
    notText: (text) => {
      const message = INTERRUPTION.exec(text)?.[1];
      return message === undefined ? undefined : [{ type: 'error', code: 'AGENT_ERROR', message, recoverable: true }];
    },
    exitMeaning: gatewayExit,
  };
}

/**
 * The advice for a turn that ends without output: OpenClaw ends a turn that the model's service has refused as if all were well (2026.9.6).
 */
const SILENCE =
  'The reason is in the log of the gateway only (`openclaw logs`): a key that was refused, a limit, or a model that is not there.';

/** The key by which a session may also be named: `agent:main:main`. */
function keyOfSession(sessionId: string): string {
  return BRIDGE_ID.test(sessionId) ? `acp-bridge:${sessionId}` : sessionId;
}

function failureOf({ data }: NativeRpcError): Outcome | undefined {
  const details = textOf(objectOf<'details'>(data)?.details) ?? '';
  const key = /^(?:No session found|Session key not found): (?:acp-bridge:)?(.+)$/.exec(details)?.[1];
  return key === undefined
    ? undefined
    : { type: 'error', code: 'SESSION_NOT_FOUND', message: `OpenClaw's gateway has no session ${key}.` };
}
