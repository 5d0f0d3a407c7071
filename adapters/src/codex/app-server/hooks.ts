/** `hook/started` and `hook/completed`: what the user's hooks do, and the calls that a hook has blocked. */
import type { EventDraft } from '@agent-mux/core';
import { debug, laned, objectOf, textIn, textOf } from '../../shared/index.ts';
import type { NativeParams } from '../shared/native.ts';
import { named } from '../shared/tool-names.ts';

type NativeRun = 'id' | 'eventName' | 'sourcePath' | 'status' | 'entries';

export function hookStarted({ run }: NativeParams, lane: string | undefined): readonly EventDraft[] {
  return [laned(lane, { type: 'plugin_invoked', ...hookOf(run) })];
}

/** Whether the hook is asked about a call of the model. */
export function isBeforeTool({ run }: NativeParams): boolean {
  return objectOf<NativeRun>(run)?.eventName === 'preToolUse';
}

export function hookCompleted({ run: native }: NativeParams, lane: string | undefined): readonly EventDraft[] {
  const run = objectOf<NativeRun>(native) ?? {};
  const { pluginId, pluginName } = hookOf(run);
  const words = textIn(run.entries);
  switch (run.status) {
    case 'failed':
      return [laned(lane, { type: 'plugin_error', pluginId, pluginName, error: words === '' ? 'failed' : words })];
    case 'blocked': {
      // The id of the hook's run ends with the id of the call, for which no item comes (0.169.0).
      const toolCallId = /:([^:]+)$/.exec(textOf(run.id) ?? '')?.[1];
      if (run.eventName !== 'preToolUse' || toolCallId === undefined) {
        return [debug('warn', `${pluginName} blocks: ${words}`)];
      }
      const error = `Blocked by a hook: ${words}`;
      return [
        laned(lane, { type: 'tool_call_start', toolCallId, ...named('unknown'), input: {} }),
        laned(lane, { type: 'tool_error', toolCallId, error }),
      ];
    }
    default:
      return [debug('verbose', `${pluginName}: ${textOf(run.status) ?? ''} ${words}`.trim())];
  }
}

function hookOf(native: unknown): { readonly pluginId: string; readonly pluginName: string } {
  const run = objectOf<NativeRun>(native);
  return {
    pluginId: textOf(run?.sourcePath) ?? textOf(run?.id) ?? 'hook',
    pluginName: `${textOf(run?.eventName) ?? 'unknown'} hook`,
  };
}
