import { sql } from 'kysely';
import { couldBeId, foldText, type QueryTerm, slugOf } from '../../../src/transactions/domain/query.ts';
import type { TransactionFilter } from '../../../src/transactions/store.ts';
import { lastFour } from '../../sql/functions.ts';
import { isIn } from '../../sql/lists.ts';
import {
  ALL_CLIENTS,
  type Condition,
  HAS_ENDED,
  IS_NO_PENDING_DEPOSIT,
  IS_PENDING,
  IS_PENDING_DEPOSIT,
  type ListSource,
} from './row-conditions.ts';

/** A term with the operator's accounts that have its IBAN. */
export interface ResolvedTerm extends QueryTerm {
  readonly accountIds: readonly string[];
  /** The numbers that transactions with its references can have. */
  readonly numbers: readonly number[];
  /** Whether the desk reads, which sees who paid. */
  readonly isForDesk: boolean;
}

/** The sources of the transactions that match a term exactly, those of pending ones first. */
export function exactSources(term: ResolvedTerm, { status }: TransactionFilter): ListSource[] {
  const { transactionId, text, references, numbers } = term;
  const pending = status === undefined || status === 'pending' ? pendingSources(term) : [];
  const ended = status === 'pending' ? [] : endedSources(term);
  return [
    ...pending,
    smallSource(sql`"user_id" = ${text} and ${IS_PENDING_DEPOSIT}`),
    ...ended,
    source(sql`"user_id" = ${text} and ${IS_NO_PENDING_DEPOSIT}`),
    smallSource(sql`"process_id" = ${text} and "client_id" in ${ALL_CLIENTS}`),
    ...(transactionId === undefined ? [] : [smallSource(sql`"id" = ${transactionId}`)]),
    ...(references.length === 0
      ? []
      : [smallSource(sql`${isIn(sql`"number"`, numbers)} and ${isReferred(term)}`)]),
  ];
}

/** Pending transactions are few, and one index has the amounts of all. They have no final amount yet. */
function pendingSources(term: ResolvedTerm): ListSource[] {
  const sources: ListSource[] = [];
  const conditions = [...pendingAmount(term), ...ibanConditions(term)];
  if (conditions.length > 0) sources.push(source(IS_PENDING, or(conditions)));
  return sources.map((one) => ({ ...one, isOverAll: true }));
}

function pendingAmount(term: ResolvedTerm): Condition[] {
  if (term.amountMinor === undefined) return [];
  return [allOf([sql`"amount_minor" = ${term.amountMinor}`, ...nameConditions(term)])];
}

function endedSources(term: ResolvedTerm): ListSource[] {
  const { amountMinor, ibanEnd, iban, accountIds } = term;
  const sources: ListSource[] = [];
  const named = nameConditions(term);
  if (amountMinor !== undefined)
    sources.push(
      source(sql`"amount_minor" = ${amountMinor} and ${HAS_ENDED}`, ...named),
      source(sql`"final_amount_minor" = ${amountMinor} and "final_amount_minor" <> "amount_minor"`, ...named),
    );
  const end = ibanEnd ?? iban;
  if (end !== undefined) {
    const endsSo = sql`${lastFour('iban_normalized')} = ${end.slice(-4)}`;
    sources.push(source(sql`${endsSo} and "type" = 'withdrawal' and ${HAS_ENDED}`, hasIbanEnd(end)));
    if (term.isForDesk) {
      const paid = sql`select transaction_id from statement_lines where ${IS_OF_PAYER}
        and ${lastFour('counterparty_iban')} = ${end.slice(-4)} and counterparty_iban like ${`%${end}`}`;
      sources.push(smallSource(sql`"id" in (${paid}) and ${HAS_ENDED}`));
    }
  }
  if (accountIds.length > 0) sources.push(source(HAS_ENDED, isOnAccounts(accountIds)));
  return sources;
}

function source(where: Condition, ...and: Condition[]): ListSource {
  return { where: [where], and };
}

function smallSource(where: Condition): ListSource {
  return { where: [where], and: [], isSmall: true };
}

/** Lines that paid deposits, or were noted as their payment. */
const IS_OF_PAYER = sql`transaction_id is not null and direction = 'credit'`;

/** The condition that a line that paid the row matches. Only deposits that have ended have a payer. */
function isPaidBy(condition: Condition): Condition {
  return sql`("type" = 'deposit' and ${HAS_ENDED} and exists (select 1 from statement_lines as l
    where l.transaction_id = "transactions"."id" and l.direction = 'credit' and ${condition}))`;
}

