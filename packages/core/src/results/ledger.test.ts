import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { TreeLedger } from './ledger.ts';

const at = { timestamp: 1 };
const opened = (runId: string, name: string, depth = 0): JournalEntry =>
  ({ entry: 'open', runId, ...at, header: { runId, name, depth } }) as unknown as JournalEntry;
const closed = (runId: string, handoffTo?: string): JournalEntry =>
  ({ entry: 'close', runId, ...at, cause: 'completed', ...(handoffTo === undefined ? {} : { handoffTo }) }) as never;
const sent = (runId: string, subagentId: string, agentName = 'Explore'): JournalEntry =>
  ({ type: 'subagent_spawn', runId, agent: 'claude', ...at, seq: 1, subagentId, agentName }) as never;
const back = (runId: string, subagentId: string, type = 'subagent_result'): JournalEntry =>
  ({ type, runId, agent: 'claude', ...at, seq: 2, subagentId }) as never;

function ledgerOf(...entries: readonly JournalEntry[]): TreeLedger {
  const ledger = new TreeLedger();
  for (const entry of entries) {
    ledger.take(entry);
  }
  return ledger;
}

const rowsOf = ({ open }: TreeLedger): string[] =>
  open.map(({ id, name, kind, runId, depth, state }) => `${kind} ${id} "${name}" of ${runId} at ${depth}: ${state}`);

describe('the open runs and subagents of a tree', () => {
  it('are none, and nothing is settled, before the first', () => {
    const ledger = ledgerOf();
    expect([ledger.open, ledger.isSettled, [...ledger.openNames]]).toEqual([[], false, []]);
  });

  it('stand in the order in which they came, each a level below its caller', () => {
    const ledger = ledgerOf(opened('R', 'main'), sent('R', 's1'), opened('C', 'child', 1), sent('C', 's1', 'Plan'));
    expect(rowsOf(ledger)).toEqual([
      'run R "main" of R at 0: open',
      'subagent s1 "Explore" of R at 1: open',
      'run C "child" of C at 1: open',
      'subagent s1 "Plan" of C at 2: open',
    ]);
    expect([ledger.isOpen('R'), ledger.isOpen('s1'), ledger.isOpen('x'), ledger.isSettled]).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it('are counted by name', () => {
    const ledger = ledgerOf(opened('R', 'main'), sent('R', 's1'), sent('R', 's2'), opened('C', 'main', 1));
    expect([...ledger.openNames]).toEqual([
      ['main', 2],
      ['Explore', 2],
    ]);
  });

  it.each(['subagent_result', 'subagent_error'])('have one subagent less after %s, of that run alone', (type) => {
    const ledger = ledgerOf(opened('R', 'main'), sent('R', 's1'), opened('C', 'child', 1), sent('C', 's1'));
    ledger.take(back('R', 's1', type));
    expect(rowsOf(ledger).filter((row) => row.startsWith('subagent'))).toEqual([
      'subagent s1 "Explore" of C at 2: open',
    ]);
  });

  it('are none any more where the last run has closed, its subagents with it', () => {
    const ledger = ledgerOf(opened('R', 'main'), opened('C', 'child', 1), sent('C', 's1'), closed('C'));
    expect([rowsOf(ledger), ledger.isSettled]).toEqual([['run R "main" of R at 0: open'], false]);
    ledger.take(closed('R'));
    expect([ledger.open, ledger.isSettled]).toEqual([[], true]);
  });

  it('have a successor from the close of its predecessor on, so that nothing is settled between them', () => {
    const ledger = ledgerOf(opened('R', 'main', 2), closed('R', 'S'));
    expect([rowsOf(ledger), ledger.isSettled]).toEqual([['run S "main" of S at 2: announced'], false]);
    ledger.take(opened('S', 'second', 2));
    expect(rowsOf(ledger)).toEqual(['run S "second" of S at 2: open']);
  });

  it('have a successor as it was announced, and not once more by the close', () => {
    const ledger = ledgerOf(opened('R', 'main'));
    ledger.announce({ runId: 'S', name: 'second', depth: 0 });
    ledger.take(closed('R', 'S'));
    expect(rowsOf(ledger)).toEqual(['run S "second" of S at 0: announced']);
  });

  it('may belong to runs that nobody has seen begin', () => {
    expect(rowsOf(ledgerOf(sent('R', 's1')))).toEqual(['subagent s1 "Explore" of R at 1: open']);
    expect(rowsOf(ledgerOf(closed('R', 'S')))).toEqual(['run S "" of S at 0: announced']);
  });
});
