/** The projection of a run to AG-UI. */
export { agui, OUTCOMES as AGUI_OUTCOMES } from './ag-ui.ts';
export type { AguiOptions } from './state.ts';
