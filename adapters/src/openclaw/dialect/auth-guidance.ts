/** What to do when OpenClaw has no usable key. */
export const AUTH_GUIDANCE =
  'Put a key for the model provider into openclaw.json or the environment (`openclaw configure`). After a refused key OpenClaw waits about a minute before it tries it again.';

/** What to do when the gateway does not let its client in. */
export const GATEWAY_GUIDANCE =
  'Give the secret of the gateway: `gateway.auth.token` in the openclaw.json that the client reads, or OPENCLAW_GATEWAY_TOKEN in its environment. `openclaw gateway status` shows what is wrong.';
