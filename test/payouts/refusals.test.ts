import { describe, expect, it } from 'vitest';
import { BankFileRefusal } from '../../src/payouts/files/bank-file-refusal.ts';
import type { PayoutBatchFile, PayoutRow } from '../../src/payouts/files/payout-file.ts';
import { IBAN } from '../support/matching.ts';
import { batchOf, bytesOf, isoProfile, payoutRow, tableProfile } from '../support/payouts/payout-batch.ts';

type AnyProfile = ReturnType<typeof isoProfile>;

function refusalOf(profile: AnyProfile, batch: PayoutBatchFile): BankFileRefusal {
  try {
    bytesOf(profile, batch);
  } catch (error) {
    if (error instanceof BankFileRefusal) return error;
    throw error;
  }
  throw new Error('It was written.');
}

const SEPA = { serviceLevel: 'SEPA', charges: 'SLEV' };
const rows = [payoutRow(1), payoutRow(2)];
const debtor = { name: 'Örnek', iban: IBAN };

describe('a batch is not written', () => {
  it.each<readonly [string, Record<string, unknown>, PayoutBatchFile, string]>([
    ['without payouts', {}, batchOf([]), 'empty-batch'],
    ['with more payouts than its bank takes', { maxRows: 1 }, batchOf(rows), 'too-many-rows'],
    ['with a payout more than approved', {}, batchOf(rows, { count: 1 }), 'count-differs'],
    ['with a payout less than approved', {}, batchOf(rows, { count: 3 }), 'count-differs'],
    ['with half a payout', {}, batchOf(rows, { count: 1.5 }), 'count-differs'],
    ['with another sum than approved', {}, batchOf(rows, { sumMinor: 1 }), 'sum-differs'],
    ['with a sum below zero', {}, batchOf(rows, { sumMinor: -1 }), 'sum-differs'],
    ['in another currency than SEPA pays', SEPA, batchOf(rows, { currency: 'TRY' }), 'wrong-currency'],
    ['in what is no currency', {}, batchOf(rows, { currency: 'eur' }), 'wrong-currency'],
    ['on no day', {}, batchOf(rows, { executionDay: '2026-02-30' }), 'wrong-day'],
    ['without the BIC that its bank wants', { agent: 'bic' }, batchOf(rows, { debtor }), 'wrong-bic'],
    ['with a wrong BIC', { agent: 'bic' }, batchOf(rows, { debtor: { ...debtor, bic: 'X' } }), 'wrong-bic'],
    ['from a wrong IBAN', {}, batchOf(rows, { debtor: { ...debtor, iban: 'TR00' } }), 'wrong-iban'],
    ['from a nameless account', {}, batchOf(rows, { debtor: { ...debtor, name: '-' } }), 'empty-name'],
    ['by a nameless initiator', {}, batchOf(rows, { initiator: '' }), 'empty-name'],
  ])('%s', (_, settings, batch, code) => {
    expect(refusalOf(isoProfile(settings), batch)).toMatchObject({ code, row: undefined });
  });

  it.each<readonly [string, Record<string, unknown>, Partial<PayoutRow>, string]>([
    ['that pays nothing', {}, { amountMinor: 0 }, 'wrong-amount'],
    ['that pays less than nothing', {}, { amountMinor: -5 }, 'wrong-amount'],
    ['that pays half a cent', {}, { amountMinor: 1.5 }, 'wrong-amount'],
    ['that pays more than SEPA does', SEPA, { amountMinor: 100_000_000_000 }, 'wrong-amount'],
    ['in another currency', {}, { currency: 'TRY' }, 'wrong-currency'],
    ['to a wrong IBAN', {}, { iban: 'TR320010009999901234567891' }, 'wrong-iban'],
    ['to an IBAN with blanks', {}, { iban: 'TR32 0010 0099 9990 1234 5678 90' }, 'wrong-iban'],
    ['to the paying account', {}, { iban: IBAN }, 'own-account'],
    ['to a name that becomes nothing', {}, { accountName: '😀 &' }, 'empty-name'],
    ['with an id that banks refuse', {}, { endToEndId: '/1' }, 'wrong-id'],
    ['with a long id', {}, { endToEndId: 'P'.repeat(36) }, 'wrong-id'],
    ['with a transaction id that banks refuse', {}, { transactionId: '' }, 'wrong-id'],
    ['with the id of another', {}, { endToEndId: payoutRow(1).endToEndId }, 'repeated-id'],
  ])('with a payout %s', (_, settings, row, code) => {
    const batch = batchOf([payoutRow(1), payoutRow(2, row)]);
    const sumMinor = Math.max(1, Math.round(batch.sumMinor));
    expect(refusalOf(isoProfile(settings), { ...batch, sumMinor })).toMatchObject({ code, row: 2 });
  });

  it('as a table with a name that is only the sign of a formula', () => {
    const profile = tableProfile({ format: 'csv' });
    expect(refusalOf(profile, batchOf([payoutRow(1, { accountName: '=' })])).code).toBe('empty-name');
  });

  it('beyond the number of payouts that was approved, however many there are', () => {
    const batch = batchOf(rows, {
      rows: (function* () {
        yield* [...rows, payoutRow(3)];
        throw new Error('It went on reading.');
      })(),
    });
    expect(refusalOf(isoProfile(), batch).code).toBe('count-differs');
  });

  it('in several payment groups that miss a payout', () => {
    const profile = isoProfile({ maxRowsPerGroup: 1 });
    expect(refusalOf(profile, batchOf(rows, { count: 3 })).code).toBe('count-differs');
  });
});

describe('a refusal', () => {
  it.each<readonly [string, Record<string, unknown>, PayoutBatchFile]>([
    ['-1 is no sum of payouts in hundredths. Make it again.', {}, batchOf(rows, { sumMinor: -1 })],
    [
      'Test Bank names the paying bank by its BIC, and the account has none. Add it, or set agent to not-provided.',
      { agent: 'bic' },
      batchOf(rows, { debtor }),
    ],
  ])('says %j', (sentence, settings, batch) => {
    expect(refusalOf(isoProfile(settings), batch).message).toBe(sentence);
  });

  it('says the row, the value and what to do', () => {
    const batch = batchOf([payoutRow(1, { iban: IBAN })]);
    expect(refusalOf(isoProfile(), batch).message).toBe(
      `Row 1: ${IBAN} is the paying account itself. Correct the IBAN of the payout.`,
    );
  });
});
