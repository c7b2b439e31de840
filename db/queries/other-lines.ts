import { sql } from 'kysely';
import type { OtherNames } from '../../src/domain/matching/deposit-names.ts';
import type { LineFacts, LineLookups } from '../../src/domain/matching/model.ts';
import { type AskedOut, askOut, NO_DAY } from '../../src/domain/matching/money-out.ts';
import { ENOUGH_OTHERS, firstCredits, firstOthers, namesIn } from '../../src/domain/matching/other-lines.ts';
import type { Database } from '../tables.ts';
import { areTooMany, CUT, type FoundLines, findFirst, findLines, findSome } from './first-lines.ts';
import { toLineFacts } from './lines-to-match.ts';

/**
 * Finds the other open lines that decide about lines: see `firstOthers`. See `withNamesakes` for money in of an amount.
 * @param more how many of them the caller may leave out.
 */
export async function findOtherLines(
  db: Database,
  lines: readonly LineFacts[],
  lookups: readonly LineLookups[],
  { more = 0, otherNames }: { readonly more?: number | undefined; readonly otherNames: OtherNames },
): Promise<FoundLines> {
  const credits = lines.filter(({ line }) => line.direction === 'credit');
  const names = namesOfCredits(lines, lookups);
  const takeBacks = await findTakeBacks(db, credits, ENOUGH_OTHERS + more);
  const payments = await findNaming(db, names, ENOUGH_OTHERS + more);
  const ids = new Set([...takeBacks, ...payments]);
  if (areTooMany(ids, lines)) return CUT;
  const found = (await findLines(db, [...ids])).map(toLineFacts);
  return { found: firstOthers(lines, found, { more, otherNames }), isCut: false };
}

/** Finds open money in of the account with the amount of a line: of each amount the first lines. */
export async function findCredits(
  db: Database,
  lines: readonly LineFacts[],
  more = 0,
): Promise<readonly LineFacts[]> {
  const accountId = lines[0]?.bankAccountId ?? '';
  const ids = await findFirst(
    db,
    [...new Set(lines.map(({ line }) => line.amountMinor))],
    (amount) => sql`
    select l.id from statement_lines as l
      cross join statements as s cross join statement_files as f
    where l.account_id = ${accountId} and l.amount_minor = ${amount} and l.is_open = 1 and l.direction = 'credit'
      and s.id = l.statement_id and f.id = s.file_id and f.state = 'imported'
    order by l.id limit ${ENOUGH_OTHERS + more}`,
  );
  return firstCredits(lines, (await findLines(db, ids)).map(toLineFacts), more);
}

/** Finds open booked payments that name any of these: of each name the first lines. */
function findNaming(db: Database, names: readonly string[], limit: number): Promise<readonly string[]> {
  return findFirst(
    db,
    names,
    (name) => sql`
    select l.id from line_references as r cross join statement_lines as l
      cross join statements as s cross join statement_files as f
    where r.reference = ${name} and l.id = r.line_id
      and l.is_open = 1 and l.direction = 'credit' and l.status = 'booked'
      and s.id = l.statement_id and f.id = s.file_id and f.state = 'imported'
    order by r.line_id limit ${limit}`,
  );
}

/** Finds open money out of the account with the amount of a line that is marked as a return: of each amount the first. */
async function findTakeBacks(
  db: Database,
  lines: readonly LineFacts[],
  limit: number,
): Promise<readonly string[]> {
  const accountId = lines[0]?.bankAccountId ?? '';
  const amounts = [...new Set(lines.map(({ line }) => line.amountMinor))];
  const some = await findSome(db, amounts, {
    rowOf: (amount) => [amount],
    exists: sql`select 1 from statement_lines as l where l.account_id = ${accountId}
      and l.amount_minor = asked.amount and l.is_open = 1 and l.debit_kind = 'return'`,
  });
  return findFirst(
    db,
    some,
    (amount) => sql`
    select l.id from statement_lines as l
      cross join statements as s cross join statement_files as f
    where l.account_id = ${accountId} and l.amount_minor = ${amount} and l.is_open = 1
      and l.debit_kind = 'return' and l.direction = 'debit'
      and s.id = l.statement_id and f.id = s.file_id and f.state = 'imported'
    order by l.id limit ${limit}`,
  );
}

