import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorType } from '../../src/kernel/errors.ts';
import { fileProblem } from '../../src/reconciliation/domain/file-problems.ts';
import type { KeyedPart } from '../../src/reconciliation/domain/keyed-line.ts';
import type { StatementImports, StatementReading } from '../../src/reconciliation/import-store.ts';
import type { Json } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { expectRefusal, openTestContext, type TestContext } from '../support/app-context.ts';
import { createAccount, createBank, newIban } from '../support/entities.ts';
import { holds } from '../support/properties.ts';
import { importHere, matchAll, READING_HERE, upload, useDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import {
  type BankLine,
  type BankStatement,
  camtOf,
  csvOf,
  notificationOf,
} from '../support/statements/bank-files.ts';
import { onPostgres } from '../support/test-database.ts';

describe('import', () => {
  const desk = useDesk();

  const many = (count: number, text: string) =>
    Array.from({ length: count }, (_, index) => ({ amountMinor: 100 + index, text: `${text} ${index}` }));

  /** A context with one account, and itself with other ways to store imports. */
  async function openWithAccount() {
    const context = await openTestContext();
    await createBank(context);
    const { dependencies } = context;
    const [account] = await dependencies.db.read('listEveryAccount');
    const { imports } = dependencies.statements;
    const changed = (change: Partial<StatementImports>) => {
      const statements = { ...dependencies.statements, imports: { ...imports, ...change } };
      return { dependencies: { ...dependencies, statements } };
    };
    return { ...context, iban: account?.iban ?? '', imports, changed };
  }

  /** The rows of every table of statements. */
  function rowCounts(databasePath: string): Promise<number[]> {
    return withDatabase(databasePath, (db) =>
      Promise.all(
        (['statement_files', 'statements', 'statement_lines', 'line_references'] as const).map(
          async (table) => {
            const count = db.fn.countAll<number>().as('count');
            const row = await db
              .selectFrom(table as 'statements')
              .select(count)
              .executeTakeFirstOrThrow();
            return Number(row.count);
          },
        ),
      ),
    );
  }

  test('a file with a problem in its last line is refused with its place, and nothing of it is kept', async () => {
    const { service, iban } = desk;
    const before = await rowCounts(service.databasePath);
    const file = camtOf({ iban, lines: many(150, 'a') }).toString();
    const last = file.lastIndexOf('<Amt Ccy="TRY">2.49');
    const broken = `${file.slice(0, last)}<Amt Ccy="TRY">seven${file.slice(last + '<Amt Ccy="TRY">2.49'.length)}`;
    const { fields } = expectFailure(await upload(service, Buffer.from(broken)), 'error_validation');
    expect(fields).toMatchObject([{ path: 'file' }]);
    expect(fields[0].message).toContain('entry 150');
    expect(await rowCounts(service.databasePath)).toEqual(before);
    const { file: stored } = expectData(await upload(service, Buffer.from(file)));
    expect(stored).toMatchObject({ lineCount: 150, addedCount: 150 });
    await expectAgreement(service.databasePath);
  });

  test('the same bytes again change nothing', async () => {
    const { service, iban } = desk;
    const file = camtOf({ iban, lines: many(3, 'b') });
    const first = expectData(await upload(service, file));
    const before = await rowCounts(service.databasePath);
    const again = expectData(await upload(service, file, 'name=another.xml'));
    expect(again).toMatchObject({ isRepeat: true, file: { fileId: first.file.fileId, addedCount: 3 } });
    expect(await rowCounts(service.databasePath)).toEqual(before);
  });

  test('a file of no account of the operator, or of another one than was chosen, is refused', async () => {
    const { service, iban } = desk;
    const foreign = camtOf({ iban: newIban(), lines: many(1, 'c') });
    expectFailure(await upload(service, foreign), 'error_validation');
    const accounts = await service.dependencies.db.read('listEveryAccount');
    const other = accounts.find((account) => account.iban !== iban);
    const own = camtOf({ iban, lines: many(1, 'c') });
    expectFailure(await upload(service, own, `name=a&accountId=${other?.id}`), 'error_validation');
    const unknown = await upload(service, own, `name=a&accountId=${'f'.repeat(24)}`);
    expect(expectFailure(unknown, 'error_validation').fields).toMatchObject([{ path: 'accountId' }]);
  });

  test('while a file is imported another one is refused and told to come again, and its lines stay away until the end', async () => {
    await using context = await openWithAccount();
    const { iban, imports, changed } = context;
    const { db } = context.dependencies;
    const slow = camtOf({ iban, lines: many(250, 'd') });
    const staged = imports.stage;
    let others = 0;
    const stage: typeof staged = async (fileId, part) => {
      const added = await staged(fileId, part);
      await expectRefusal(importHere(context, camtOf({ iban, lines: many(1, 'e') })), 'error_unavailable');
      expect((await db.query('listStatementLines', { filter: {}, page: { limit: 10 } })).items).toEqual([]);
      expect(await context.dependencies.statements.matching.findUnmatched()).toBeUndefined();
      others += 1;
      return added;
    };
    const { file } = await importHere(changed({ stage }), slow);
    expect([file.addedCount, others > 2]).toEqual([250, true]);
    expect((await importHere(context, camtOf({ iban, lines: many(1, 'e') }))).file.addedCount).toBe(1);
  });

  test('what a process staged before it died is removed by the next import after a minute, and does not count until then', async () => {
    await using context = await openWithAccount();
    const { iban, changed } = context;
    const died = async () => {
      throw new Error('died');
    };
    const file = camtOf({ iban, lines: many(600, 'f') });
    // It neither finishes nor cleans up, as after SIGKILL.
    await expect(importHere(changed({ finish: died, drop: died }), file)).rejects.toThrow('died');
    expect((await rowCounts(context.databasePath))[2]).toBe(600);
    await expectRefusal(importHere(context, file), 'error_unavailable');
    context.clock.advance(60_000);
    const { file: stored, isRepeat } = await importHere(context, file);
    expect([stored.addedCount, isRepeat]).toEqual([600, false]);
    expect(await rowCounts(context.databasePath)).toEqual([1, 1, 600, 0]);
    await expectAgreement(context.databasePath);
  });

  test('an import that took so long that another one removed it keeps nothing, and says so', async () => {
    await using context = await openWithAccount();
    const { iban, imports, changed } = context;
    const stage: typeof imports.stage = async (fileId, part) => {
      context.clock.advance(60_000);
      return imports.stage(fileId, part);
    };
    const slow = importHere(changed({ stage }), camtOf({ iban, lines: many(9, 'g') }));
    expect(await expectRefusal(slow, 'error_unavailable')).toContain('Nothing of the file was kept');
    expect(await rowCounts(context.databasePath)).toEqual([0, 0, 0, 0]);
  });

  test('a line that names hundreds of references is imported and matched', async () => {
    const { service, iban } = desk;
    const words = (seed: number) =>
      Array.from(
        { length: 40 },
        (_, index) => `K7M${((seed * 41 + index) * 7919).toString(36).toUpperCase()}`,
      );
    const lines = Array.from({ length: 20 }, (_, index) => ({
      amountMinor: 5_000 + index,
      text: `${index} ${words(index).join(' ')}`,
    }));
    const { file } = expectData(await upload(service, camtOf({ iban, lines })));
    expect(file.addedCount).toBe(20);
    await service.statementMatcher.matchNow();
    const { items } = expectData(await service.ask(`/v1/statement-lines?fileId=${file.fileId}&limit=200`));
    expect(items.every(({ state }: Json) => state === 'unknown')).toBe(true);
  });

  test('an amount above ten billion is a problem of the file, in every format', async () => {
    const { service, iban } = desk;
    const file = camtOf({ iban, lines: [{ amountMinor: 1_000_000_000_001, text: 'x' }] });
    const { fields } = expectFailure(await upload(service, file), 'error_validation');
    expect(fields).toMatchObject([{ message: expect.stringMatching(/^file, entry 1: .*10000000000/) }]);
    const table = csvOf(iban, [
      { amountMinor: 1_000_000_000_001, balanceMinor: 1_000_000_000_001, text: 'x' },
    ]);
    expectFailure(await upload(service, table, 'name=a.csv'), 'error_validation');
    const most = { amountMinor: 1_000_000_000_000, text: 'y' };
    expectData(await upload(service, camtOf({ iban, lines: [most, most, most] })));
    expect((await service.ask('/v1/statement-lines/counts')).status).toBe(200);
  });

  describe('a file whose second reading differs from the first', () => {
    const problem = fileProblem('too_slow', null);

    test.each<[string, ErrorType, (parts: readonly KeyedPart[]) => readonly KeyedPart[]]>([
      ['ends with a problem', 'error_validation', (parts) => [...parts, { kind: 'problem', problem }]],
      ['has a line less', 'error_unavailable', (parts) => parts.filter((_, place) => place !== 2)],
      ['has no line', 'error_unavailable', (parts) => parts.filter(({ kind }) => kind !== 'line')],
      ['has a statement twice', 'error_unavailable', (parts) => [...parts, ...parts]],
      ['has nothing', 'error_unavailable', () => []],
    ])('and %s is not imported', async (_title, type, change) => {
      await using context = await openWithAccount();
      const bytes = camtOf({ iban: context.iban, lines: many(3, 'i') });
      const reading: StatementReading = {
        ...READING_HERE,
        async *readKeyed(given) {
          for await (const parts of READING_HERE.readKeyed(given)) yield change(parts);
        },
      };
      await expectRefusal(
        importHere(context, bytes, 'a.xml', reading),
        type,
        ...(type === 'error_validation' ? ['file'] : []),
      );
      expect(await rowCounts(context.databasePath)).toEqual([0, 0, 0, 0]);
      expect((await importHere(context, bytes)).file.addedCount).toBe(3);
    });
  });

  test('a file that is taken back while its bytes come again is imported again with all its lines', async () => {
    await using context = await openWithAccount();
    const { iban, imports, changed } = context;
    const bytes = camtOf({ iban, lines: many(3, 'j') });
    const { file } = await importHere(context, bytes);
    const begin: typeof imports.begin = async (given) => {
      await imports.takeBack({ fileId: file.id, reason: 'x', clientId: 'x', audit: undefined });
      return imports.begin(given);
    };
    const again = await importHere(changed({ begin }), bytes);
    expect(again).toMatchObject({ isRepeat: false, file: { lineCount: 3, addedCount: 3 } });
  });

  test('a value that the database refuses is a problem of the file, and nothing is kept', async () => {
    await using context = await openWithAccount();
    const { iban, imports, changed } = context;
    // No reader gives an amount of zero.
    const stage: typeof imports.stage = (fileId, part) => {
      const lines = part.lines.map((one) => ({ ...one, line: { ...one.line, amountMinor: 0 } }));
      return imports.stage(fileId, { ...part, lines });
    };
    const bytes = camtOf({ iban, lines: many(2, 'h') });
    await expectRefusal(importHere(changed({ stage }), bytes), 'error_validation', 'file');
    expect(await rowCounts(context.databasePath)).toEqual([0, 0, 0, 0]);
  });
});

describe('overlaps', () => {
  const DAYS = 5;

  /** Few amounts, texts and days, so that many payments are equal. */
  const payment = fc.record({
    day: fc.integer({ min: 0, max: DAYS - 1 }),
    amountMinor: fc.constantFrom(100, 100, 250, -100),
    text: fc.constantFrom('rent', 'Rent ', 'x'),
    name: fc.constantFrom('Ada', 'Ayşe', undefined),
  });

  /** A statement of the days from one to another. */
  const range = fc
    .tuple(fc.integer({ min: 0, max: DAYS - 1 }), fc.integer({ min: 0, max: DAYS - 1 }))
    .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));

  const history = fc.record({
    payments: fc.array(payment, { maxLength: 25 }),
    // In any order, overlapping, with some files twice.
    files: fc.array(range, { minLength: 1, maxLength: 6 }),
    /** Banks put payments of a day in another order from one export to the next. */
    isReversed: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    /** Whether the next statement is in the same file. */
    isTogether: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  });

  type Line = BankLine & { readonly day: number };
  const dateOf = (day: number) => `2026-11-${String(10 + day)}`;

  const keyOf = ({ date, amountMinor, text, name }: BankLine) =>
    [date, amountMinor, text?.trim().toLowerCase() ?? '', name ?? ''].join('|');

  async function storedOf(context: TestContext, accountId: string): Promise<string[]> {
    const rows = await withDatabase(context.databasePath, (db) =>
      db.selectFrom('statement_lines').selectAll().where('account_id', '=', accountId).execute(),
    );
    return rows.map((row) =>
      keyOf({
        date: row.booking_date ?? '',
        text: JSON.parse(row.remittance)[0],
        amountMinor: row.direction === 'credit' ? row.amount_minor : -row.amount_minor,
        ...(row.counterparty_name !== null && { name: row.counterparty_name }),
      }),
    );
  }

  test('overlapping statements in any order, again, and in one file add each payment once, and equal payments stay as many as they are', {
    timeout: 300_000,
  }, async () => {
    await using context = await openTestContext();
    const bank = await createBank(context);
    await holds(
      fc.asyncProperty(history, async ({ payments, files, isReversed, isTogether }) => {
        const account = await createAccount(context, { bankId: bank.id, iban: newIban() });
        const lines: Line[] = payments.map(({ name, ...rest }) => ({
          ...rest,
          date: dateOf(rest.day),
          ...(name !== undefined && { name }),
        }));
        const covered = new Set<number>();
        const together: BankStatement[] = [];
        for (const [index, { from, to }] of files.entries()) {
          const own = lines.filter(({ day }) => day >= from && day <= to);
          together.push({ iban: account.iban, lines: isReversed[index] ? own.toReversed() : own });
          for (let day = from; day <= to; day += 1) covered.add(day);
          if (isTogether[index] && index < files.length - 1) continue;
          await importHere(context, camtOf(...together.splice(0)));
        }
        const wanted = lines.filter(({ day }) => covered.has(day)).map(keyOf);
        expect((await storedOf(context, account.id)).sort()).toEqual(wanted.sort());
      }),
      onPostgres ? 10 : 100,
    );
  });
});

