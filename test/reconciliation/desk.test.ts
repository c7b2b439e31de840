import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { forgetAll } from '../../src/admin/people.ts';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import { ADMIN, type Json, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { newIban } from '../support/entities.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { storedText, withDatabase } from '../support/rows-of.ts';
import { camtOf, csvOf } from '../support/statements/bank-files.ts';
import { verifyDatabaseAt } from '../support/verify-at.ts';

describe('desk', () => {
  test('an operator confirms, undoes and confirms again: the transaction follows', async () => {
    await using desk = await openDesk();
    const { databasePath } = desk.service;
    const { transactionId } = await desk.deposit();
    const [line] = await desk.receive({
      amountMinor: 49_000,
      name: 'SOMEBODY ELSE',
      text: 'no reference',
    });
    expect(line.state).toBe('unknown');
    const { lineId } = line;
    const confirmed = expectData(await desk.decide('confirm', lineId, { transactionId }));
    expect(confirmed.line).toMatchObject({ state: 'matched', transactionId });
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', finalAmount: 490 });
    expectFailure(await desk.decide('confirm', lineId, { transactionId }), 'error_transition_not_allowed');
    expectFailure(await desk.decide('put-away', lineId, { note: 'x' }), 'error_transition_not_allowed');
    const undone = expectData(await desk.decide('undo', lineId, { reason: 'It was for another deposit' }));
    expect(undone.line).toMatchObject({ state: 'undone', transactionId: null });
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'unsuccessful', sequence: 3 });
    // It never settles by itself again.
    await desk.service.statementMatcher.matchNow();
    expect((await desk.line(lineId)).line.state).toBe('undone');
    expectData(await desk.decide('confirm', lineId, { transactionId, reason: 'It was right' }));
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', sequence: 4 });
    expect((await desk.line(lineId)).decisions).toHaveLength(3);
    await expectAgreement(databasePath);
  });

  test('an undo leaves a transaction that has changed since', async () => {
    await using desk = await openDesk();
    const { transactionId, reference } = await desk.deposit();
    const [line] = await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: reference });
    const change = (verb: 'reverse' | 'correct', sequence: string) =>
      desk.service.transition(verb, transactionId, { fields: { sequence, reason: 'x' } });
    await change('reverse', '2');
    await change('correct', '3');
    expectData(await desk.decide('undo', line.lineId, { reason: 'x' }));
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', sequence: 4 });
    await expectAgreement(desk.service.databasePath);
  });

  test('the undo of a debit credits a deposit again only while the line that has paid it still does', async () => {
    await using desk = await openDesk();
    const { transactionId, reference } = await desk.deposit();
    const other = await desk.deposit({ userId: 'other' });
    const [line] = await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: reference });
    const [taking] = await desk.receive({ amountMinor: -50_000, text: 'TERS KAYIT' });
    const confirm = (one: Json | undefined, of: Json) =>
      desk.decide('confirm', one?.lineId, { transactionId: of.transactionId, reason: 'x' });
    const accept = (one: Json | undefined, of: Json) =>
      desk.decide('confirm', one?.lineId, {
        transactionId: of.transactionId,
        reason: 'x',
        acceptDifference: true,
      });
    const undo = (one: Json | undefined) => desk.decide('undo', one?.lineId, { reason: 'x' });
    const statusOf = async () => (await desk.transaction(transactionId)).status;
    expectData(await confirm(taking, { transactionId }));
    expectData(await undo(taking));
    expect(await statusOf()).toBe('successful');
    expectData(await confirm(taking, { transactionId }));
    expectData(await undo(line));
    expectFailure(await confirm(line, other), 'error_final_amount_unusual');
    expectData(await accept(line, other));
    expectData(await undo(taking));
    expect((await desk.line(taking?.lineId)).line.state).toBe('undone');
    expect(await statusOf()).toBe('unsuccessful');
    await expectAgreement(desk.service.databasePath);
  });

  test('the undo of a debit is refused while the blacklist stops the deposit that it has taken back', async () => {
    await using desk = await openDesk();
    const { transactionId, reference } = await desk.deposit();
    await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: reference });
    const [taking] = await desk.receive({ amountMinor: -50_000, text: 'TERS KAYIT' });
    expectData(await desk.decide('confirm', taking?.lineId, { transactionId, reason: 'x' }));
    const query = `mutation { addToBlacklist(input: { kind: convertedName, value: "test-user" }) { added } }`;
    expect(await desk.service.graphql(ADMIN, query)).toEqual({ addToBlacklist: { added: true } });
    const refused = await desk.decide('undo', taking?.lineId, { reason: 'x' });
    expectFailure(refused, 'error_transaction_blacklisted');
    await expectAgreement(desk.service.databasePath);
  });

  test('a line is put away with a note and taken back, and a transaction is paid by one line only', async () => {
    await using desk = await openDesk();
    const { transactionId, reference } = await desk.deposit();
    const [paid, stranger] = await desk.receive(
      { amountMinor: 50_000, name: 'TEST USER', text: reference },
      { amountMinor: 12_345, name: 'A STRANGER' },
    );
    const refused = await desk.decide('confirm', stranger.lineId, { transactionId });
    expect(expectFailure(refused, 'error_transition_not_allowed').message).toContain(paid.lineId);
    const away = expectData(await desk.decide('put-away', stranger.lineId, { note: 'Rent' }));
    expect(away.line.state).toBe('put-away');
    const named = { actor: 'operator', actorName: 'Demo operator' };
    expect(away.decisions[0]).toMatchObject({ note: 'Rent', ...named });
    expectFailure(
      await desk.decide('confirm', stranger.lineId, { transactionId }),
      'error_transition_not_allowed',
    );
    expect(expectData(await desk.decide('undo', stranger.lineId, { reason: 'x' })).line.state).toBe('undone');
    expectFailure(
      await desk.decide('undo', stranger.lineId, { reason: 'x' }),
      'error_transition_not_allowed',
    );
    await expectAgreement(desk.service.databasePath);
  });

  /** Three files whose balances break: each in another way. */
  const BROKEN = [
    ['closing-balance', (iban: string, text: string) => camtOf({ ...paid(iban, text), closingMinor: 1 })],
    [
      'page-balance',
      (iban: string, text: string) =>
        camtOf(
          { iban, id: 'P', lines: [], page: 1, isLastPage: false, closingMinor: 100_000 },
          { ...paid(iban, text), id: 'P', page: 2, openingMinor: 90_000 },
        ),
    ],
    [
      'running-balance',
      (iban: string, text: string) =>
        csvOf(iban, [
          { amountMinor: 100, balanceMinor: 1_000, text: 'first' },
          { amountMinor: 50_000, balanceMinor: 1_234, text, name: 'TEST USER' },
          { amountMinor: 100, balanceMinor: 51_100, text: 'last' },
        ]),
    ],
  ] as const;

  const paid = (iban: string, text: string) => ({
    iban,
    lines: [{ amountMinor: 50_000, name: 'TEST USER', text }],
  });

  test('a statement whose balances break is held, and says which of them', async () => {
    await using desk = await openDesk();
    for (const [heldReason, fileOf] of BROKEN) {
      const bytes = fileOf(desk.iban, heldReason);
      const { statements } = expectData(await upload(desk.service, bytes, 'name=a&profileId=generic'));
      const held = statements.filter((statement: Json) => statement.heldReason !== null);
      expect(held).toMatchObject([{ heldReason }]);
    }
  });

  test('a held statement settles nothing until an operator says why it may', async () => {
    await using desk = await openDesk();
    const { service } = desk;
    const { transactionId, reference } = await desk.deposit();
    const [, fileOf] = BROKEN[0];
    const { statements } = expectData(await upload(service, fileOf(desk.iban, reference)));
    await service.statementMatcher.matchNow();
    const [line] = expectData(await service.ask('/v1/statement-lines?state=held')).items;
    expect((await desk.line(line.lineId)).candidates).toHaveLength(1);
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'pending' });
    const refused = await desk.decide('confirm', line.lineId, { transactionId });
    expect(expectFailure(refused, 'error_transition_not_allowed').message).toContain('Release the statement');
    const release = () =>
      service.ask(`/v1/statements/${statements[0].statementId}/release`, {
        json: { reason: 'The bank says so' },
      });
    expectData(await release());
    expectFailure(await release(), 'error_validation');
    await service.statementMatcher.matchNow();
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful' });
    expect(expectData(await service.ask('/v1/statement-lines?state=held')).items).toEqual([]);
    await expectAgreement(service.databasePath);
  });
});

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
      json: { text: 'has called' },
    });
    await desk.decide('put-away', line!.lineId, { note: 'rent' });
    const targetsOf = async (about: string) => {
      const query = 'query ($about: String) { audit(about: $about) { items { target } } }';
      const { audit } = await desk.service.graphql(ADMIN, query, { about });
      return audit.items.map(({ target }: Json) => target);
    };
    expect(await targetsOf('caglayan')).toEqual([noted.transactionId]);
    expect(await targetsOf(noted.reference)).toEqual([noted.transactionId]);
    expect(await targetsOf('yonath kira')).toEqual([line!.lineId]);
    expect(await targetsOf('nobody at all')).toEqual([]);
  });
});

