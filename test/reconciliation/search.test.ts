import { describe, expect, test } from 'vitest';
import { ADMIN, type Json, OPERATOR } from '../harness.ts';
import { openDesk } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';

const IBAN = 'TR330006100519786457841326';

describe('one search', () => {
  test('says of each line what became of it, and finds it by payer, amount, text and its transaction', async () => {
    await using desk = await openDesk();
    const search = async (query: string): Promise<Json> =>
      expectData(await desk.service.ask(`/v1/search?query=${encodeURIComponent(query)}`, { as: OPERATOR }));
    const paid = await desk.deposit({ name: 'Şükrü Çağlayan' });
    const [settled, unknown] = await desk.receive(
      { amountMinor: paid.amount * 100, name: 'SUKRU CAGLAYAN', iban: IBAN, text: paid.reference },
      { amountMinor: 160_000, name: 'Ada Yonath', iban: IBAN, text: 'kira ödemesi' },
    );
    const idsOf = ({ lines }: Json) => lines.map(({ line }: Json) => line.lineId);

    const byPayer = await search('çağlayan');
    expect(byPayer.transactions).toMatchObject([
      {
        transaction: { transactionId: paid.transactionId, status: 'successful' },
        lastChange: { change: 'settle' },
      },
    ]);
    expect(byPayer.lines).toMatchObject([
      {
        line: { lineId: settled!.lineId, state: 'matched', transactionId: paid.transactionId },
        fileName: 'a.xml',
        rule: 'reference-exact',
        actorName: null,
      },
    ]);
    expect(byPayer.payers).toMatchObject([{ name: 'SUKRU CAGLAYAN', iban: IBAN, lineCount: 1 }]);

    expect(idsOf(await search('1.600,00'))).toEqual([unknown!.lineId]);
    expect(idsOf(await search('ODEMESI'))).toEqual([unknown!.lineId]);
    const byProcess = await search(paid.processId);
    expect(idsOf(byProcess)).toEqual([settled!.lineId]);
    const byIban = await search(IBAN.slice(-6));
    expect(idsOf(byIban)).toEqual([unknown!.lineId, settled!.lineId]);
    expect(byIban.payers).toMatchObject([{ iban: IBAN, lineCount: 2, lastLineId: unknown!.lineId }]);
    expect(idsOf(await search(paid.reference))).toEqual([settled!.lineId]);

    const ofTransaction = expectData(
      await desk.service.ask(`/v1/transactions/${paid.transactionId}/lines`, { as: OPERATOR }),
    );
    expect(ofTransaction).toMatchObject([{ line: { lineId: settled!.lineId }, fileName: 'a.xml' }]);
  });

  test('a row of the audit log is found by the name, reference or text of what it is about', async () => {
    await using desk = await openDesk();
    const noted = await desk.deposit({ name: 'Şükrü Çağlayan' });
    const [line] = await desk.receive({ amountMinor: 160_000, name: 'Ada Yonath', text: 'kira' });
    await desk.service.ask(`/v1/transactions/${noted.transactionId}/notes`, {
      as: OPERATOR,
      body: JSON.stringify({ text: 'has called' }),
      contentType: 'application/json',
    });
    await desk.decide('put-away', line!.lineId, { note: 'rent' });
    const targetsOf = async (about: string) => {
      const query = 'query ($about: String) { audit(about: $about) { items { target } } }';
      const found = await desk.service.ask('/graphql', {
        as: ADMIN,
        method: 'POST',
        body: JSON.stringify({ query, variables: { about } }),
        contentType: 'application/json',
      });
      return expectData(found).audit.items.map(({ target }: Json) => target);
    };
    expect(await targetsOf('caglayan')).toEqual([noted.transactionId]);
    expect(await targetsOf(noted.reference)).toEqual([noted.transactionId]);
    expect(await targetsOf('yonath kira')).toEqual([line!.lineId]);
    expect(await targetsOf('nobody at all')).toEqual([]);
  });
});