/** The condition that a row matches a term: exactly if that is more than its ids, or in a part of its text. */
export function meetsTerm(term: ResolvedTerm): Condition {
  return term.isExact || term.ibanEnd !== undefined || term.nameStarts.length > 0
    ? or([meetsExactly(term), containsText(term)])
    : containsText(term);
}

/** The condition that a row matches a term exactly. */
export function meetsExactly(term: ResolvedTerm): Condition {
  const { references, transactionId, text, isForDesk } = term;
  const end = term.ibanEnd ?? term.iban;
  return or([
    ...amountConditions(term),
    ...ibanConditions(term),
    ...(end === undefined || !isForDesk ? [] : [isPaidBy(sql`l.counterparty_iban like ${`%${end}`}`)]),
    ...(references.length > 0 ? [isReferred(term)] : []),
    ...(transactionId === undefined ? [] : [sql`"id" = ${transactionId}`]),
    sql`"process_id" = ${text}`,
    sql`"user_id" = ${text}`,
  ]);
}

/** The condition that a row has a term as a part of its names or ids, in any case and with any accents. */
function containsText(term: ResolvedTerm): Condition {
  const { text } = term;
  const slug = slugOf(term);
  if (slug === undefined) return or([contains(sql`"name"`, text), contains(sql`"user_name"`, text)]);
  const folded = foldText(text);
  /** A column of slugs has the texts that are not ASCII, without their punctuation. */
  const isFolded = (slugs: Condition, plain: Condition) =>
    sql`case when ${slugs} is null then ${contains(sql`lower(${plain})`, folded)} else ${contains(slugs, slug)} end`;
  // The cheapest condition comes first: a row that meets it is not examined further.
  const conditions = [
    contains(sql`"converted_name"`, slug),
    contains(sql`lower("process_id")`, text.toLowerCase()),
    contains(sql`lower("user_id")`, text.toLowerCase()),
    isFolded(sql`"user_name_folded"`, sql`"user_name"`),
    sql`("type" = 'withdrawal' and ${isFolded(sql`"account_name_folded"`, sql`"account_name"`)})`,
  ];
  if (couldBeId(term)) conditions.push(contains(sql`"iban_normalized"`, text.toUpperCase()));
  if (term.isForDesk) conditions.push(isPaidBy(isFolded(sql`l.payer_folded`, PAYER)));
  return or(conditions);
}

const PAYER = sql`coalesce(l.counterparty_name, l.ultimate_name)`;

function contains(text: Condition, part: string): Condition {
  return sql`instr(${text}, ${part}) > 0`;
}

function amountConditions(term: ResolvedTerm): Condition[] {
  const { amountMinor } = term;
  if (amountMinor === undefined) return [];
  const isSuch = or([sql`"amount_minor" = ${amountMinor}`, sql`"final_amount_minor" = ${amountMinor}`]);
  return [allOf([isSuch, ...nameConditions(term)])];
}

/** The condition on the name that goes with an amount: the words of a `converted_name` are joined by hyphens. */
function nameConditions({ nameStarts }: ResolvedTerm): Condition[] {
  if (nameStarts.length === 0) return [];
  const patterns = nameStarts.map((starts) => `${starts.map((start) => `%-${start}`).join('')}%`);
  return [or(patterns.map((pattern) => sql`('-' || "converted_name") like ${pattern}`))];
}

function ibanConditions({ ibanEnd, iban, accountIds }: ResolvedTerm): Condition[] {
  const conditions: Condition[] = [];
  const end = ibanEnd ?? iban;
  if (end !== undefined) conditions.push(hasIbanEnd(end));
  if (accountIds.length > 0) conditions.push(isOnAccounts(accountIds));
  return conditions;
}

/** Only withdrawals have the IBAN of a payee. */
function hasIbanEnd(end: string): Condition {
  return sql`("type" = 'withdrawal' and "iban_normalized" like ${`%${end}`})`;
}

function isOnAccounts(accountIds: readonly string[]): Condition {
  return sql`${isIn(sql`"bank_account_id"`, accountIds)}`;
}

function isReferred({ references }: QueryTerm): Condition {
  return sql`${isIn(sql`"reference"`, references)}`;
}

function allOf(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` and `)})`;
}

function or(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` or `)})`;
}
