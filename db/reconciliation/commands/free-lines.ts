import { sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import { dayNumber } from '../../../src/kernel/time-zone.ts';
import { type BrokenChain, MISSING_PAGE } from '../../../src/reconciliation/domain/balance-chain.ts';
import { canBeEqual } from '../../../src/reconciliation/domain/pages.ts';
import { isIn } from '../../sql/lists.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** Lines that wait because of a rule. A line whose refund came back is open too, but a person has decided about it. */
export const IS_DECIDED_BY_RULE = sql`is_open = 1 and state not in ('new', 'undone')
  and not exists (select 1 from refunds where line_id = statement_lines.id)`;
/** The days of the pages of one statement are at most this far apart. After a year, banks use its number again. */
const MAX_DAYS_OF_PAGES = 31;

/** Statements that are no longer held: lines that are held there are decided about again. */
interface Complete {
  readonly fileId: string;
  /** Statements of other files, which were held until now. */
  readonly statementIds: readonly string[];
}

interface Page {
  readonly id: string;
  readonly account_id: string;
  readonly sequence_number: string | null;
  readonly page: number;
  readonly currency: string | null;
  readonly opening_minor: number | null;
  readonly closing_minor: number | null;
  readonly first_date: string | null;
  readonly last_date: string | null;
  readonly held_reason: string | null;
}

/**
 * Joins the pages of a file with those of other files. A page that is held because the next one is missing is released
 * once that is there. A page is held if its opening balance differs from the closing balance of a page that still waits
 * for its next one.
 */
export async function completePages(trx: DatabaseTransaction, fileId: string): Promise<Complete> {
  const own = await selectPages(trx).where('s.file_id', '=', fileId).execute();
  const byPlace = groupBy(own, (page) => placeOf(page, page.page));
  const completed: string[] = [];
  for (const page of own) {
    if (page.page === 1 && page.held_reason !== 'missing-page') continue;
    const beforeHere = byPlace.get(placeOf(page, page.page - 1)) ?? [];
    const isFirstHere = !beforeHere.some(
      (other) => canBeEqual(other.currency, page.currency) && areNext(other, page),
    );
    const found = page.page > 1 && isFirstHere ? await findPages(trx, { ...page, fileId }, -1) : [];
    const before =
      found.find((other) => areNext(other, page)) ??
      found.find(({ held_reason }) => held_reason === 'missing-page');
    const isBroken = before && !areNext(before, page);
    if (isBroken && (page.held_reason === null || page.held_reason === 'missing-page'))
      await hold(trx, page.id, {
        reason: 'page-balance',
        place: null,
        expectedMinor: before.closing_minor,
        statedMinor: page.opening_minor,
      });
    if (before && !isBroken && before.held_reason === 'missing-page') completed.push(before.id);
    if (page.held_reason !== 'missing-page' || isBroken) continue;
    const next = await findPages(trx, { ...page, fileId }, 1);
    if (next.some((other) => areNext(page, other))) completed.push(page.id);
  }
  for (const id of completed)
    await trx
      .updateTable('statements')
      .set({ held_reason: null, held_detail: null })
      .where('id', '=', id)
      .execute();
  return { fileId, statementIds: completed };
}

function placeOf({ account_id, sequence_number }: Page, page: number): string {
  return JSON.stringify([account_id, sequence_number, page]);
}

function selectPages(trx: DatabaseTransaction, state: 'imported' | 'staging' = 'imported') {
  return trx
    .selectFrom('statements as s')
    .innerJoin('statement_files as f', 'f.id', 's.file_id')
    .select(['s.id', 's.account_id', 's.sequence_number', 's.page', 's.opening_minor', 's.closing_minor'])
    .select(['s.currency', 's.first_date', 's.last_date', 's.held_reason'])
    .where('f.state', '=', state)
    .where('s.kind', '=', 'statement')
    .where('s.sequence_number', 'is not', null);
}

/**
 * Finds the pages of other files that can come before or after a page. There can be several, since banks reuse numbers.
 */
async function findPages(
  trx: DatabaseTransaction,
  page: Page & { readonly fileId: string },
  step: 1 | -1,
): Promise<readonly Page[]> {
  const found = await selectPages(trx)
    .where('s.account_id', '=', page.account_id)
    .where('s.sequence_number', '=', page.sequence_number)
    .where('s.page', '=', page.page + step)
    .where('s.file_id', '<>', page.fileId)
    .orderBy('s.id', 'desc')
    .limit(20)
    .execute();
  return found.filter(
    (other) =>
      canBeEqual(other.currency, page.currency) &&
      areNear(page.first_date ?? page.last_date, other.first_date ?? other.last_date),
  );
}

/** Whether a page begins with the closing balance of the one before it; one of the two balances can be unknown. */
function areNext(
  { closing_minor: closing }: Pick<Page, 'closing_minor'>,
  { opening_minor: opening }: Pick<Page, 'opening_minor'>,
): boolean {
  return canBeEqual(closing, opening);
}

function areNear(one: string | null, other: string | null): boolean {
  return one === null || other === null || Math.abs(dayNumber(one) - dayNumber(other)) <= MAX_DAYS_OF_PAGES;
}

async function hold(trx: DatabaseTransaction, id: string, broken: BrokenChain) {
  await trx
    .updateTable('statements')
    .set({ held_reason: broken.reason, held_detail: JSON.stringify(broken) })
    .where('id', '=', id)
    .execute();
}

/**
 * Holds pages of other files again that were complete only with a file that was taken back. Their waiting lines are
 * decided about again; those that have settled stay.
 */
export async function holdPagesBefore(
  trx: DatabaseTransaction,
  fileId: string,
  nowMs: number,
): Promise<void> {
  const gone = await selectPages(trx, 'staging')
    .where('s.file_id', '=', fileId)
    .where('s.page', '>', 1)
    .execute();
  for (const page of gone) {
    const found = await findPages(trx, { ...page, fileId }, -1);
    const before = found.find((other) => areNext(other, page));
    if (!before || before.held_reason !== null) continue;
    const others = await findPages(trx, { ...before, fileId }, 1);
    if (others.some((next) => areNext(before, next))) continue;
    await hold(trx, before.id, MISSING_PAGE);
    await sql`update statement_lines set state = 'new', state_at_ms = ${nowMs}
      where statement_id = ${before.id} and ${IS_DECIDED_BY_RULE}`.execute(trx);
  }
}

/**
 * Frees lines of incomplete statements: those that a complete statement of a file contains too, and those whose
 * statement is complete now. They are decided about again.
 */
export async function freeLines(
  trx: DatabaseTransaction,
  { fileId, statementIds }: Complete,
  nowMs: number,
): Promise<void> {
  const held = await findHeld(trx, fileId);
  const all = [...held, ...statementIds];
  if (all.length === 0) return;
  // Matching locks the file before it marks it as done.
  const files = await trx
    .selectFrom('statement_files')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('statements').select('file_id').where('id', 'in', all))
    .orderBy('id')
    .forUpdate()
    .execute();
  const again = sql`state = 'new', state_at_ms = ${nowMs}`;
  if (held.length > 0) {
    const isVouched = sql`${isIn(sql`statement_id`, held)} and exists (
      select 1 from line_sightings as g join statements as s on s.id = g.statement_id
      where g.line_id = statement_lines.id and s.file_id = ${fileId}
        and (s.held_reason is null or s.released_at_ms is not null))`;
    // Matching locks lines before it decides about them.
    await sql`update statement_lines set is_vouched = 1 where ${isVouched}`.execute(trx);
    await sql`update statement_lines set ${again} where state = 'held' and ${isVouched}`.execute(trx);
  }
  if (statementIds.length > 0)
    await sql`update statement_lines set ${again}
      where state = 'held' and ${isIn(sql`statement_id`, statementIds)}`.execute(trx);
  const fileIds = files.map(({ id }) => id);
  await trx.updateTable('statement_files').set({ matched_at_ms: null }).where('id', 'in', fileIds).execute();
}

/** Finds the held statements of a file and of other files, for its accounts. */
async function findHeld(trx: DatabaseTransaction, fileId: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('statements as s')
    .innerJoin('statement_files as f', 'f.id', 's.file_id')
    .select('s.id')
    .where('f.state', '=', 'imported')
    .where('s.held_reason', 'is not', null)
    .where('s.released_at_ms', 'is', null)
    .where('s.account_id', 'in', (eb) =>
      eb.selectFrom('statements as own').select('own.account_id').where('own.file_id', '=', fileId),
    )
    .execute();
  return rows.map(({ id }) => id);
}