describe('equal payments', () => {
  let context: TestContext;
  let bankId: string;

  beforeAll(async () => {
    context = await openTestContext();
    bankId = (await createBank(context)).id;
  });

  afterAll(async () => {
    await expectAgreement(context.databasePath);
    await context[Symbol.asyncDispose]();
  });

  const PAYMENT = { amountMinor: 50_000, text: 'FAST DENIZ ORNEK' };

  type OwnStatement = Omit<BankStatement, 'iban'>;

  /** A held statement of a file, or the newest of all. */
  async function heldOf(fileId?: string) {
    const request = { filter: { fileId, isHeld: true }, page: { limit: 1 } };
    return (await context.dependencies.db.query('listStatements', request)).items;
  }

  /** An account, with what its bank sends about it. */
  async function openAccount() {
    const { iban, id } = await createAccount(context, { bankId, iban: newIban() });
    const receiveFile = async (...statements: readonly OwnStatement[]) => {
      const { file } = await importHere(context, camtOf(...statements.map((one) => ({ iban, ...one }))));
      await matchAll(context);
      return file;
    };
    return {
      receiveFile,
      /** @returns the lines that are new. */
      receive: async (...statements: readonly OwnStatement[]) =>
        (await receiveFile(...statements)).addedCount,
      /** The states of its lines, in the order in which they came. */
      states: () =>
        withDatabase(context.databasePath, async (db) => {
          const lines = db.selectFrom('statement_lines').select('state').where('account_id', '=', id);
          return (await lines.orderBy('id').execute()).map(({ state }) => state);
        }),
    };
  }

  const many = (count: number) => ({
    openingMinor: 0,
    lines: Array.from({ length: count }, () => PAYMENT),
  });
  const first = { openingMinor: 0, lines: [PAYMENT], sequenceNumber: 1 };
  const second = { openingMinor: 50_000, lines: [PAYMENT], sequenceNumber: 2 };

  describe('two equal payments in two statements of one day', () => {
    test('are two, whichever statement comes first, and stay two when both come again', async () => {
      for (const [one, other] of [
        [first, second],
        [second, first],
      ] as const) {
        const account = await openAccount();
        expect(await account.receive(one)).toBe(1);
        expect(await account.receive(other)).toBe(1);
        expect([await account.receive(one), await account.receive(other)]).toEqual([0, 0]);
        expect(await account.receive({ openingMinor: 0, lines: [PAYMENT, PAYMENT] })).toBe(0);
      }
    });

    test.each([
      ['their last balances are of the day after', { closingDate: '2026-11-21' }],
      ['they name the weekend', { period: ['2026-11-20', '2026-11-22'] }],
    ] as const)('are two also where %s', async (_title, span) => {
      const half = (openingMinor: number) => ({ openingMinor, lines: [PAYMENT], ...span });
      for (const balances of [
        [0, 50_000],
        [50_000, 0],
      ]) {
        const account = await openAccount();
        for (const openingMinor of balances) expect(await account.receive(half(openingMinor))).toBe(1);
        for (const openingMinor of balances) expect(await account.receive(half(openingMinor))).toBe(0);
      }
    });

    test('are two by their ids alone', async () => {
      const account = await openAccount();
      const line = (bankReference: string) => ({ openingMinor: 0, lines: [{ ...PAYMENT, bankReference }] });
      expect([await account.receive(line('BR1')), await account.receive(line('BR2'))]).toEqual([1, 1]);
      expect([await account.receive(line('BR1')), await account.receive(line('BR2'))]).toEqual([0, 0]);
    });

    test('are one where nothing tells them apart, until a file has both', async () => {
      const account = await openAccount();
      const half = { openingMinor: 0, lines: [PAYMENT] };
      expect([await account.receive(half), await account.receive(half)]).toEqual([1, 0]);
      expect(await account.receive({ openingMinor: 0, lines: [PAYMENT, PAYMENT] })).toBe(1);
    });

    test('beyond a hundred are counted', async () => {
      const account = await openAccount();
      expect(await account.receive(many(120))).toBe(120);
      expect(await account.receive(many(120))).toBe(0);
      expect(await account.receive(many(121))).toBe(1);
    });
  });

  describe('statements in one file', () => {
    const three = [0, 50_000, 100_000].map((openingMinor) => ({ openingMinor, lines: [PAYMENT] }));

    test('a statement and its copy bring each payment once, and equal payments of one statement twice', async () => {
      for (const sequenceNumber of [undefined, 1]) {
        const account = await openAccount();
        const number = sequenceNumber === undefined ? {} : { sequenceNumber };
        const statement = { openingMinor: 0, lines: [PAYMENT, PAYMENT], ...number };
        expect(await account.receive(statement, statement)).toBe(2);
        expect(await account.receive(statement)).toBe(0);
      }
    });

    test('equal payments in statements of one day that continue each other are as many as there are', async () => {
      for (const order of [three, three.toReversed()])
        expect(await (await openAccount()).receive(...order)).toBe(3);
    });

    test('a copy of statements that continue each other adds nothing', async () => {
      const account = await openAccount();
      expect(await account.receive(...three, ...three)).toBe(3);
      expect(await account.receive(...three.flatMap((one) => [one, one]))).toBe(0);
    });

    test('a copy of statements that leave the balance as it was adds nothing', async () => {
      const back = { openingMinor: 50_000, lines: [{ ...PAYMENT, amountMinor: -50_000 }] };
      expect(await (await openAccount()).receive(three[0]!, back, three[0]!, back)).toBe(2);
    });

    describe('where the balance of a day returns', () => {
      const day = (openingMinor: number, ...amounts: readonly number[]) => ({
        openingMinor,
        lines: amounts.map((amountMinor) => ({ ...PAYMENT, amountMinor })),
      });
      const [credit, debit] = [day(10_000, 50), day(10_050, -50)];
      const [cheaper, back] = [day(10_000, -50), day(9_950, 50)];

      test.each([
        ['behind', [credit, debit, day(10_000, 50, -50)]],
        ['behind, with the credit last,', [cheaper, back, day(10_000, -50, 50)]],
        ['before', [day(10_000, 50, -50), debit, credit]],
        ['between', [debit, day(10_000, 50, -50), credit]],
      ])('the whole day %s its parts adds nothing', async (_, statements) => {
        expect(await (await openAccount()).receive(...statements)).toBe(2);
      });

      test('equal payments of parts are found in a copy of a part, in whatever order copies came before', async () => {
        const account = await openAccount();
        const [morning, evening] = [day(0, 50, 50), day(100, 50, -150)];
        expect(await account.receive(morning, evening, evening, morning)).toBe(4);
        expect(await account.receive(evening)).toBe(0);
      });

      test('a statement that is issued again with another number adds nothing', async () => {
        const numbered = [credit, debit, credit].map((one, index) => ({
          ...one,
          sequenceNumber: 226 + index * 3,
        }));
        expect(await (await openAccount()).receive(...numbered)).toBe(2);
      });
    });

    test('a statement of the period of others adds nothing to them', async () => {
      const lines = three.flatMap((one) => one.lines);
      expect(await (await openAccount()).receive(...three, { openingMinor: 0, lines })).toBe(3);
    });

    test('equal payments on pages of one statement are as many as there are, and a copy of the pages adds nothing', async () => {
      const paged = three.map((one, index) => ({
        ...one,
        openingMinor: index === 2 ? 150_000 : one.openingMinor,
        lines: index === 1 ? [PAYMENT, PAYMENT] : one.lines,
        sequenceNumber: 7,
        page: index + 1,
        isLastPage: index === 2,
      }));
      const account = await openAccount();
      expect(await account.receive(...paged, ...paged)).toBe(4);
      expect(await account.receive(...paged)).toBe(0);
    });

    test('messages of a day that each begin with it are no pages of one statement, in one file and in two', async () => {
      const other = { ...PAYMENT, amountMinor: 70_000 };
      const message = (page: number, ...lines: readonly BankLine[]) => ({
        openingMinor: 0,
        lines,
        sequenceNumber: 199,
        page,
      });
      const [noon, evening] = [message(1, PAYMENT), message(2, PAYMENT, other)];
      const account = await openAccount();
      expect(await account.receive(noon, evening)).toBe(2);
      expect(await account.states()).not.toContain('held');
      const second = await openAccount();
      expect([await second.receive(noon), await second.receive(evening)]).toEqual([1, 1]);
      expect(await second.states()).not.toContain('held');
    });

    test('a notification and the statement of the day bring a payment once', async () => {
      const { iban } = await createAccount(context, { bankId, iban: newIban() });
      const documents = [notificationOf, camtOf].map((write) =>
        write({ iban, lines: [PAYMENT] })
          .toString()
          .replace(/<[?]xml.*[?]>/, ''),
      );
      const { file } = await importHere(context, Buffer.from(`<Envelope>${documents.join('')}</Envelope>`));
      expect([file.lineCount, file.addedCount]).toEqual([2, 1]);
    });

    test('equal payments of notifications with different ids are as many as there are, and a copy adds nothing', async () => {
      const { iban } = await createAccount(context, { bankId, iban: newIban() });
      const [one, other] = ['N1', 'N2'].map((id) => ({ iban, id, lines: [PAYMENT] }));
      const added = async (...all: BankStatement[]) =>
        (await importHere(context, notificationOf(...all))).file.addedCount;
      expect(await added(one!, other!, one!)).toBe(2);
      expect(await added(other!, one!)).toBe(0);
    });

    test('different reports of one number are all read', async () => {
      const { iban } = await createAccount(context, { bankId, iban: newIban() });
      const report = (amountMinor: number) => ({ iban, sequenceNumber: 226, lines: [{ amountMinor }] });
      const { file } = await importHere(context, notificationOf(report(1000), report(2000)));
      expect(file.addedCount).toBe(2);
    });

    test('beyond a hundred equal payments those of a copy are counted', async () => {
      const account = await openAccount();
      expect(await account.receive(many(120), many(121), many(120))).toBe(121);
    });

    test('a file with a copy is taken back whole, and keeps the payment that a later file has too', async () => {
      const { iban, id: accountId } = await createAccount(context, { bankId, iban: newIban() });
      const whole = { iban, lines: [PAYMENT] };
      const { file } = await importHere(context, camtOf(whole, whole));
      await importHere(context, camtOf({ ...whole, lines: [PAYMENT, PAYMENT] }));
      const { imports } = context.dependencies.statements;
      const request = { fileId: file.id, reason: 'x', clientId: 'x', audit: undefined };
      expect(await imports.takeBack(request)).toEqual({ kind: 'taken-back' });
      await matchAll(context);
      const ofAccount = { filter: { accountId }, page: { limit: 10 } };
      const { items } = await context.dependencies.db.query('listStatementLines', ofAccount);
      expect(items).toHaveLength(2);
      expect((await importHere(context, camtOf(whole, whole))).file.addedCount).toBe(0);
    });

    test('a line of an incomplete statement is freed by a complete one behind it', async () => {
      const account = await openAccount();
      const whole = { openingMinor: 0, lines: [PAYMENT] };
      expect(await account.receive({ ...whole, closingMinor: 1 }, whole)).toBe(1);
      expect(await account.states()).toEqual(['unknown']);
    });
  });

  describe('a line of an incomplete statement', () => {
    const line = (text: string) => ({ amountMinor: 100, text });

    test('is freed by a complete one that has it too, and by no other', async () => {
      const account = await openAccount();
      const incomplete = { openingMinor: 0, lines: [line('a')], closingMinor: 200 };
      expect(await account.receive(incomplete)).toBe(1);
      expect(await account.receive({ ...incomplete, id: 'again' })).toBe(0);
      expect(await account.states()).toEqual(['held']);
      expect(await account.receive({ openingMinor: 0, lines: [line('a'), line('b')] })).toBe(1);
      expect(await account.states()).toEqual(['unknown', 'unknown']);
    });

    test('is freed when an operator releases another statement that has it', async () => {
      const account = await openAccount();
      await account.receive({ openingMinor: 0, lines: [line('a')], closingMinor: 7 });
      await account.receive({ openingMinor: 0, lines: [line('a'), line('b')], closingMinor: 9 });
      expect(await account.states()).toEqual(['held', 'held']);
      const { db, runtime } = context.dependencies;
      const [held] = await heldOf();
      const released = { statementId: held?.id ?? '', clientId: 'x', reason: 'The bank says so' };
      expect(await db.run('releaseStatement', { ...released, nowMs: runtime.nowMs() })).toBe(true);
      await matchAll(context);
      expect(await account.states()).toEqual(['unknown', 'unknown']);
    });

    test('is freed when the next page comes in another file, and the next page alone waits for none', async () => {
      const page1 = { openingMinor: 0, lines: [line('a')], sequenceNumber: 7, page: 1, isLastPage: false };
      const page2 = { openingMinor: 100, lines: [line('b')], sequenceNumber: 7, page: 2, isLastPage: true };
      const account = await openAccount();
      await account.receive(page1);
      expect(await account.states()).toEqual(['held']);
      await account.receive(page2);
      expect(await account.states()).toEqual(['unknown', 'unknown']);
      const other = await openAccount();
      await other.receive(page2);
      await other.receive(page1);
      expect(await other.states()).toEqual(['unknown', 'unknown']);
    });

    test('of a notification waits for no other page', async () => {
      const { iban } = await createAccount(context, { bankId, iban: newIban() });
      const lines = [line('a')];
      const statements = ['N1', 'N2', 'N3'].map((id) => ({ iban, id, lines }));
      const ofMessage = '<MsgPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></MsgPgntn></GrpHdr>';
      const file = notificationOf(...statements)
        .toString()
        .replace('</GrpHdr>', ofMessage);
      const { file: stored } = await importHere(context, Buffer.from(file));
      expect(stored.addedCount).toBe(3);
      expect(await heldOf(stored.id)).toEqual([]);
    });

    test('is as often on two pages of one notification as the bank says', async () => {
      const { iban } = await createAccount(context, { bankId, iban: newIban() });
      const page = (number: number) => ({
        iban,
        id: 'N',
        lines: [PAYMENT],
        page: number,
        isLastPage: number === 2,
      });
      const paged = notificationOf(page(1), page(2)).toString().replaceAll('StmtPgntn', 'NtfctnPgntn');
      expect((await importHere(context, Buffer.from(paged))).file.addedCount).toBe(2);
    });

    describe('on a page', () => {
      const first = { openingMinor: 0, lines: [line('a')], sequenceNumber: 1, page: 1, isLastPage: false };
      const last = { ...first, openingMinor: 100, lines: [line('b')], page: 2, isLastPage: true };
      const onNextDay = (page: typeof first, text: string) => ({
        ...page,
        openingMinor: page.openingMinor + 500,
        lines: [{ ...line(text), date: '2026-11-21' }],
      });
      const [nextFirst, nextLast] = [onNextDay(first, 'c'), onNextDay(last, 'd')];

      test('is not held for a page of another currency', async () => {
        const inEuro = (page: typeof first) => ({
          ...page,
          openingMinor: page.openingMinor + 500,
          currency: 'EUR',
          lines: page.lines.map((one) => ({ ...one, currency: 'EUR' })),
        });
        const account = await openAccount();
        await account.receive(first, last, inEuro(first), inEuro(last));
        expect(await account.states()).not.toContain('held');
        const other = await openAccount();
        await other.receive(inEuro(first), inEuro(last));
        await other.receive(last);
        expect(await other.states()).not.toContain('held');
      });

      test('is not held though the next page names no currency', async () => {
        const { iban } = await createAccount(context, { bankId, iban: newIban() });
        const file = camtOf({ iban, ...first }, { iban, ...last }).toString();
        const at = file.lastIndexOf('<Stmt>');
        const page2 = file.slice(at).replace(/<Ccy>TRY<\/Ccy>|<Bal>.*<\/Bal>/g, '');
        const { file: stored } = await importHere(context, Buffer.from(file.slice(0, at) + page2));
        expect(await heldOf(stored.id)).toEqual([]);
      });

      test('is not held for a page of another day with its number', async () => {
        const account = await openAccount();
        await account.receive(first, last, nextFirst, nextLast);
        expect(await account.states()).not.toContain('held');
        const other = await openAccount();
        for (const page of [first, nextFirst, last, nextLast]) await other.receive(page);
        expect(await other.states()).not.toContain('held');
      });

      test('is held though a statement of another day with its number has the next page', async () => {
        const account = await openAccount();
        await account.receive(first, nextFirst, nextLast);
        expect(await account.states()).toEqual(['held', 'unknown', 'unknown']);
      });

      test('is held again once the file with the next page is taken back, though another day has one with its number', async () => {
        const account = await openAccount();
        await account.receive(first);
        const { id: fileId } = await account.receiveFile(last);
        await account.receive(nextFirst, nextLast);
        expect(await account.states()).not.toContain('held');
        const { imports } = context.dependencies.statements;
        await imports.takeBack({ fileId, reason: 'x', clientId: 'x', audit: undefined });
        await matchAll(context);
        expect(await account.states()).toEqual(['held', 'unknown', 'unknown']);
      });

      test('is freed by the next page before it in the file', async () => {
        const account = await openAccount();
        await account.receive(last, first);
        expect(await account.states()).toEqual(['unknown', 'unknown']);
      });
    });

    test('is held on a page that begins otherwise than the page before ended, in one file and in two', async () => {
      const page1 = { openingMinor: 0, lines: [line('a')], sequenceNumber: 8, page: 1, isLastPage: false };
      const page2 = { openingMinor: 300, lines: [line('b')], sequenceNumber: 8, page: 2, isLastPage: true };
      const account = await openAccount();
      await account.receive({ ...page1, id: 'M1' }, { ...page2, id: 'M2' });
      expect(await account.states()).toEqual(['unknown', 'held']);
      const other = await openAccount();
      await other.receive(page1);
      await other.receive(page2);
      expect(await other.states()).toEqual(['held', 'held']);
    });
  });
});
