/** A question that a test opens without an assembler. */
import { Lane } from '../../assembler/lane.ts';
import type { ToldQuestion } from '../../assembler/question-register.ts';

export const AN_APPROVAL: ToldQuestion = {
  isApproval: true,
  lane: new Lane(undefined),
  toolCallId: undefined,
  isOfMore: false,
};
