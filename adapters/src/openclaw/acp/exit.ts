/** What it means that `openclaw acp` ends before its turn: it is the client of a gateway, and says on stderr what became of that. */
import type { ExitInfo, Outcome } from '@agent-mux/core';
import { GATEWAY_GUIDANCE } from '../about.ts';

const NO_GATEWAY =
  /\b(?:ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EAI_AGAIN)\b|gateway (?:connect timeout|event loop readiness timeout)|handshake timeout/;
const NOT_LET_IN = /unauthorized|pairing required|device identity|\b(?:token|password) (?:mismatch|missing|required)/i;

/** How to run without a gateway. The other modes take whatever they are given, so they must be allowed to run. */
const WITHOUT_GATEWAY =
  "Start one with `openclaw gateway run` (or `openclaw gateway start`, where it is installed as a service), or take a mode that needs none: `mode: 'exec'` (or `'local'`) with `approvalMode: 'yolo'`.";

export function gatewayExit({ stderr }: Pick<ExitInfo, 'stderr'>): Outcome | undefined {
  const said = /^ACP bridge failed: (.*)$/m.exec(stderr)?.[1];
  if (said === undefined) {
    return undefined;
  }
  if (NOT_LET_IN.test(said)) {
    return {
      type: 'auth_error',
      message: `OpenClaw's gateway refused its client: ${said}`,
      guidance: GATEWAY_GUIDANCE,
    };
  }
  if (NO_GATEWAY.test(said)) {
    const message = `OpenClaw's gateway does not answer (${said}). ${WITHOUT_GATEWAY}`;
    return { type: 'error', code: 'AGENT_ERROR', message };
  }
  return { type: 'error', code: 'AGENT_ERROR', message: `OpenClaw's client of its gateway failed: ${said}` };
}
