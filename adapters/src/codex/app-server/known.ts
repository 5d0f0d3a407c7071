/** Notifications of Codex 0.169.0 that say nothing to a reader of a run; any that is in no list is new and is reported. */

/** Notifications of other parts of the application, and those that repeat what others say. */
export const SILENT_METHODS: ReadonlySet<string> = new Set([
  'account/gatewayOAuth/changed',
  'account/login/completed',
  'account/updated',
  'app/list/updated',
  'command/exec/outputDelta',
  'externalAgentConfig/import/completed',
  'externalAgentConfig/import/progress',
  'fs/changed',
  'fuzzyFileSearch/sessionCompleted',
  'fuzzyFileSearch/sessionUpdated',
  // This one is deprecated: a patch has no output of its own any more.
  'item/fileChange/outputDelta',
  'mcpServer/event/stream/notification',
  'model/safetyBuffering/updated',
  'process/exited',
  'process/outputDelta',
  'project/changed',
  // These are the model's answers as they are on its wire: the items say the same, and these contain the whole prompt.
  'rawResponse/completed',
  'rawResponseItem/completed',
  'remoteControl/status/changed',
  'skills/changed',
  'thread/attachment/updated',
  'thread/compacted',
  'thread/environment/connected',
  'thread/environment/disconnected',
  'thread/goal/cleared',
  'thread/goal/updated',
  'thread/prediction/updated',
  'thread/project/updated',
  'thread/queue/changed',
  'thread/readState/changed',
  'thread/realtime/closed',
  'thread/realtime/error',
  'thread/realtime/item/completed',
  'thread/realtime/item/started',
  'thread/realtime/item/transcript/delta',
  'thread/realtime/itemAdded',
  'thread/realtime/outputAudio/delta',
  'thread/realtime/sdp',
  'thread/realtime/started',
  'thread/realtime/transcript/delta',
  'thread/realtime/transcript/done',
  // The answer to the request says the same.
  'thread/reverted',
  'thread/section/changed',
  'thread/status/changed',
  // The patches of the turn say the same piece by piece.
  'turn/diff/updated',
  'turn/moderationMetadata',
  'windowsSandbox/setupCompleted',
]);

/** Notifications that are noted in the stream in the words of the CLI. */
export const NOTED_METHODS: ReadonlySet<string> = new Set([
  'autoApprovalReview/strictReviewRequired',
  'item/autoApprovalReview/completed',
  'item/autoApprovalReview/started',
  'item/mcpToolCall/progress',
  'mcpServer/oauthLogin/completed',
  'model/rerouted',
  'model/verification',
  'modelProvider/authRecoveryCompleted',
  'modelProvider/authRecoveryStarted',
  'thread/archived',
  'thread/closed',
  'thread/deleted',
  'thread/name/updated',
  'thread/unarchived',
  'windows/worldWritableWarning',
]);

/** The known fields of a message. */
export const MESSAGE_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'method',
  'params',
  'result',
  'error',
  'emittedAtMs',
]);