test('the lines of a state are summed by direction and currency', async () => {
  await using desk = await openDesk();
  const [line] = await desk.receive(
    { amountMinor: 10_000, name: 'A STRANGER' },
    { amountMinor: 2_050, name: 'ANOTHER' },
    { amountMinor: 700, name: 'ABROAD', currency: 'USD' },
    { amountMinor: -4_000, text: 'GIDEN EFT' },
  );
  const counts = `/v1/statement-lines/counts?fileId=${line.fileId}`;
  expect(expectData(await desk.service.ask(counts, { as: OPERATOR }))).toMatchObject([
    {
      // The balances do not count what is in another currency.
      state: 'held',
      count: 4,
      sums: [
        { direction: 'credit', currency: 'TRY', count: 2, sum: 120.5 },
        { direction: 'credit', currency: 'USD', count: 1, sum: 7 },
        { direction: 'debit', currency: 'TRY', count: 1, sum: 40 },
      ],
    },
  ]);
});

describe('forget', () => {
  const TABLES = ['statement_lines', 'line_decisions', 'refunds', 'payout_payees'] as const;

  /** Forgets a user of the merchant. @returns the number of transactions. */
  function forget({ service, merchant }: Desk, userId: string): Promise<number> {
    const audit: AuditOrigin = {
      occurredAtMs: service.clock.nowMs(),
      actorKind: 'key',
      actor: 'a-person',
      address: '192.0.2.1',
      operation: 'forgetPerson',
      requestId: 'r',
    };
    const { id: clientId, appKey } = merchant;
    return forgetAll(service.dependencies, { clientId, userId }, { appKey, audit });
  }

  test('a forgotten person is forgotten in the lines of their payments, and other lines stay', async () => {
    await using desk = await openDesk();
    const { service, iban: accountIban } = desk;
    const person = { userId: 'somebody', name: 'Ada Lovelace' };
    const [iban, otherIban] = [newIban(), newIban()];
    const first = await desk.deposit(person);
    const other = await desk.deposit({ name: 'Grace Hopper' });
    const lines = [
      { amountMinor: 50_000, name: 'ADA LOVELACE', iban, text: `${first.reference} from Ada` },
      { amountMinor: 50_000, name: 'GRACE HOPPER', iban: otherIban, text: `${other.reference} of Grace` },
    ];
    const [line] = await desk.receive(...lines);
    expect(line).toMatchObject({ state: 'matched' });
    await desk.decide('undo', line.lineId, { reason: 'Ada Lovelace called' });
    expectData(await desk.decide('give-back', line.lineId, { reason: 'Ada wants it back' }));
    await desk.decide('undo', line.lineId, { reason: 'Ada keeps it' });
    const { transactionId } = first;
    expectData(await desk.decide('confirm', line.lineId, { transactionId, reason: 'It was Ada' }));
    const before = await storedText(service.databasePath, TABLES);
    for (const word of ['ADA LOVELACE', 'from Ada', iban, 'Ada Lovelace called'])
      expect(before).toContain(word);
    await service.callbackWorker.idle();
    const forgotten = await forget(desk, person.userId);
    expect(forgotten).toBe(1);
    const after = await storedText(service.databasePath, TABLES);
    for (const word of ['ADA', 'Ada', iban]) expect(after).not.toContain(word);
    for (const word of ['GRACE HOPPER', 'of Grace', otherIban]) expect(after).toContain(word);
    expect((await desk.line(line.lineId)).line).toMatchObject({
      amount: 500,
      state: 'matched',
      transactionId,
    });
    const again = expectData(await upload(service, camtOf({ iban: accountIban, lines })));
    expect(again.file).toMatchObject({ lineCount: 2, addedCount: 0 });
    await expectAgreement(service.databasePath);
  });

  const ADA = { userId: 'somebody', name: 'Ada Lovelace' };
  const ADAS = { amountMinor: 50_000, name: 'ADA LOVELACE', iban: 'NO9386011117947' };
  const TRACES = /ADA|NO9386011117947/;

  test('the lines that announced a payment are forgotten with it', async () => {
    await using desk = await openDesk();
    const { transactionId } = await desk.deposit(ADA);
    const line = { ...ADAS, text: 'no reference' };
    for (const date of ['2026-11-20', '2026-11-23']) await desk.receive({ ...line, date, isPending: true });
    const [booked] = await desk.receive({ ...line, date: '2026-11-23' });
    expectData(await desk.decide('confirm', booked.lineId, { transactionId }));
    await forget(desk, ADA.userId);
    expect(await storedText(desk.service.databasePath, TABLES)).not.toMatch(TRACES);
    await expectAgreement(desk.service.databasePath);
  });

  test('a line that named a payment twice is forgotten with it once it was put away', async () => {
    await using desk = await openDesk();
    const { reference } = await desk.deposit(ADA);
    await desk.receive({ ...ADAS, text: reference });
    const [twin] = await desk.receive({ ...ADAS, text: `${reference} again` });
    expect(twin).toMatchObject({ state: 'double-payment' });
    await forget(desk, ADA.userId);
    expectData(await desk.decide('put-away', twin.lineId, { note: 'Shown by two files' }));
    expect(await forget(desk, ADA.userId)).toBe(1);
    expect(await storedText(desk.service.databasePath, TABLES)).not.toMatch(TRACES);
  });

  test('an announcement that comes after its payer was forgotten is forgotten by the next call', async () => {
    await using desk = await openDesk();
    const { reference } = await desk.deposit(ADA);
    await desk.receive({ ...ADAS, text: reference });
    await forget(desk, ADA.userId);
    const [late] = await desk.receive({ ...ADAS, text: reference, isPending: true });
    expect(late).toMatchObject({ state: 'replaced' });
    expect(await forget(desk, ADA.userId)).toBe(1);
    expect(await storedText(desk.service.databasePath, TABLES)).not.toMatch(TRACES);
  });
});

