/** Questions as interrupts, each with the form of its answer. */
import { describeQuestion, factsOfQuestion, find, type Model, type Question } from '../../model/index.ts';
import type { AguiInterrupt } from '../types.ts';
import { of, ownerOf } from './state.ts';

export function interruptOf(model: Model, question: Question): AguiInterrupt {
  const { id, event, callKey } = question;
  const call = callKey === null ? undefined : find(model.calls, callKey);
  const actor = find(model.actors, question.actor);
  const facts = factsOfQuestion(model, question);
  return {
    id,
    reason: event.type === 'approval_request' ? 'approval' : 'input',
    message: describeQuestion(question),
    ...(call === undefined ? {} : { toolCallId: call.id }),
    responseSchema: formOf(question),
    ...(actor === undefined ? {} : of(ownerOf(model, actor))),
    ...(Object.keys(facts).length === 0 ? {} : { metadata: { amux: facts } }),
  };
}

/** A JSON Schema of the expected `payload`. */
function formOf({ event, asked }: Question): Readonly<Record<string, unknown>> {
  if (event.type === 'approval_request') {
    const input = asked?.acceptsUpdatedInput === true ? { input: {} } : {};
    const scope = { enum: asked?.scopes ?? ['once'] };
    const properties = { approved: { type: 'boolean' }, reason: { type: 'string' }, scope, ...input };
    return { type: 'object', properties, required: ['approved'] };
  }
  const schema = asked?.schema;
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) {
    return { ...schema };
  }
  if (asked?.questions !== undefined) {
    const fields = asked.questions.map(({ id, question, multiSelect = false, options, freeText = false }) => {
      const labels = options?.map(({ label }) => label);
      const one = { type: 'string', ...(labels === undefined || freeText ? {} : { enum: labels }) };
      return [id, { description: question, ...(multiSelect ? { type: 'array', items: one } : one) }] as const;
    });
    return { type: 'object', properties: Object.fromEntries(fields) };
  }
  return { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
}
