/** The rules for spans of a run: the conventions for generative AI, and our readings where they are silent. */
import type { Rules } from '@agent-mux/protocols';

export const SPAN_RULES = {
  output: {
    'O-1': 'a record starts a span, is an event in it, or ends it; it has all its fields and is plain JSON',
    'O-2': 'a span is started once and ended once; nothing of it comes before its start or after its end',
    'O-3': 'a span starts while its parent is open, and ends before it',
    'O-4': 'only the invoke_agent span of a run may stand at the top, and a run has one',
    'O-5':
      'a span starts no earlier than its parent and ends no earlier than it starts; only a tool may end before what is within it',
    'O-6': 'a span is called by its operation and what it is done with, and has the kind of its operation',
    'O-7': 'an attribute is one of the conventions that are used here, or begins with agent_mux.',
    'O-8': 'the status of a run is that of its cause; an error has error.type, and nothing else has',
    'O-9': 'a link leads to the span of another run',
    'O-24': 'agent_mux.tool.kind is one of the kinds of the events',
  },
  behaviour: {
    'O-10': 'a chat is a generation cycle, not a turn',
    'O-11': 'the usage of runs adds up to what they have used; what is not known is left out and marked',
    'O-12': 'a finish reason is told where the journal shows it: tool_call, stop or error',
    'O-13':
      'a run that was called is within the call that has started it, or within its caller; a subagent within its agent',
    'O-14': 'a successor is within the caller of its predecessor, and linked to that; one that never comes is lost',
    'O-15': 'times are those of the entries: of a stored run the same as of the live one',
    'O-16': 'what was said is told with content: true alone',
    'O-17':
      'what happens without taking time is an event of its span: questions, answers, warnings, ends of turns, notes of the host',
    'O-18': 'a tracer that throws does not end the run, nor the other spans',
    'O-19': "the host's span is the parent of what stands at the top",
    'O-20': 'what is no run and what is no tracer is refused before anything starts',
    'O-21': 'tracing leaves the run alone: who gives it up lets the run go on',
    'O-22': 'every name of the conventions is one of semantic-conventions 1.45.0',
    'O-23':
      'a chat and an agent have the model that was asked, and the one that has answered with its provider, where the agent tells them',
    'O-25':
      'a tool and the question that asks for it say what the tool does, and an answer by which rule it was given, of the runtime or of the program',
  },
  fills: {
    'O-4': 'silence',
    'O-5': 'silence',
    'O-9': 'silence',
    'O-10': 'silence',
    'O-12': 'silence',
    'O-14': 'silence',
    'O-17': 'silence',
    'O-24': 'silence',
    'O-25': 'silence',
  },
} as const;

SPAN_RULES satisfies Rules;

export type SpanOutputRule = keyof (typeof SPAN_RULES)['output'];
