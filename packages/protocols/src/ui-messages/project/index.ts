export { UI_ENDS, uiMessages } from './ui-messages.ts';
