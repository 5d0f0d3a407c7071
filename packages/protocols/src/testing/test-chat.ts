/** A chat of the AI SDK as a page has it, without anything that draws it. */
import { AbstractChat, type ChatState, type UIMessage } from 'ai';

export class TestChat extends AbstractChat<UIMessage> {}

export function createChatState(): ChatState<UIMessage> {
  return {
    status: 'ready',
    error: undefined,
    messages: [],
    pushMessage(message) {
      this.messages = [...this.messages, message];
    },
    popMessage() {
      this.messages = this.messages.slice(0, -1);
    },
    replaceMessage(place, message) {
      this.messages = this.messages.with(place, message);
    },
    snapshot: (value) => structuredClone(value),
  };
}
