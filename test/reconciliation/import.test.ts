import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { expectRefusal, openTestContext } from '../support/app-context.ts';
import { createBank, newIban } from '../support/entities.ts';
import { type Desk, importHere, matchAll, openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { camtOf, csvOf } from '../support/statements/bank-files.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

const many = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => ({ amountMinor: 100 + index, text: `${text} ${index}` }));

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
  const file = camtOf({ iban, lines: many(700, 'a') }).toString();
  const last = file.lastIndexOf('<Amt Ccy="TRY">7.99');
  const broken = `${file.slice(0, last)}<Amt Ccy="TRY">seven${file.slice(last + '<Amt Ccy="TRY">7.99'.length)}`;
  const { fields } = expectFailure(await upload(service, Buffer.from(broken)), 'error_validation');
  expect(fields).toMatchObject([{ path: 'file' }]);
  expect(fields[0].message).toContain('entry 700');
  expect(await rowCounts(service.databasePath)).toEqual(before);
  const { file: stored } = expectData(await upload(service, Buffer.from(file)));
  expect(stored).toMatchObject({ lineCount: 700, addedCount: 700 });
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
  await using context = await openTestContext();
  const { db } = context.dependencies;
  const { imports } = context.dependencies.statements;
  await createBank(context);
  const [account] = await context.dependencies.db.read('listEveryAccount');
  const iban = account?.iban ?? '';
  const slow = camtOf({ iban, lines: many(600, 'd') });
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
  const { dependencies } = context;
  const statements = { ...dependencies.statements, imports: { ...imports, stage } };
  const { file } = await importHere({ dependencies: { ...dependencies, statements } }, slow);
  expect([file.addedCount, others > 2]).toEqual([600, true]);
  expect((await importHere(context, camtOf({ iban, lines: many(1, 'e') }))).file.addedCount).toBe(1);
});

test('what a process staged before it died is removed by the next import after a minute, and does not count until then', async () => {
  await using context = await openTestContext();
  await createBank(context);
  const [account] = await context.dependencies.db.read('listEveryAccount');
  const iban = account?.iban ?? '';
  const { dependencies } = context;
  const { imports } = dependencies.statements;
  const died = async () => {
    throw new Error('died');
  };
  // It neither finishes nor cleans up, as after SIGKILL.
  const statements = { ...dependencies.statements, imports: { ...imports, finish: died, drop: died } };
  const file = camtOf({ iban, lines: many(1200, 'f') });
  await expect(importHere({ dependencies: { ...dependencies, statements } }, file)).rejects.toThrow('died');
  expect((await rowCounts(context.databasePath))[2]).toBe(1200);
  await expectRefusal(importHere(context, file), 'error_unavailable');
  context.clock.advance(60_000);
  const { file: stored, isRepeat } = await importHere(context, file);
  expect([stored.addedCount, isRepeat]).toEqual([1200, false]);
  expect(await rowCounts(context.databasePath)).toEqual([1, 1, 1200, 0]);
  await matchAll(context);
  await expectAgreement(context.databasePath);
});

test('an import that took so long that another one removed it keeps nothing, and says so', async () => {
  await using context = await openTestContext();
  await createBank(context);
  const [account] = await context.dependencies.db.read('listEveryAccount');
  const iban = account?.iban ?? '';
  const { dependencies } = context;
  const { imports } = dependencies.statements;
  const stage: typeof imports.stage = async (fileId, part) => {
    context.clock.advance(60_000);
    return imports.stage(fileId, part);
  };
  const statements = { ...dependencies.statements, imports: { ...imports, stage } };
  const slow = importHere(
    { dependencies: { ...dependencies, statements } },
    camtOf({ iban, lines: many(9, 'g') }),
  );
  expect(await expectRefusal(slow, 'error_unavailable')).toContain('Nothing of the file was kept');
  expect(await rowCounts(context.databasePath)).toEqual([0, 0, 0, 0]);
});

test('a line that names hundreds of references is imported and matched', async () => {
  const { service, iban } = desk;
  const words = (seed: number) =>
    Array.from({ length: 40 }, (_, index) => `K7M${((seed * 41 + index) * 7919).toString(36).toUpperCase()}`);
  const lines = Array.from({ length: 300 }, (_, index) => ({
    amountMinor: 5_000 + index,
    text: `${index} ${words(index).join(' ')}`,
  }));
  const { file } = expectData(await upload(service, camtOf({ iban, lines })));
  expect(file.addedCount).toBe(300);
  await service.statementMatcher.matchNow();
  const { items } = expectData(await service.ask(`/v1/statement-lines?fileId=${file.fileId}&limit=200`));
  expect(items.every(({ state }: Json) => state === 'unknown')).toBe(true);
});

test('an amount above ten billion is a problem of the file, in every format', async () => {
  const { service, iban } = desk;
  const file = camtOf({ iban, lines: [{ amountMinor: 1_000_000_000_001, text: 'x' }] });
  const { fields } = expectFailure(await upload(service, file), 'error_validation');
  expect(fields).toMatchObject([{ message: expect.stringMatching(/^file, entry 1: .*10000000000/) }]);
  const table = csvOf(iban, [{ amountMinor: 1_000_000_000_001, balanceMinor: 1_000_000_000_001, text: 'x' }]);
  expectFailure(await upload(service, table, 'name=a.csv'), 'error_validation');
  const most = { amountMinor: 1_000_000_000_000, text: 'y' };
  expectData(await upload(service, camtOf({ iban, lines: [most, most, most] })));
  expect((await service.ask('/v1/statement-lines/counts')).status).toBe(200);
});

test('a value that the database refuses is a problem of the file, and nothing is kept', async () => {
  await using context = await openTestContext();
  await createBank(context);
  const [account] = await context.dependencies.db.read('listEveryAccount');
  const { dependencies } = context;
  const { imports } = dependencies.statements;
  // No reader gives an amount of zero.
  const stage: typeof imports.stage = (fileId, part) => {
    const lines = part.lines.map((one) => ({ ...one, line: { ...one.line, amountMinor: 0 } }));
    return imports.stage(fileId, { ...part, lines });
  };
  const statements = { ...dependencies.statements, imports: { ...imports, stage } };
  const bytes = camtOf({ iban: account?.iban ?? '', lines: many(2, 'h') });
  await expectRefusal(
    importHere({ dependencies: { ...dependencies, statements } }, bytes),
    'error_validation',
    'file',
  );
  expect(await rowCounts(context.databasePath)).toEqual([0, 0, 0, 0]);
});
