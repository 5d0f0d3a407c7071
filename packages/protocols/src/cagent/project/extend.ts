/** The extensions, where the options want them. */
import type { Question } from '../../model/index.ts';
import { nameOf, start, type Tell } from './state.ts';

export function extend(tell: Tell, make: () => Parameters<Tell['emit']>[0]): void {
  if (tell.options.extensions === 'none') {
    return;
  }
  start(tell);
  tell.emit(make());
}

/** Tells a question in text, with what it offers. */
export function tellQuestion(tell: Tell, { id, event, asked, actor }: Question): void {
  if (event.type !== 'input_required') {
    return;
  }
  const { question: message, context } = event;
  extend(tell, () => ({
    type: 'amux_input_required',
    interaction_id: id,
    message,
    ...(context === undefined ? {} : { context }),
    ...(asked?.questions === undefined ? {} : { questions: asked.questions }),
    ...(asked?.schema === undefined ? {} : { schema: asked.schema }),
    agent_name: nameOf(tell.state.model, actor),
  }));
}
