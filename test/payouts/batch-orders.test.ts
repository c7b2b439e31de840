import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyStatus } from '../../src/payouts/domain/apply-status.ts';
import { applyDebits, applyReturns } from '../../src/payouts/domain/debits.ts';
import { stateOf } from '../../src/payouts/domain/payout-state.ts';
import type { SentBatch } from '../../src/payouts/domain/sent-batch.ts';
import { payment, payoutId, reportIn, statusFile, transaction } from '../support/payouts/pain002-texts.ts';
import { batchOf, payoutOf, withChanges } from '../support/payouts/sent-batch.ts';
import { holds } from '../support/properties.ts';

const OTHER_GROUP = 'P000000042-G0002';
const BATCH = batchOf(payoutOf(1), payoutOf(2), payoutOf(3), payoutOf(4, {}, OTHER_GROUP), payoutOf(5));

type Event = (batch: SentBatch) => SentBatch;

const REPORTS = [
  { group: '<GrpSts>RCVD</GrpSts>' },
  { group: '<GrpSts>RVCM</GrpSts>', payments: payment(transaction(1, 'RVNM') + transaction(2, 'RCVC')) },
  { group: '<GrpSts>ACCP</GrpSts>' },
  { group: '<GrpSts>PART</GrpSts>', payments: payment(transaction(2, 'ACSP') + transaction(3, 'RJCT')) },
  { payments: payment('<PmtInfSts>ACSC</PmtInfSts>') },
  { payments: payment('<PmtInfSts>PDNG</PmtInfSts>', OTHER_GROUP) },
  { payments: payment(transaction(4, 'BLCK'), OTHER_GROUP) },
].map((given): Event => {
  const report = reportIn(statusFile(given));
  return (batch) => withChanges(batch, applyStatus(batch, report).changes);
});

function lineEvent(row: number, apply: typeof applyDebits): Event {
  const line = { lineId: `L${row}`, amountMinor: row * 1000, currency: 'TRY', count: null };
  const named = { ...line, endToEndId: payoutId(row), paymentInformationId: null };
  return (batch) => withChanges(batch, apply([named], [batch]).changes);
}

/** All that becomes known about a batch. */
const EVENTS: readonly Event[] = [
  ...REPORTS,
  ...[1, 3, 5].map((row) => lineEvent(row, applyDebits)),
  lineEvent(5, applyReturns),
];

test('the news of a batch in 1,000 orders with repeats ends in one state', () => {
  const repeats = fc.array(fc.constantFrom(...EVENTS), { maxLength: 6 });
  const order = fc.shuffledSubarray([...EVENTS], { minLength: EVENTS.length });
  return holds(
    fc.property(repeats, order, repeats, (...parts) => {
      const end = parts.flat().reduce((batch, event) => event(batch), BATCH);
      const states = end.payouts.map(({ facts }) => stateOf(facts));
      expect(states).toEqual(['paid', 'accepted', 'paid', 'held', 'returned']);
    }),
    1000,
  );
});