/** Of money out that is known to pay a withdrawal or to give back a deposit, nothing else is to be said. */
const IS_UNEXPLAINED = sql.raw(
  `l.direction = 'debit' and l.state not in ('matched', 'replaced')
    and s.id = l.statement_id and f.id = s.file_id and f.state = 'imported'`,
);

/**
 * Finds money out that no withdrawal is known to explain, and that may send back money in: see `AskedOut`. It is found
 * whatever became of it, because nobody has to decide about money that an operator has sent back.
 * @param more how many of it the caller may leave out.
 */
export async function findMoneyOut(
  db: Database,
  lines: readonly LineFacts[],
  lookups: readonly LineLookups[],
  more = 0,
): Promise<FoundLines> {
  const asked = askOut(lines);
  if (asked.length === 0) return { found: [], isCut: false };
  const limit = ENOUGH_OTHERS + more;
  const rowOf = (one: AskedOut) => [one.amountMinor, one.counterpartyIban, one.day, one.lowestMinor] as const;
  const from = sql.raw('statement_lines as l cross join statements as s cross join statement_files as f');
  const day = sql.raw(`coalesce(l.booking_date, l.value_date, '${NO_DAY}')`);
  const ofPayers = asked.filter(({ counterpartyIban }) => counterpartyIban !== null);
  const toPayers = await findFirst(
    db,
    await findSome(db, ofPayers, {
      rowOf,
      exists: sql`select 1 from statement_lines as l where l.direction = 'debit'
        and l.counterparty_iban = asked.iban and l.amount_minor >= asked.lowest and l.amount_minor <= asked.amount`,
    }),
    (one) => sql`
    select l.id from ${from}
    where l.counterparty_iban = ${one.counterpartyIban}
      and l.amount_minor >= ${one.lowestMinor} and l.amount_minor <= ${one.amountMinor}
      and ${day} >= ${one.day} and ${IS_UNEXPLAINED} limit ${limit}`,
  );
  const accountId = lines[0]?.bankAccountId ?? '';
  const ofAmounts = await findFirst(
    db,
    await findSome(db, asked, {
      rowOf,
      exists: sql`select 1 from statement_lines as l where l.account_id = ${accountId}
        and l.amount_minor = asked.amount and ${day} >= asked.day and l.debit_kind <> 'fee'`,
    }),
    (one) => sql`
    select l.id from ${from}
    where l.account_id = ${one.bankAccountId} and l.amount_minor = ${one.amountMinor} and ${day} >= ${one.day}
      ${one.counterpartyIban === null ? sql`` : sql`and l.counterparty_iban is null`}
      and l.debit_kind <> 'fee' and ${IS_UNEXPLAINED} limit ${limit}`,
  );
  const naming = await findFirst(
    db,
    namesOfCredits(lines, lookups),
    (name) => sql`
    select l.id from line_references as r cross join ${from}
    where r.reference = ${name} and l.id = r.line_id and ${IS_UNEXPLAINED} limit ${limit}`,
  );
  const ids = new Set([...toPayers, ...ofAmounts, ...naming]);
  if (areTooMany(ids, lines)) return CUT;
  return { found: (await findLines(db, [...ids])).map(toLineFacts), isCut: false };
}

/** The names of deposits in money in. */
function namesOfCredits(lines: readonly LineFacts[], lookups: readonly LineLookups[]): readonly string[] {
  return namesIn(
    lookups.flatMap(({ references, transactionIds }, index) =>
      lines[index]?.line.direction === 'credit' ? [...references, ...transactionIds] : [],
    ),
  );
}
