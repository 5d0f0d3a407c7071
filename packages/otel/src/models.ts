/** Which model an actor asks, and which one has answered: the first is known from the request on, the other with the end. */
import type { AgentEvent } from '@agent-mux/events';
import type { Actor, Run } from '@agent-mux/protocols/model';
import { speakerOf, type Tell, type ToldModel } from './fold.ts';
import { conventionalProvider, GEN_AI, providerOf } from './names.ts';
import type { Attributes } from './records.ts';

/**
 * Takes an event that names a model: a session is set to one before any has answered; usage and the end of a turn name the one that has.
 */
export function hearModel({ fold }: Pick<Tell, 'fold'>, actor: Actor, event: AgentEvent): void {
  if (event.type !== 'session_start' && event.type !== 'token_usage' && event.type !== 'turn_end') {
    return;
  }
  const { model: name = '', provider = null } = event;
  if (name === '') {
    return;
  }
  const speaker = speakerOf(fold, actor);
  if (event.type === 'session_start') {
    speaker.wanted = { name, provider };
  } else {
    speaker.answered = {
      name,
      provider: provider ?? (speaker.answered?.name === name ? speaker.answered.provider : null),
    };
  }
}

/** The model that the host has asked for, else that of the session. Subagents may ask others, which nobody names before they answer. */
export function requestedModel({ fold }: Pick<Tell, 'fold'>, run: Run, actor: Actor): string | undefined {
  return run.header?.model ?? (actor.lane === null ? speakerOf(fold, actor).wanted?.name : undefined);
}

export function requestAttributes(tell: Pick<Tell, 'fold'>, run: Run, actor: Actor): Attributes {
  const model = requestedModel(tell, run, actor);
  const wanted = actor.lane === null ? speakerOf(tell.fold, actor).wanted : null;
  return {
    [GEN_AI.provider]: providerOf(run.agent, run.header?.provider ?? wanted?.provider ?? undefined),
    ...(model === undefined ? {} : { [GEN_AI.requestModel]: model }),
  };
}

export function responseAttributes(answered: ToldModel | null): Attributes {
  if (answered === null) {
    return {};
  }
  const { name, provider } = answered;
  return {
    [GEN_AI.responseModel]: name,
    ...(provider === null ? {} : { [GEN_AI.provider]: conventionalProvider(provider) }),
  };
}
