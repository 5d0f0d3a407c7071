/** A run as events of cagent, and the way back of the answers. */
export type { DecodeOptions } from '../decode.ts';
/** `check` is the same under the name that all protocols share. */
export { checkCagent, checkCagent as check } from './check.ts';
export { type CagentResume, decode, resume } from './inbound.ts';
export { CAGENT_OUTCOMES, type CagentOptions, cagent } from './project/index.ts';
export { CAGENT_RULES, type CagentOutputRule } from './rules.ts';
export type { CagentCoreEvent, CagentEvent, CagentExtension, CagentToolCall, CagentUsage } from './types.ts';
export { CAGENT_EXTENSIONS } from './types.ts';
