import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ADMIN, call, type Json, OPERATOR } from '../harness.ts';
import { rowsOf } from '../support/audit.ts';
import { newIban } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { type Desk, openDesk, useDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';
import { type BankLine, notificationOf as camt054Of, camtOf } from '../support/statements/bank-files.ts';
import { writeMt940 } from '../support/statements/write-mt940.ts';

describe('announced', () => {
  /** Banks announce money within the day, and book it on that day or a later one. */

  const desk = useDesk();

  const FRIDAY = '2026-11-20';
  const SATURDAY = '2026-11-21';
  const MONDAY = '2026-11-23';

  async function announce(text: string) {
    const line = { amountMinor: 50_000, name: 'TEST USER', iban: newIban(), text };
    const [announced] = await desk.receive({ ...line, date: FRIDAY, isPending: true });
    expect(announced).toMatchObject({ state: 'pending' });
    return { line, announced, stateNow: async () => (await desk.line(announced.lineId)).line.state };
  }

  test('money that is announced on a Friday and booked on the Monday settles once, and waits no more as pending', async () => {
    const { transactionId, reference } = await desk.deposit();
    const { line, stateNow } = await announce(`Yatirim ${reference}`);
    const [again] = await desk.receive({ ...line, date: SATURDAY, isPending: true });
    const [booked] = await desk.receive({ ...line, date: MONDAY });
    expect(booked).toMatchObject({ state: 'matched', transactionId });
    expect(await stateNow()).toBe('replaced');
    expect((await desk.line(again.lineId)).line.state).toBe('replaced');
  });

  test('a report that comes after the statement leaves nothing pending of what was booked on a later day', async () => {
    const line = { amountMinor: 41_000, name: 'TEST USER', iban: newIban(), text: 'late report' };
    await desk.receive({ ...line, date: MONDAY });
    const file = camtOf({ iban: desk.iban, lines: [{ ...line, date: FRIDAY, isPending: true }] });
    expect(await importing(file)).toMatchObject([{ state: 'replaced' }]);
  });

  test('two equal payments of one day that are booked on two days leave nothing pending', async () => {
    const line = { amountMinor: 42_000, name: 'TEST USER', iban: newIban(), text: 'twice' };
    const both = await desk.receive(
      { ...line, date: FRIDAY, isPending: true },
      { ...line, date: FRIDAY, isPending: true },
    );
    await desk.receive({ ...line, date: FRIDAY });
    await desk.receive({ ...line, date: MONDAY });
    for (const { lineId } of both) expect((await desk.line(lineId)).line.state).toBe('replaced');
  });

  test('money that is announced under two days and booked on the second settles, and leaves nothing pending', async () => {
    const { transactionId, reference } = await desk.deposit();
    const { line, stateNow } = await announce(`Yatirim ${reference}`);
    const [again] = await desk.receive({ ...line, date: MONDAY, isPending: true });
    const [booked] = await desk.receive({ ...line, date: MONDAY });
    expect(booked).toMatchObject({ state: 'matched', transactionId });
    expect(await stateNow()).toBe('replaced');
    expect((await desk.line(again.lineId)).line.state).toBe('replaced');
    // The first report in another file, after the statement.
    const file = camtOf({
      iban: desk.iban,
      lines: [
        { ...line, date: SATURDAY, isPending: true },
        { ...line, date: SATURDAY, isPending: true },
      ],
    });
    expect(await importing(file)).toMatchObject([{ state: 'replaced' }, { state: 'replaced' }]);
  });

  test('money sent back that is pending holds its payment, though an equal transfer of a later day was announced and booked', async () => {
    const { merchant, service } = desk;
    const deposit = await desk.deposit({ amount: '430' });
    const iban = newIban();
    const out = { amountMinor: -43_000, iban, text: 'GIDEN EFT' };
    const [back] = await desk.receive({ ...out, date: FRIDAY, isPending: true });
    const { transactionId, sequence } = await service.withdraw(merchant, { amount: '430', iban });
    await desk.receive({ ...out, date: MONDAY, isPending: true });
    const [paid] = await desk.receive({ ...out, date: MONDAY });
    expectData(await desk.decide('confirm', paid.lineId, { transactionId, sequence }));
    // The same report again, in another file.
    await desk.receive({ ...out, date: FRIDAY, isPending: true }, { amountMinor: 1, date: FRIDAY });
    const credit = {
      amountMinor: 43_000,
      name: 'TEST USER',
      date: FRIDAY,
      text: `Yatirim ${deposit.reference}`,
    };
    expect((await desk.receive(credit))[0]).toMatchObject({ state: 'proposed', transactionId: null });
    expect((await desk.line(back.lineId)).line.state).toBe('pending');
    // A report that comes late says no more.
    await desk.receive({ ...out, date: SATURDAY, isPending: true });
    expect((await desk.line(back.lineId)).line.state).toBe('pending');
    await desk.receive({ ...out, date: FRIDAY });
    expect((await desk.line(back.lineId)).line.state).toBe('replaced');
  });

  test('an equal payment of a later week, and one of another text or payer, stays pending', async () => {
    const { line, stateNow } = await announce('weekly');
    await desk.receive({ ...line, date: '2026-11-27' });
    await desk.receive({ ...line, date: MONDAY, text: 'weekly 2' });
    await desk.receive({ ...line, date: MONDAY, iban: newIban() });
    await desk.receive({ ...line, date: MONDAY, amountMinor: -50_000 });
    expect(await stateNow()).toBe('pending');
  });

  const notificationOf = (...lines: readonly BankLine[]) => camt054Of({ iban: desk.iban, lines });

  const importing = (file: string | Uint8Array) => desk.receiveFile(Buffer.from(file));

  test('a payment that a notification has settled comes no second time by the statement', async () => {
    const { transactionId, reference } = await desk.deposit({ amount: '613.10' });
    const line = { amountMinor: 61_310, name: 'TEST USER', iban: newIban(), text: reference };
    expect(await importing(notificationOf(line))).toMatchObject([{ state: 'matched', transactionId }]);
    expect(await importing(notificationOf(line))).toEqual([]);
    expect(await desk.receive(line)).toEqual([]);
  });

  test('a payment whose text only the notification has settles no second deposit of its payer by the statement', async () => {
    const payer = { userId: 'selin', name: 'Selin Aksoy' };
    const line = { amountMinor: 31_337, name: 'SELIN AKSOY', iban: newIban(), date: desk.today() };
    const first = await desk.deposit({ ...payer, amount: '313.37' });
    expect(await importing(notificationOf({ ...line, text: first.reference }))).toMatchObject([
      { state: 'matched', transactionId: first.transactionId },
    ]);
    const second = await desk.deposit({ ...payer, amount: '313.37' });
    expect(await desk.receive(line)).toMatchObject([{ state: 'proposed', transactionId: null }]);
    expect(await desk.transaction(second.transactionId)).toMatchObject({ status: 'pending' });
  });

  test('the sum by which a statement books payments of a notification settles nothing', async () => {
    const deposits = [
      await desk.deposit({ amount: '613.20' }),
      await desk.deposit({ amount: '613.20' }),
      await desk.deposit({ amount: '1226.40' }),
    ];
    const [first, second] = deposits;
    const payer = { amountMinor: 61_320, name: 'TEST USER', iban: newIban() };
    const line = ({ reference }: Json) => ({ ...payer, text: reference });
    await importing(notificationOf(line(first), line(second)));
    const [sum] = await desk.receive({ amountMinor: 122_640 });
    expect(sum).toMatchObject({ transactionId: null });
    const states = await Promise.all(deposits.map(({ transactionId }) => desk.transaction(transactionId)));
    expect(states.map(({ status }) => status)).toEqual(['successful', 'successful', 'pending']);
  });

  test('reports of MT942 leave nothing pending of what the MT940 books, and its payments settle once', async () => {
    const { transactionId, reference } = await desk.deposit({ amount: '613.30' });
    const line = {
      isCredit: true,
      isReversal: false,
      amountMinor: 61_330,
      text: reference,
      name: 'TEST USER',
    };
    const details = { ultimateName: '', iban: newIban(), endToEndId: '', bankReference: '' };
    const at = (bookingDate: string | null) => ({ ...line, ...details, valueDate: FRIDAY, bookingDate });
    const model = {
      account: desk.iban,
      currency: 'TRY',
      openingMinor: 0,
      day: MONDAY,
      lineEnd: '\n',
    } as const;
    const form = { dialect: 'german', hasEnvelope: true, isPadded: false } as const;
    const report = writeMt940({ ...model, ...form, isIntraday: true, pages: [[at(null)]] });
    const [announced] = await importing(report);
    expect(announced).toMatchObject({ state: 'pending' });
    const statement = writeMt940({ ...model, ...form, isIntraday: false, pages: [[at(MONDAY)]] });
    expect(await importing(statement)).toMatchObject([{ state: 'matched', transactionId }]);
    expect((await desk.line(announced.lineId)).line.state).toBe('replaced');
  });

  test('a report of MT942 leaves nothing pending where the reference stands below the entry', async () => {
    const { transactionId, reference } = await desk.deposit({ amount: '613.40' });
    const fileOf = (booked: string, end: readonly string[]) =>
      [
        ...[':20:STARTUMS', `:25:${desk.iban}`, ':28C:00019/001', ...end.slice(0, -1)],
        ...[
          `:61:261120${booked}C613,40NTRFNONREF`,
          `${reference} TEST USER`,
          ':86:GELEN FAST',
          ...end.slice(-1),
          '-',
        ],
      ].join('\n');
    const report = fileOf('', [':34F:TRY0,', ':13D:2611221200+0100', ':90C:1TRY613,40']);
    const [announced] = await importing(report);
    expect(announced).toMatchObject({ state: 'pending' });
    const statement = fileOf('1123', [':60F:C261123TRY5000,', ':62F:C261123TRY5613,40']);
    expect(await importing(statement)).toMatchObject([{ state: 'matched', transactionId }]);
    expect((await desk.line(announced.lineId)).line.state).toBe('replaced');
  });

  testLong('very many equal lines that are pending keep no line from being decided about', async () => {
    await using other = await openDesk();
    const line = { amountMinor: 44_000, text: 'very many' };
    const [{ lineId }] = (await other.receive({ ...line, date: FRIDAY, isPending: true })) as [Json];
    await copyLine(other, lineId, 17_000);
    const many = Array.from({ length: 120 }, () => ({ ...line, date: MONDAY }));
    const booked = await other.receive(...many);
    expect(new Set(booked.map(({ state }) => state))).toEqual(new Set(['unknown']));
    expect((await other.line(lineId)).line.state).toBe('replaced');
  });

  /** Stores more occurrences of a line. */
  async function copyLine({ service }: Desk, lineId: string, count: number): Promise<void> {
    await withDatabase(service.databasePath, async (db) => {
      const row: object = await db
        .selectFrom('statement_lines')
        .selectAll()
        .where('id', '=', lineId)
        .executeTakeFirstOrThrow();
      const own: Readonly<Record<string, RawBuilder<unknown>>> = {
        id: sql`l.id || n.i`,
        occurrence: sql`n.i`,
      };
      const columns = Object.keys(row);
      await sql`
      with recursive n(i) as (select 2 union all select i + 1 from n where i < ${sql.lit(count)})
      insert into statement_lines (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(columns.map((name) => own[name] ?? sql`l.${sql.ref(name)}`))}
      from n cross join statement_lines as l where l.id = ${lineId}`.execute(db);
    });
  }
});

describe('profiles', () => {
  const service = useService();

  const PROFILE = {
    id: 'sea-bank',
    title: 'Sea Bank',
    decimal: 'comma',
    dates: ['dd.mm.yyyy'],
    defaultCurrency: 'TRY',
    columns: { date: ['Gün'], amount: ['Para'], description: ['Not'], ownIban: ['Kendi IBAN'] },
    direction: { kind: 'signed' },
    senders: [{ kind: 'field', separator: '*', index: 1 }],
  };

  const CSV = 'Kendi IBAN;Gün;Para;Not\nTR640099900000999000001001;22.11.2026;1.234,50;EFT*ADA KAYA*x\n';

  const ask = (path: string, body?: Json, as = ADMIN) =>
    call(service(), path, {
      sign: 'timed',
      as,
      ...(body && { json: body }),
    });

  const save = (profile: unknown) => ask('/v1/statement-profiles', { profile: JSON.stringify(profile) });

  const preview = async (content: string) =>
    expectData(
      await ask('/v1/statements/text/preview', { name: 'a.csv', content, isPasted: false }, OPERATOR),
    );

  test('a profile that an admin saves reads the files of its bank from then on, until it is removed', async () => {
    const before = await preview(CSV);
    expect(before.problems).toMatchObject([{ code: 'unknown-columns' }]);
    const rows = await rowsOf(service().databasePath, async () => expectData(await save(PROFILE)));
    expect(rows).toMatchObject([
      { operation: 'saveBankProfile', target_id: 'sea-bank', actor: ADMIN.appKey },
    ]);
    const read = await preview(CSV);
    expect(read).toMatchObject({ profileId: 'sea-bank', problems: [], lineCount: 1, newCount: 1 });
    expect(read.lines).toMatchObject([
      { amount: 1234.5, direction: 'credit', counterpartyName: 'ADA KAYA', bookingDate: '2026-11-22' },
    ]);
    expect(read.columns).toContainEqual({ name: 'Para', role: 'amount' });
    expectData(await ask('/v1/statement-profiles/sea-bank/remove', {}));
    expect((await preview(CSV)).problems).toMatchObject([{ code: 'unknown-columns' }]);
  });

  test('a text is as long as a body can be', async () => {
    const given = { name: 'a.csv', content: '', isPasted: false };
    const content = 'x'.repeat(65_536 - JSON.stringify(given).length);
    const { problems } = expectData(
      await ask('/v1/statements/text/preview', { ...given, content }, OPERATOR),
    );
    expect(problems).toHaveLength(1);
  });

  test('a longer text is told the call that takes files', async () => {
    const given = { name: 'a.csv', content: 'ş\n'.repeat(30_000) };
    const { message } = expectFailure(
      await ask('/v1/statements/text', given, OPERATOR),
      'error_payload_too_large',
    );
    expect(message).toContain('POST /v1/statements');
  });

  test('columns that fit two profiles are read by neither, and the problem names both', async () => {
    expectData(await save(PROFILE));
    expectData(await save({ ...PROFILE, id: 'lake-bank', title: 'Lake Bank' }));
    const { problems, lines } = await preview(CSV);
    expect(problems).toHaveLength(1);
    expect(problems[0].message).toMatch(/Lake Bank, Sea Bank.*choose/);
    expect(lines).toEqual([]);
    const chosen = { name: 'a.csv', content: CSV, isPasted: false, profileId: 'lake-bank' };
    const read = expectData(await ask('/v1/statements/text/preview', chosen, OPERATOR));
    expect(read).toMatchObject({ profileId: 'lake-bank', problems: [], lineCount: 1 });
  });

  test('a profile of the service is neither changed nor removed, and can be copied', async () => {
    const { profile } = expectData(await ask('/v1/statement-profiles/akbank'));
    const refused = expectFailure(await save(JSON.parse(profile)), 'error_validation');
    expect(refused.fields).toMatchObject([{ path: 'profile.id' }]);
    expect((await ask('/v1/statement-profiles/akbank/remove', {})).status).toBe(400);
    const copy = { ...JSON.parse(profile), id: 'my-akbank', title: 'My Akbank' };
    expect(expectData(await save(copy))).toMatchObject({ profileId: 'my-akbank', isBuiltIn: false });
  });

  test('a saved profile is found and reads again, whatever letters its words have', async () => {
    const id = 'letters-bank';
    const columns = { ...PROFILE.columns, amount: ['Betrag ß ﬃ TRY EUR'], description: [' Not  é '] };
    const words = { creditWords: [' Çıkan '], debitWords: ['Gıren ', 'ß'] };
    expectData(await save({ ...PROFILE, ...words, id, columns }));
    const content = 'Kendi IBAN;Gün;Betrag ß ﬃ TRY EUR;Not é\nTR640099900000999000001001;22.11.2026;1,00;x\n';
    const chosen = { name: 'a.csv', content, isPasted: false, profileId: id };
    const read = expectData(await ask('/v1/statements/text/preview', chosen, OPERATOR));
    expect(read).toMatchObject({ profileId: id, lineCount: 1 });
    const kept = expectData(await ask(`/v1/statement-profiles/${id}`)).profile;
    expect(expectData(await save(JSON.parse(kept))).profile).toBe(kept);
    expectData(await ask(`/v1/statement-profiles/${id}/remove`, {}));
  });

  test.each([
    ['no JSON', '{"id":', 'profile'],
    ['another field', JSON.stringify({ ...PROFILE, pattern: '(a+)+$' }), 'profile'],
    ['a wrong sign', JSON.stringify({ ...PROFILE, decimal: 'dot' }), 'profile.decimal'],
    ['no amount', JSON.stringify({ ...PROFILE, columns: { date: ['Gün'] } }), 'profile.columns.amount'],
    [
      'one name for two columns',
      JSON.stringify({ ...PROFILE, columns: { ...PROFILE.columns, amount: ['Gün'] } }),
      'profile.columns.amount',
    ],
    ['a word of nothing', JSON.stringify({ ...PROFILE, pendingWords: [' '] }), 'profile.pendingWords.0'],
    [
      'one word twice',
      JSON.stringify({ ...PROFILE, creditWords: ['A'], debitWords: ['a'] }),
      'profile.debitWords',
    ],
  ])('a profile with %s is refused, and the field is named', async (_what, profile, path) => {
    const response = await ask('/v1/statement-profiles', { profile });
    const { fields } = expectFailure(response, 'error_validation');
    expect(fields.map((field: Json) => field.path)).toContain(path);
  });

  test('a sample without a profile shows its columns, with what each probably holds', async () => {
    const read = async (content: string) =>
      expectData(await ask('/v1/statement-profiles/try', { content })).sample;
    const rolesOf = ({ columns }: Json) => columns.map(({ name, role }: Json) => [name, role]);
    const lines =
      'Hesap özeti\nTarih;Gün;Tutar (TL);Açıklama;Açıklama;Açıklama2\n22.11.2026;;5,00;kira;ev;x\n';
    const sample = await read(lines);
    expect(rolesOf(sample)).toEqual([
      ['Tarih', 'date'],
      ['Gün', null],
      ['Tutar (TL)', 'amount'],
      // Nobody knows which of two columns of one name is meant.
      ['Açıklama', null],
      ['Açıklama', null],
      ['Açıklama2', 'description'],
    ]);
    expect(sample.columns[2]).toMatchObject({ key: 'TUTAR', example: '5,00' });
    expect(sample).toMatchObject({ isPasted: false, fittingIds: [] });
    const pasted = await read('Gün   Para   Karşı taraf\n22.11.2026   5,00   Ada Kaya\n');
    expect(pasted.columns.map(({ name }: Json) => name)).toEqual(['Gün', 'Para', 'Karşı taraf']);
    expect(pasted.isPasted).toBe(true);
    expect((await read('22.11.2026;500,00;Ada Kaya')).columns).toEqual([]);
    const akbank = await read('Tarih;Saat;Tutar;Bakiye;Açıklama;Fiş/Dekont No\n');
    expect(akbank.fittingIds).toContain('akbank');
  });

  test('a sample shows how a profile reads it, with problems by place, and keeps neither', async () => {
    const sample = {
      profile: JSON.stringify({ ...PROFILE, id: 'tried' }),
      content: `${CSV};23.11.2026;x;y\n`,
    };
    const tried = expectData(await ask('/v1/statement-profiles/try', { ...sample, isPasted: false }));
    expect(tried).toMatchObject({ lineCount: 1, problems: [{ code: 'bad-amount', place: 'row 3' }] });
    expect(tried.columns.map(({ role }: Json) => role)).toEqual(['ownIban', 'date', 'amount', 'description']);
    const listed = expectData(await ask('/v1/statement-profiles'));
    expect(listed.map(({ profileId }: Json) => profileId)).not.toContain('tried');
  });
});
