import { sql } from 'kysely';
import { dayNumber, formatDay } from '../../../src/kernel/time-zone.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { LINE_DAY } from '../queries/account-days.ts';

/** A booked line replaces pending ones of so many days before it at most: see line-key.ts. */
const REPLACES_DAYS = 7;

/** Gives the lines of a file that other files contain too to the first of those. Their counts of new lines rise. */
export async function giveSharedLines(trx: DatabaseTransaction, fileId: string): Promise<void> {
  const ofOthers = sql`line_sightings as g join statements as o on o.id = g.statement_id
    where g.line_id = statement_lines.id and o.file_id <> ${fileId}`;
  const { rows } = await sql<{ readonly id: string; readonly statementId: string }>`
    update statement_lines set statement_id = (select min(g.statement_id) from ${ofOthers})
    where statement_id in (select id from statements where file_id = ${fileId}) and exists (select 1 from ${ofOthers})
    returning id, statement_id as "statementId"`.execute(trx);
  const counts = new Map<string, number>();
  for (const { id, statementId } of rows) {
    counts.set(statementId, (counts.get(statementId) ?? 0) + 1);
    await trx
      .deleteFrom('line_sightings')
      .where('line_id', '=', id)
      .where('statement_id', '=', statementId)
      .execute();
  }
  for (const [statementId, count] of counts)
    await sql`update statement_files set added_count = added_count + ${count}
      where id = (select file_id from statements where id = ${statementId})`.execute(trx);
}

/**
 * Lets the matching decide again about the open lines of other files that waited because of lines of a file, or that it
 * vouched for, and about pending lines that its booked ones have replaced. What an operator has undone stays as it is.
 */
export async function matchOthersAgain(
  trx: DatabaseTransaction,
  fileId: string,
  nowMs: number,
): Promise<void> {
  const again = sql`state = 'new', is_open = 1, state_at_ms = ${nowMs}`;
  // A line whose refund came back is open, and a person has decided about it.
  const isDecidedByRule = sql`is_open = 1 and state not in ('new', 'undone')
    and not exists (select 1 from refunds where line_id = statement_lines.id)`;
  const ofFile = sql`(select id from statements where file_id = ${fileId})`;
  const namedHere = sql`select r.reference from line_references as r join statement_lines as n on n.id = r.line_id
    where n.statement_id in ${ofFile}`;
  await sql`update statement_lines set ${again} where ${isDecidedByRule} and statement_id not in ${ofFile}
    and id in (select line_id from line_references where reference in (${namedHere}))`.execute(trx);
  const seenHere = sql`id in (select line_id from line_sightings where statement_id in ${ofFile})`;
  const isVouchedElsewhere = sql`exists (
    select 1 from line_sightings as g join statements as o on o.id = g.statement_id
    where g.line_id = statement_lines.id and o.file_id <> ${fileId}
      and (o.held_reason is null or o.released_at_ms is not null))`;
  const vouched = sql`is_vouched = 1 and ${seenHere} and not ${isVouchedElsewhere}`;
  await sql`update statement_lines set ${again} where ${isDecidedByRule} and ${vouched}`.execute(trx);
  await sql`update statement_lines set is_vouched = 0 where ${vouched}`.execute(trx);
  for (const { accountId, firstDate, lastDate } of await findSpans(trx, fileId)) {
    const fromDay = formatDay(dayNumber(firstDate) - REPLACES_DAYS);
    const toDay = formatDay(dayNumber(lastDate) + REPLACES_DAYS);
    await sql`update statement_lines as l set ${again} where l.account_id = ${accountId} and l.state = 'replaced'
      and ${LINE_DAY} >= ${fromDay} and ${LINE_DAY} <= ${toDay} and l.statement_id not in ${ofFile}`.execute(
      trx,
    );
  }
  // The matching locks a file before it calls it done.
  await sql`update statement_files set matched_at_ms = null where matched_at_ms is not null and state = 'imported'
    and id in (select s.file_id from statement_lines as l join statements as s on s.id = l.statement_id
      where l.state = 'new')`.execute(trx);
}

/** The days of a file, by account. */
async function findSpans(trx: DatabaseTransaction, fileId: string) {
  const rows = await trx
    .selectFrom('statements')
    .select((eb) => [
      'account_id as accountId',
      eb.fn.min('first_date').as('firstDate'),
      eb.fn.max('last_date').as('lastDate'),
    ])
    .where('file_id', '=', fileId)
    .groupBy('account_id')
    .execute();
  return rows.flatMap(({ accountId, firstDate, lastDate }) =>
    firstDate === null || lastDate === null ? [] : [{ accountId, firstDate, lastDate }],
  );
}
