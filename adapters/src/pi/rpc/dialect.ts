/** What only pi has in the dialect that it shares with its forks. */
import type { EventDraft } from '@agent-mux/core';
import { type Asked, FAMILY_FIELDS, type Family, type OwnPart } from '../../pi-family/index.ts';
import { defined, listOf, objectOf, textOf } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';
import { exitMeaning } from '../shared/exit.ts';
import { gateQuestion, refusalOf } from '../shared/gate.ts';
import type { NativeLine } from '../shared/native.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';

export const PI: Family = {
  authGuidance: AUTH_GUIDANCE,
  toolKinds: TOOL_KINDS,
  known: {
    ...FAMILY_FIELDS,
    compaction_start: 'type reason',
    compaction_end: 'type reason result aborted willRetry errorMessage',
    queue_update: 'type steering followUp',
    session_info_changed: 'type name',
  },
  settlesAfterEnd: true,
  startsWithUpdate: true,
  asksBeforeStart: false,
  waitsForAnswers: false,
  namesToolsEarly: () => true,
  sessionCommand: 'get_state',
  rewindCommand: 'fork',
  // Only the answer to this command names the skills.
  opening: () => [{ type: 'get_commands' }],
  refusalOf,
  exitMeaning,
  ownPart: ({ cwd }) => ({ ...OWN, question: (line) => asked(line, cwd()) }),
};

const OWN: OwnPart = {
  isBusy: false,
  parse: (line) => (line.type === 'response/get_commands' ? skillDrafts(line) : undefined),
};

function asked(line: NativeLine, folder: string): Asked | undefined {
  const question = gateQuestion(line, folder);
  return question === undefined ? undefined : { question };
}

function skillDrafts({ commands }: NativeLine): readonly EventDraft[] {
  return listOf(commands).flatMap((item): EventDraft[] => {
    const command = objectOf<'name' | 'source' | 'sourceInfo'>(item);
    const name = textOf(command?.name)?.replace(/^skill:/, '');
    if (command?.source !== 'skill' || name === undefined) {
      return [];
    }
    const source = textOf(objectOf<'path'>(command.sourceInfo)?.path);
    return [{ type: 'skill_loaded', skillName: name, ...defined({ source }) }];
  });
}
