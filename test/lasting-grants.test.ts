/** A grant for the session is never one that outlives it, whatever the agent offers: all agents and modes that ask. */
import { describe, expect, it } from 'vitest';
import { asksPermission, beginAcp, type talkAcp } from '../adapters/src/shared/testing/acp-talk.ts';
import { askedAdapters } from './support/asked-adapters.ts';
import { chunk, end, line, OVER, playAcp, reads, speakers } from './support/play-acp.ts';
import { recordedQuestions } from './support/recorded-questions.ts';

/** The options of each agent over ACP that are known to end with the session; all others may be stored. */
const ENDING: Readonly<Record<string, readonly string[]>> = {
  // "Allow for this session"; `proceed_always_and_save` is the one that is stored (0.61.0).
  gemini: ['proceed_always_tool', 'proceed_always'],
  // In its own words "until OpenCode is restarted": it is kept in memory (1.18.33).
  opencode: ['always'],
  // For commands, edits, pages and MCP tools another process asks again, and nothing is written (tried with 1.0.102).
  copilot: ['allow_always'],
  hermes: ['allow_session'],
  // It is an entry of the allowlist of commands, which stays (2026.9.6).
  openclaw: [],
  // No sample says how long its `allow-always` lasts.
  cursor: [],
};
/** What all agents call theirs, and a name that nobody knows. */
const ALWAYS = [
  ...['always', 'allow_always', 'allow-always', 'allow_session', 'allow_forever', 'proceed_always'],
  ...['proceed_always_tool', 'proceed_always_server', 'proceed_always_and_save', 'ever'],
];
const option = (optionId: string, kind: string) => ({ optionId, name: optionId, kind });
const ONCE = option('for-once', 'allow_once');
const NO = option('no', 'reject_once');
const grant = { type: 'approve', scope: 'session' } as const;

/** The words in an answer, of each mode, that say how far it reaches, each with those that end with the session. */
const REACHES: Readonly<Record<string, readonly string[]>> = {
  destination: ['session'],
  persist: ['session'],
  scope: ['session'],
  decision: ['acceptForSession'],
  kind: ['approve-for-session'],
};

it('each agent over ACP is known here', () => {
  const known = Object.keys(ENDING).filter((name) => askedAdapters.some(({ agent }) => agent === name));
  expect(speakers.map(({ agent }) => agent).sort()).toEqual(known.sort());
});

// The lines are hand-written: no recording has more than the options of its own agent.
describe.each(speakers)('$agent', ({ agent, adapter, mode }) => {
  const ending = ENDING[agent] ?? [];
  const ask = (offered: readonly string[]) => {
    const talk = beginAcp(adapter);
    talk.hear(asksPermission([...offered.map((id) => option(id, 'allow_always')), ONCE, NO]));
    const [[key, interaction] = ['', undefined]] = talk.dialect.state.pending;
    return { scopes: interaction?.scopes, taken: takenBy(talk, key) };
  };

  it.each(ALWAYS)('offers a grant for the session where %s ends with it, and nowhere else', (id) => {
    const expected = ending.includes(id)
      ? { scopes: ['once', 'session'], taken: id }
      : { scopes: ['once'], taken: 'unsupported' };
    expect(ask([id])).toEqual(expected);
  });

  it('takes no other one of many', () => {
    const { taken } = ask(ALWAYS);
    expect(taken).toBe(ending[0] ?? 'unsupported');
  });

  it('is granted all it asks about where everything is, by nothing that lasts', async () => {
    const toolCall = { toolCallId: 't1', title: 'look', kind: 'read', rawInput: { path: '/a' } };
    const options = [option('ever', 'allow_always'), ONCE, NO];
    const question = line({
      ...{ id: 70, method: 'session/request_permission' },
      params: { sessionId: 's-1', toolCall, options },
    });
    const steps = (id: number) => [question, reads('"outcome"'), chunk('m1', 'Done.'), end(id), OVER];
    const { written, result } = await playAcp(adapter, mode, steps);
    expect(written.some((text) => text.includes('"optionId":"for-once"'))).toBe(true);
    expect(result.exitReason).toBe('completed');
  });
});

const approvals = (await recordedQuestions(askedAdapters)).filter(({ interaction }) => interaction.kind === 'approval');

describe.each([...new Set(approvals.map(({ of }) => of))])('%s', (of) => {
  it('answers no recorded question for the session by what lasts', () => {
    const [agent = ''] = of.split('/');
    const allowed: Readonly<Record<string, readonly string[]>> = { ...REACHES, optionId: ENDING[agent] ?? [] };
    const lasting = approvals
      .filter((question) => question.of === of)
      .flatMap(({ name, key, interaction, open }) => {
        const writes = open().respond(key, grant);
        const reaches = typeof writes === 'string' ? [] : writes.write.flatMap((text) => reachesIn(JSON.parse(text)));
        const isOffered = interaction.scopes?.includes('session') === true;
        const isRight = reaches.every(([field, value]) => allowed[field]?.includes(value)) && reaches.length > 0;
        return (isOffered ? isRight : writes === 'unsupported') ? [] : [name];
      });
    expect(lasting).toEqual([]);
  });
});

function takenBy(talk: ReturnType<typeof talkAcp>, key: string): unknown {
  const writes = talk.dialect.respond(key, grant);
  return typeof writes === 'string' ? writes : JSON.parse(writes.write[0] ?? '{}').result?.outcome?.optionId;
}

/** The fields of an answer that say how far it reaches, also those within a text that is JSON itself. */
function reachesIn(value: unknown): readonly (readonly [field: string, value: string])[] {
  if (typeof value === 'string') {
    return value.startsWith('{') ? reachesIn(JSON.parse(value)) : [];
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([field, each]) => {
    // Copilot's `kind` also says what the grant is about.
    const isReach = (field in REACHES || field === 'optionId') && (field !== 'kind' || /^approve/.test(String(each)));
    return isReach && typeof each === 'string' ? [[field, each] as const] : reachesIn(each);
  });
}
