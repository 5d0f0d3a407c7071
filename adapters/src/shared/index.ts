/** What several adapters need: one way to read native values, questions, files, failures and counts. */

export { otherFiles, withPaths } from './attached-files.ts';
export { BoundedText } from './bounded-text.ts';
export { CLIENT_INFO } from './client-info.ts';
export { type CommandWords, readWords } from './command-words.ts';
export { imageDrafts, imageIn, imagesIn, textIn, withoutImages } from './content.ts';
export { ContextGauge } from './context-gauge.ts';
export { Conversation } from './conversation.ts';
export { defined } from './defined.ts';
export { deletedPaths } from './deleted-paths.ts';
export { metaOfDenial, reasonOfDenial } from './deny-reason.ts';
export {
  type DescribedAction,
  describeAction,
  describeMcpCall,
  type KnownActions,
  MAX_DETAIL,
  shortJson,
} from './described-action.ts';
export {
  APPROVALS,
  BASICS,
  FILES,
  MCP,
  SHELL,
  STEPS,
  SUBAGENTS,
  THINKING,
  TOOLS,
  USUAL,
} from './event-families.ts';
export { outcomeOfFailure } from './failure.ts';
export { changeOfDiff, createdFile, replacedPart, writtenFile } from './file-changes.ts';
export { formAnswer } from './form-answer.ts';
export { HostToolCalls } from './host-tool-calls.ts';
export { ignoredSampling, ignoredSamplingAndLengths } from './ignored-options.ts';
export { type KindTable, kindOf, kindTable, nativeKind } from './kind-table.ts';
export { meaningOfWords } from './last-words.ts';
export { LineTemplate } from './line-template.ts';
export { type NoteAtEnd, noteAtEnd, textBetween } from './marked-text.ts';
export { mcpEntries, serverIn } from './mcp-servers.ts';
export { modelNamed } from './model-name.ts';
export {
  countOf,
  entryOf,
  idOf,
  isNative,
  listOf,
  type Native,
  numberIn,
  numberOf,
  objectOf,
  parseJson,
  textOf,
  textsOf,
} from './native-value.ts';
export { NO_TOOLS_OVER_ACP, READS_NOTHING } from './no-host-tools.ts';
export { type FieldIn, type KnownFields, type NameIn, Novelties } from './novelties.ts';
export { createOneShotDialect, type OneShotStanding, OneShotTurn } from './one-shot.ts';
export { debug, laned, NO_DRAFTS, NO_WRITES, say, sayAll } from './parsed.ts';
export { printsAndEnds } from './prints-and-ends.ts';
export { PROVIDER_KEYS } from './provider-keys.ts';
export { type OpenQuestion, Questions, type Verdict } from './questions.ts';
export { RISK_OF_LEAVE, riskLevel } from './risk-level.ts';
export { keyOfRequest, type RpcId, type RpcMessage, RpcPeer, type RpcSeen } from './rpc-peer.ts';
export { SeenIds } from './seen-ids.ts';
export { serviceWords } from './service-words.ts';
export { rememberIndex } from './session-index.ts';
export { ShellFolder } from './shell-folder.ts';
export { scriptIn } from './shell-wrapper.ts';
export { untestedNote } from './tested-version.ts';
export { textDiff } from './text-diff.ts';
export { addTokens, costOf, isNothing, priceOf, tokensOf, tokensSince, usageDrafts } from './token-counts.ts';
export { createTranscript, dateOf, type FactsDraft, type TokenUsage, type Transcript, toFacts } from './transcript.ts';
export { NO_USAGE, TOLD_BY_PROMPT, USAGE_BY_PROMPT, USAGE_BY_RUN } from './untold-usage.ts';
export { waitInHeader, waitInWords } from './wait-told.ts';
