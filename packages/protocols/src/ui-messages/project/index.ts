/** The projection of a run to the AI SDK as UI message streams. */
export { UI_ENDS } from './ends.ts';
export { uiMessages } from './ui-messages.ts';
