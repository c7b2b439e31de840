import { type RawBuilder, sql } from 'kysely';
import { dayNumber, formatDay } from '../../../src/kernel/time-zone.ts';
import { isIn } from '../../sql/lists.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { LINE_DAY } from '../queries/account-days.ts';
import { IS_DECIDED_BY_RULE } from './free-lines.ts';

/** How many days before a booked line the pending ones that it replaces can be: see line-key.ts. */
const REPLACES_DAYS = 7;

/** Joins the statements `o` of other files that contain a line, with the rows `g` that say so. */
export function inOtherFiles(lineId: RawBuilder<unknown>, fileId: string) {
  return sql`line_sightings as g join statements as o on o.id = g.statement_id
    where g.line_id = ${lineId} and o.file_id <> ${fileId}`;
}

/** The statements of a file. */
function statementsOf(fileId: string) {
  return sql`(select id from statements where file_id = ${fileId})`;
}

/** Selects the lines of other files that share a name with lines of a file. */
function linesNamedIn(fileId: string) {
  return sql`select line_id from line_references where reference in (
    select r.reference from line_references as r join statement_lines as n on n.id = r.line_id
    where n.statement_id in ${statementsOf(fileId)})`;
}

/**
 * Locks a file and everything that changes when it is taken back: other files, then lines, both in the order of their
 * ids, as in all commands.
 */
export async function lockAround(trx: DatabaseTransaction, fileId: string): Promise<void> {
  const replaced = (await findReplaced(trx, fileId)).map((where) => sql` union select l.id from ${where}`);
  const pages = sql`select o.id from statements as o join statements as own
    on own.account_id = o.account_id and own.sequence_number = o.sequence_number and own.page = o.page + 1
    where own.file_id = ${fileId}`;
  const shared = sql`select g.line_id from line_sightings as g join statements as o on o.id = g.statement_id
    where g.line_id in (select id from statement_lines where statement_id in ${statementsOf(fileId)})`;
  const lines = sql`(${linesNamedIn(fileId)} union ${shared}
    union select line_id from line_sightings where statement_id in ${statementsOf(fileId)}
    union select id from statement_lines where statement_id in (${pages})${sql.join(replaced, sql``)})`;
  const statements = sql`(select statement_id from statement_lines where id in ${lines}
    union select statement_id from line_sightings where line_id in (${shared}) union ${pages})`;
  await trx
    .selectFrom('statement_files')
    .select('id')
    .where(sql<boolean>`id = ${fileId} or id in (select file_id from statements where id in ${statements})`)
    .orderBy('id')
    .forUpdate()
    .execute();
  await trx
    .selectFrom('statement_lines')
    .select('id')
    .where(sql<boolean>`id in ${lines}`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Moves the lines of a file that other files contain too to the first of those files, and raises their counts of new
 * lines.
 */
export async function giveSharedLines(trx: DatabaseTransaction, fileId: string): Promise<void> {
  await keepPayeeSource(trx, fileId);
  const others = inOtherFiles(sql`statement_lines.id`, fileId);
  const { rows } = await sql<{ readonly statementId: string }>`
    update statement_lines set statement_id = (select min(g.statement_id) from ${others})
    where statement_id in ${statementsOf(fileId)} and exists (select 1 from ${others})
    returning statement_id as "statementId"`.execute(trx);
  const counts = new Map<string, number>();
  for (const { statementId } of rows) counts.set(statementId, (counts.get(statementId) ?? 0) + 1);
  // The statement that a line belongs to is stored only in the line.
  await sql`delete from line_sightings where ${isIn(sql`statement_id`, [...counts.keys()])}
    and statement_id = (select l.statement_id from statement_lines as l where l.id = line_sightings.line_id)`.execute(
    trx,
  );
  for (const [statementId, count] of counts)
    await sql`update statement_files set added_count = added_count + ${count}
      where id = (select file_id from statements where id = ${statementId})`.execute(trx);
}

/**
 * Stores, for each credit that other files contain too, who imported it first: its payer comes from that file, even if
 * the line belongs to another file now and somebody else gives the money back.
 */
async function keepPayeeSource(trx: DatabaseTransaction, fileId: string): Promise<void> {
  await sql`insert into payee_sources (source_id, given_by, given_by_client_id)
    select l.id, n.given_by, n.given_by_client_id
    from payee_sources as n cross join statement_lines as l
    where n.source_id = ${fileId} and l.statement_id in ${statementsOf(fileId)} and l.direction = 'credit'
      and exists (select 1 from ${inOtherFiles(sql`l.id`, fileId)})
    on conflict do nothing`.execute(trx);
}

/**
 * Lets matching decide again about open lines of other files that waited because of lines of a file or that the file
 * vouched for, and about pending lines that its booked ones have replaced. Lines whose decision an operator has undone
 * stay as they are.
 */
export async function matchOthersAgain(
  trx: DatabaseTransaction,
  fileId: string,
  nowMs: number,
): Promise<void> {
  const again = sql`state = 'new', is_open = 1, state_at_ms = ${nowMs}`;
  const ofFile = statementsOf(fileId);
  await sql`update statement_lines set ${again} where ${IS_DECIDED_BY_RULE} and statement_id not in ${ofFile}
    and id in (${linesNamedIn(fileId)})`.execute(trx);
  const seenHere = sql`id in (select line_id from line_sightings where statement_id in ${ofFile})`;
  const isVouchedElsewhere = sql`exists (select 1 from ${inOtherFiles(sql`statement_lines.id`, fileId)}
    and (o.held_reason is null or o.released_at_ms is not null))`;
  const vouched = sql`is_vouched = 1 and ${seenHere} and not ${isVouchedElsewhere}`;
  await sql`update statement_lines set ${again} where ${IS_DECIDED_BY_RULE} and ${vouched}`.execute(trx);
  await sql`update statement_lines set is_vouched = 0 where ${vouched}`.execute(trx);
  for (const where of await findReplaced(trx, fileId))
    await sql`update statement_lines set ${again} where id in (select l.id from ${where})`.execute(trx);
  // Matching locks a file before it marks it as done.
  await sql`update statement_files set matched_at_ms = null where matched_at_ms is not null and state = 'imported'
    and id in (select s.file_id from statement_lines as l join statements as s on s.id = l.statement_id
      where l.state = 'new')`.execute(trx);
}

/** For each account of a file, selects the pending lines of other files that its booked lines may have replaced. */
async function findReplaced(
  trx: DatabaseTransaction,
  fileId: string,
): Promise<readonly RawBuilder<unknown>[]> {
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
  return rows.flatMap(({ accountId, firstDate, lastDate }) => {
    if (firstDate === null || lastDate === null) return [];
    const fromDay = formatDay(dayNumber(firstDate) - REPLACES_DAYS);
    const toDay = formatDay(dayNumber(lastDate) + REPLACES_DAYS);
    return sql`statement_lines as l where l.account_id = ${accountId} and l.state = 'replaced'
      and ${LINE_DAY} >= ${fromDay} and ${LINE_DAY} <= ${toDay} and l.statement_id not in ${statementsOf(fileId)}`;
  });
}
