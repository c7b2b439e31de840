import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createStatementMatcher } from '../../src/reconciliation/jobs/match-statements.ts';
import type { StatementMatching } from '../../src/reconciliation/line-store.ts';
import type { Json } from '../harness.ts';
import { neverSchedule } from '../support/manual-clock-service.ts';
import { upload, useDesk } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { camtOf } from '../support/statements/bank-files.ts';

const desk = useDesk();

/** A matcher that runs only when it is asked to, and the lines of its log. */
function createMatcher(matching: StatementMatching) {
  const logged: Json[] = [];
  const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const options = { matching, schedule: neverSchedule, observer: undefined, logger };
  return { ...createStatementMatcher({ ...options, runsJobs: () => true }), logged };
}

const TEN_MINUTES_MS = 600_000;
let texts = 0;

interface Imported {
  readonly fileId: string;
  readonly lineId: string;
}

/** Imports a file, without matching its lines. */
async function importLines(count: number): Promise<readonly Imported[]> {
  const lines = Array.from({ length: count }, () => {
    texts += 1;
    return { amountMinor: 4_321, text: `text ${texts}` };
  });
  const { file } = expectData(await upload(desk.service, camtOf({ iban: desk.iban, lines })));
  const { items } = expectData(await desk.service.ask(`/v1/statement-lines?fileId=${file.fileId}`));
  return items.toReversed().map(({ lineId }: Json) => ({ fileId: file.fileId, lineId }));
}

const importOne = async () => (await importLines(1))[0]!;
const stateOf = async ({ lineId }: { readonly lineId: string }) => (await desk.line(lineId)).line.state;

/** Overwrites the texts of a line, as a damaged disk could. @returns the former ones. */
const overwrite = (lineId: string, remittance: string) =>
  withDatabase(desk.service.databasePath, async (db) => {
    const line = db.selectFrom('statement_lines').select('remittance').where('id', '=', lineId);
    const before = await line.executeTakeFirstOrThrow();
    await db.updateTable('statement_lines').set({ remittance }).where('id', '=', lineId).execute();
    return before.remittance;
  });

test('a line at which the matching fails stops no other line, and is tried again after some minutes', async () => {
  const { matchNow, logged } = createMatcher(desk.service.dependencies.statements.matching);
  const [damaged, sibling] = (await importLines(2)) as [Imported, Imported];
  const younger = await importOne();
  const remittance = await overwrite(damaged.lineId, '{');
  await matchNow();
  await matchNow();
  expect([await stateOf(sibling), await stateOf(younger)]).toEqual(['unknown', 'unknown']);
  await overwrite(damaged.lineId, remittance);
  await matchNow();
  expect(await stateOf(damaged)).toBe('new');
  desk.service.clock.advance(TEN_MINUTES_MS);
  await matchNow();
  expect(await stateOf(damaged)).toBe('unknown');
  expect(logged).toMatchObject([
    { level: 50, lineId: damaged.lineId, msg: 'a line of a bank statement was not matched' },
  ]);
});

test('a file of which nothing can be decided just now stops no other file', async () => {
  const { matching } = desk.service.dependencies.statements;
  const [waiting, younger] = [await importOne(), await importOne()];
  const nothing = { lineCount: 1, decidedCount: 0, states: [], outcomes: [] };
  const { matchNow, logged } = createMatcher({
    ...matching,
    async *match(fileId) {
      if (fileId === waiting.fileId) yield nothing;
      else yield* matching.match(fileId);
    },
  });
  await matchNow();
  expect([await stateOf(waiting), await stateOf(younger)]).toEqual(['new', 'unknown']);
  expect(logged).toEqual([]);
  await createMatcher(matching).matchNow();
  expect(await stateOf(waiting)).toBe('unknown');
});

test('a match that is asked for while another one ends decides about the lines that came meanwhile', async () => {
  const { matching } = desk.service.dependencies.statements;
  let meanwhile: Imported | undefined;
  let again: Promise<void> | undefined;
  const { matchNow } = createMatcher({
    ...matching,
    async findUnmatched(after) {
      const found = await matching.findUnmatched(after);
      meanwhile ??= await importOne();
      again ??= matchNow();
      return found;
    },
  });
  await matchNow();
  await again;
  expect(await stateOf(meanwhile!)).toBe('unknown');
});
