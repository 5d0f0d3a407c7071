/** Event types of Copilot CLI 1.0.102 that say nothing to us; a type that is neither read nor listed here is new and is reported. */

const SILENT =
  // These repeat others in another form: the start of a message, growing output, beginnings and ends.
  'assistant.message_start assistant.streaming_delta assistant.intent assistant.server_tool_progress tool.execution_partial_result tool.execution_progress tool.user_requested tool_search.activated system.message ' +
  'agent.interrupted permission.assentDetected permission.carriedForward permission.contextualAuthorization permission.messageAuthorizationDegraded permission.messageAuthorization permission.messageAuthorizationRead ' +
  'user_input.completed elicitation.requested elicitation.completed exit_plan_mode.requested exit_plan_mode.completed sampling.requested sampling.completed ' +
  'auto_mode_switch.requested auto_mode_switch.completed session_limits_exhausted.requested session_limits_exhausted.completed human_response.recorded ui.ephemeral_query ' +
  'subagent.selected subagent.configured subagent.deselected skill.invoked_ref skill.context_delivered skill.context_delivered_ref ' +
  'command.completed command.execute command.queued commands.changed capabilities.changed hook.start hook.end hook.progress pending_messages.modified prompt_cache_break ' +
  'mcp_app.tool_call_complete mcp.headers_refresh_completed mcp.headers_refresh_required mcp.oauth_completed mcp.oauth_recovery_completed mcp.prompts.list_changed mcp.resources.list_changed mcp.tools.list_changed ' +
  'session.start session.idle session.resume session.shutdown session.background_tasks_changed session.tools_updated session.title_changed session.managed_settings_resolved session.managed_settings_enforced session.managed_plugin_progress ' +
  'session.custom_agents_updated session.mcp_server_removed session.mcp_server_needs_reconnect session.mcp_server_tools_loaded session.extensions_loaded session.extensions.attachments_pushed session.indexed_search ' +
  'session.mode_changed session.mode_notice_delivered session.model_change session.model_deselected session.memory_changed session.permissions_changed session.permission_recovery session.plan_changed session.todos_changed ' +
  'session.quota_observation session.remote_steerable_changed session.request_body_compression_disabled session.schedule_cancelled session.schedule_created session.schedule_rearmed session.session_limits_changed ' +
  'session.snapshot_rewind session.task_complete session.usage_record session.usage_checkpoint session.workspace_file_changed session.context_changed session.context_cleared session.completion_receipt session.custom_notification ' +
  'session.canvas.closed session.canvas.opened session.canvas.recorded session.canvas.registry_changed session.canvas.removed session.canvas.unavailable session.binary_asset session.handoff ' +
  'session.auto_mode_resolved session.autopilot_objective_changed session.autopilot_stopped session.auto_tier_recommendation session.auto_tier_switch_failed session.compaction_start ' +
  'assistant.fusion_phase_activity assistant.fusion_phase_completed assistant.fusion_phase_failed assistant.fusion_phase_started session.fusion_change_checkpoint session.fusion_commit_started session.fusion_completed session.fusion_handoff session.fusion_resolved session.fusion_route_failed session.fusion_route_started ' +
  'workflow.run_settled workflow.run_started workflow.run_updated';

export const SILENT_EVENTS: ReadonlySet<string> = new Set(SILENT.split(' '));

/** The prefix of the bookkeeping of model requests, in SDK mode with the whole prompt in it; most of it stands in no schema. */
const OF_MODEL = 'model.';

/** Whether this type is known and has nothing to report. */
export function isSilent(type: string): boolean {
  return type.startsWith(OF_MODEL) || SILENT_EVENTS.has(type);
}
