import { expect, test } from 'vitest';
import { keysOf } from '../../../src/domain/matching/other-lines.ts';
import { type NewLine, rehearseLines } from '../../../src/operations/reconciliation/preview-rounds.ts';
import type { PreviewRound } from '../../../src/operations/reconciliation/preview-store.ts';
import { makeLine } from '../../support/matching.ts';

const COUNT = 300;
const NO_CHANGES = { settled: [], payers: [], closedLineIds: [] };

test('a preview reads the texts of the fees of a file a few times, however many payments have their amount', async () => {
  let reads = 0;
  const newLine = (place: number): NewLine => {
    const isFee = place >= COUNT;
    const line = {
      ...makeLine({ counterpartyName: null, counterpartyIban: isFee ? null : `TR${place}` }),
      direction: isFee ? ('debit' as const) : ('credit' as const),
      get remittance() {
        reads += 1;
        return ['EFT masrafı'];
      },
    };
    const facts = { lineId: String(1000 + place), bankAccountId: 'account', isHeld: false, line };
    const keys = keysOf(facts, { references: [], debitKind: isFee ? 'fee' : null });
    return { statementId: 's', place: '', key: `${place}`, occurrence: 1, facts, keys, names: [] };
  };
  const decide = async ({ lines, moneyOut }: PreviewRound) => {
    expect(moneyOut).toEqual([]);
    const decisions = lines.map(({ facts: { lineId } }) => ({
      ...{ lineId, state: 'unknown', rule: 'nothing-fits', evidence: [], candidates: [], action: null },
    }));
    return { kind: 'decided', decisions, changes: NO_CHANGES } as const;
  };
  const findDeposits = async () => [];
  const previews = { roundSize: 100, decide, findDeposits, findImported: async () => undefined };
  const lines = Array.from({ length: 2 * COUNT }, (_, place) => newLine(place));
  await rehearseLines(previews as never, lines);
  expect(reads).toBeLessThan(4 * COUNT);
});
