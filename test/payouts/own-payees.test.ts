import { beforeAll, describe, expect, test } from 'vitest';
import { type Credentials, type Json, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { rowsAdded } from '../support/audit.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { strangeLine, usePayoutDesk } from '../support/payouts/desk.ts';
import { upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { type BankLine, camtOf } from '../support/statements/bank-files.ts';

const { desk, service, post, prepared, decide, setPolicy, giveBack } = usePayoutDesk();

describe('own payees', () => {
  /** Two keys of one person, and the key of somebody else who may approve. */
  let namer: TestClient;

  let sameNamer: TestClient;
  let third: TestClient;

  beforeAll(async () => {
    namer = await createClient(service(), { role: 'operator', name: 'Nil Işıl' });
    sameNamer = await createClient(service(), { role: 'admin', name: 'NİL  IŞIL' });
    third = await createClient(service(), { role: 'operator', name: 'Third' });
  });

  const approve = (batch: Json, as: Credentials) => decide('approve', batch, as);

  async function expectOwn(batch: Json, as: Credentials): Promise<void> {
    const failure = expectFailure(await approve(batch, as), 'not_authorized');
    expect(failure.fields).toMatchObject([{ code: 'payout_own_payee', params: { row: 1 } }]);
  }

  async function withdrawFor(merchant: TestClient, as: Credentials): Promise<string> {
    const fields = { ...withdrawalFields({ onBehalfOf: merchant.appKey }), amount: 500 };
    return expectData(await post(WITHDRAW, fields, as)).transactionId;
  }

  /** The refund of a line that nobody waits for: one person imports it, and one gives it back to its payer. */
  async function refunded({ importer, giver }: Record<'importer' | 'giver', Credentials>): Promise<string> {
    const { lineId } = await importedBy(importer, strangeLine());
    return givenBack(lineId, giver);
  }

  async function importedBy(importer: Credentials, line: BankLine) {
    const { file } = expectData(
      await upload(service(), camtOf({ iban: desk().iban, lines: [line] }), undefined, importer),
    );
    await service().statementMatcher.matchNow();
    const { items } = expectData(await service().ask(`/v1/statement-lines?fileId=${file.fileId}`));
    return { fileId: file.fileId as string, lineId: items[0]?.lineId as string };
  }

  const givenBack = async (lineId: string, giver: Credentials): Promise<string> =>
    expectData(await giveBack({ lineId }, {}, giver)).refundId;

  describe.each([
    ['imported a line', { importer: () => namer, giver: () => OPERATOR }],
    ['given a line back to its payer', { importer: () => OPERATOR, giver: () => namer }],
  ])('who has %s', (_, { importer, giver }) => {
    test('does not approve the batch that pays it back, with no key of theirs', async () => {
      const batch = await prepared([await refunded({ importer: importer(), giver: giver() })]);
      await expectOwn(batch, namer);
      await expectOwn(batch, sameNamer);
      expect(expectData(await approve(batch, third)).state).toBe('approved');
    });
  });

  describe('who has imported a line first, and takes the file back that others have imported too,', () => {
    const takeBack = async (fileId: string) =>
      expectData(await post(`/v1/statements/files/${fileId}/take-back`, { reason: 'Not mine' }, namer));

    /** The line, in the file of the first importer and in that of another person. */
    async function shared() {
      const line = strangeLine();
      const { fileId, lineId } = await importedBy(namer, line);
      await importedBy(third, line);
      return { fileId, lineId };
    }

    test('does not approve a refund of before', async () => {
      const { fileId, lineId } = await shared();
      const batch = await prepared([await givenBack(lineId, OPERATOR)]);
      await takeBack(fileId);
      await expectOwn(batch, namer);
      await expectOwn(batch, sameNamer);
    });

    test('does not approve a refund of afterwards', async () => {
      const { fileId, lineId } = await shared();
      await takeBack(fileId);
      await expectOwn(await prepared([await givenBack(lineId, OPERATOR)]), namer);
    });

    test('leaves it to those who have imported it later', async () => {
      const { fileId, lineId } = await shared();
      await takeBack(fileId);
      const batch = await prepared([await givenBack(lineId, OPERATOR)]);
      expect(expectData(await approve(batch, third)).state).toBe('approved');
    });

    test('stays who has imported it when the next file is taken back too', async () => {
      const line = strangeLine();
      const { fileId, lineId } = await importedBy(namer, line);
      const second = await importedBy(third, line);
      await importedBy(OPERATOR, line);
      await takeBack(fileId);
      await takeBack(second.fileId);
      const batch = await prepared([await givenBack(lineId, OPERATOR)]);
      await expectOwn(batch, namer);
      expect(expectData(await approve(batch, third)).state).toBe('approved');
    });
  });

  describe('who has created a withdrawal for its merchant', () => {
    test('does not approve the batch that pays it, with no key of theirs', async () => {
      const batch = await prepared([await withdrawFor(desk().merchant, namer)]);
      await expectOwn(batch, namer);
      await expectOwn(batch, sameNamer);
      expect(expectData(await approve(batch, third)).state).toBe('approved');
    });

    test('is no second approver either', async () => {
      await setPolicy({ newPayeeByTwo: true });
      const batch = await prepared([await withdrawFor(desk().merchant, namer)]);
      expect(expectData(await approve(batch, third)).state).toBe('prepared');
      await expectOwn(batch, sameNamer);
      await setPolicy({});
    });

    test('is named by one row of the audit log', async () => {
      const rows = await withDatabase(service().databasePath, (db) =>
        rowsAdded(db, () => withdrawFor(desk().merchant, namer)),
      );
      expect(rows).toMatchObject([
        { operation: 'createWithdrawal', actor: namer.appKey, target_kind: 'transaction', before_json: null },
      ]);
    });
  });
});