describe('verify', () => {
  /** Corruptions of a database with one line that has settled, one that is open and one that was undone. */
  const CORRUPTIONS: readonly (readonly [string, ...string[]])[] = [
    ["update statement_lines set state = 'unknown' where state = 'matched'", 'line-state'],
    ["update statement_lines set is_open = 1 where state = 'matched'", 'line-state'],
    ["update statement_lines set decision_id = 'none' where state = 'unknown'", 'line-state'],
    ["update statement_lines set transaction_id = 'x' where state = 'matched'", 'line-state'],
    ["update statement_lines set transaction_id = 'x' where state = 'undone'", 'line-state'],
    ["update line_decisions set event_id = 'none' where settles = 1", 'line-settlement'],
    ["update statement_lines set amount_minor = 1 where state = 'matched'", 'line-settlement'],
    [
      "update line_decisions set transaction_id = 'x' where settles = 1 and undone_at_ms is null",
      'line-settlement',
      'line-state',
    ],
    ['update statement_files set line_count = line_count + 1', 'file-count'],
    ['update statement_files set added_count = added_count - 1', 'file-count'],
    ['update statement_files set taken_back_at_ms = 1', 'file-taken-back'],
  ];

  test('verify finds every line, decision and file that does not agree with the rest', async () => {
    await using desk = await openDesk();
    const { databasePath } = desk.service;
    const [first, second] = [await desk.deposit(), await desk.deposit()];
    const [, , undone] = await desk.receive(
      { amountMinor: 50_000, name: 'TEST USER', text: first.reference },
      { amountMinor: 77_777, name: 'A STRANGER' },
      { amountMinor: 50_000, name: 'TEST USER', text: second.reference },
    );
    await desk.decide('undo', undone.lineId, { reason: 'x' });
    const kinds = async () => (await verifyDatabaseAt(databasePath)).disagreements.map(({ kind }) => kind);
    expect(await kinds()).toEqual([]);
    for (const [statement, ...expected] of CORRUPTIONS)
      await withDatabase(databasePath, async (db) => {
        const tables = ['statement_lines', 'line_decisions', 'statement_files'] as const;
        const saved = await Promise.all(
          tables.map((table) =>
            db
              .selectFrom(table as 'statement_lines')
              .selectAll()
              .execute(),
          ),
        );
        const { numAffectedRows } = await sql.raw(statement).execute(db);
        expect(Number(numAffectedRows), statement).toBeGreaterThan(0);
        expect([...new Set(await kinds())].sort(), statement).toEqual(expected);
        for (const [index, table] of tables.entries())
          for (const { id, ...row } of saved[index] ?? [])
            await db
              .updateTable(table as 'statement_lines')
              .set(row)
              .where('id', '=', id)
              .execute();
      });
    expect(await kinds()).toEqual([]);
  });
});
