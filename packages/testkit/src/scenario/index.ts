/** Scripts for the model and scenarios for an agent. */
export type { ErrorFault, Fault, HttpFault, ModelError, RawFault, SilenceFault, StreamFault } from './fault.ts';
export type { Deed, HostAction, Moment } from './host-action.ts';
export {
  type Player,
  pickFor,
  type Scenario,
  type ScenarioOptions,
  type ScenarioRun,
  type Varying,
} from './scenario.ts';
export type { Finish, ModelScript, Part, Pause, Pieces, Step, Turn, Usage } from './script.ts';
export type { ScenarioPlugin, ScenarioSkill, Setup, WorkspaceFile } from './setup.ts';
export type {
  DeleteCall,
  EditCall,
  FetchCall,
  HostCall,
  MalformedCall,
  McpCall,
  PlanCall,
  QuestionCall,
  RawCall,
  ReadCall,
  ScriptedOption,
  ScriptedQuestion,
  ShellCall,
  SkillCall,
  SubagentCall,
  ToolCall,
  WriteCall,
} from './tool-call.ts';
