/** The projection of a run to AG-UI. */
export { agui } from './ag-ui.ts';
export { AGUI_OUTCOMES } from './outcomes.ts';
export type { AguiOptions } from './state.ts';
