import { normalizeIban } from '../../kernel/iban.ts';
import { fileProblem } from '../../reconciliation/domain/file-problems.ts';
import type {
  Balance,
  StatementAccount,
  StatementEnd,
  StatementHeader,
  StatementKind,
} from '../../reconciliation/domain/statement.ts';
import type { Fields } from '../iso20022/fields.ts';
import { readAmountMinor, readCurrency, readDay, readDirection, readFlag } from '../iso20022/values.ts';
import { fatal, ReadFailure } from '../read-failure.ts';
import { readPeriod } from './period.ts';

/** A balance that can be before the first line or after the last one. */
export interface FoundBalance extends Balance {
  readonly code: string;
  readonly currency: string;
  /** Whether it includes a credit line. */
  readonly hasCreditLine: boolean;
  /** Whether it only ends a page (sub-type `INTM`). */
  readonly endsPage: boolean;
}

const CHAIN_CODES = new Set(['OPBD', 'PRCD', 'CLBD', 'ITBD']);
const PAGE = /^0*([1-9]\d{0,4})$/;

/**
 * Reads a `Bal`; null for a balance that no line leads to, such as the available one.
 * @throws {ReadFailure} that names the balance.
 */
export function readBalance(balance: Fields): FoundBalance | null {
  const code = balance.first('Bal/Tp/Cd');
  if (code === null || !CHAIN_CODES.has(code)) return null;
  try {
    return readOne(balance, code);
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error;
    const { code: kind, message } = error.problem;
    throw new ReadFailure({ ...fileProblem('in_balance', null, code, message), code: kind });
  }
}

function readOne(balance: Fields, code: string): FoundBalance {
  const amountMinor = readAmountMinor(balance.first('Amt'), 'Amt');
  const isDebit = readDirection(balance.first('CdtDbtInd'), 'CdtDbtInd') === 'debit';
  return {
    code,
    currency: readCurrency(balance.first('Amt.Ccy'), 'Amt'),
    amountMinor: isDebit && amountMinor > 0 ? -amountMinor : amountMinor,
    date: readDay(balance.first('Dt/Dt') ?? balance.first('Dt/DtTm'), 'Dt'),
    hasCreditLine: balance.all('CdtLine/Incl').some(readFlag),
    endsPage: balance.first('Bal/SubTp') === 'INTM',
  };
}

/** An IBAN with wrong check digits is a number only, so that it matches no account by chance. */
function readAccount(statement: Fields, balances: readonly FoundBalance[]): StatementAccount {
  const written = statement.first('Acct/IBAN');
  const other = statement.first('Acct/Othr');
  const iban = normalizeIban(written ?? other ?? '') ?? null;
  const currency = statement.first('Acct/Ccy');
  return {
    iban,
    number: iban === null ? (written ?? other) : written === null ? null : other,
    currency: currency === null ? (balances[0]?.currency ?? null) : readCurrency(currency, 'Ccy'),
  };
}

/** The pages of a statement; null for what the file does not say. */
export interface Pages {
  readonly number: number | null;
  readonly isLast: boolean | null;
}

export function readPages(fields: Fields): Pages {
  const last = fields.first('LastPgInd');
  const page = PAGE.exec(fields.first('PgNb') ?? '')?.[1];
  return { number: page === undefined ? null : Number(page), isLast: last === null ? null : readFlag(last) };
}

/**
 * Reads the beginning and the end of a statement. Balances of the first day open it, those of the last day close it.
 * Between its pages, interim balances take their place.
 * @param messagePages the pages that the message counts, for versions that do not count those of a statement.
 */
export function readFrame(
  statement: Fields,
  found: readonly FoundBalance[],
  message: { readonly kind: StatementKind; readonly pages: Pages },
): { readonly header: StatementHeader; readonly end: StatementEnd } {
  const account = readAccount(statement, found);
  const own = found.filter((balance) => balance.currency === account.currency);
  const inOrder = own.some((balance) => !balance.hasCreditLine)
    ? own.filter((balance) => !balance.hasCreditLine)
    : own;
  const pages = readPages(statement);
  const number = pages.number ?? message.pages.number ?? 1;
  const hasClosing = inOrder.some((balance) => balance.code === 'CLBD' && !balance.endsPage);
  const isLastPage = pages.isLast ?? (message.pages.isLast !== false || hasClosing);
  // In a report, an interim balance is that of the moment when the bank made it, and no line leads to it.
  const interim = number > 1 || !isLastPage ? inOrder.filter((balance) => balance.code === 'ITBD') : [];
  const byDay = inOrder.toSorted((one, other) => compareDays(one.date, other.date));
  const opening =
    byDay.find(({ code }) => code === 'OPBD') ??
    byDay.find(({ code }) => code === 'PRCD') ??
    (number > 1 ? interim.shift() : undefined);
  const closing = byDay.findLast(({ code }) => code === 'CLBD') ?? interim.at(-1);
  const hasOtherClosing = closing === undefined && found.some(({ code }) => code === 'CLBD');
  const header: StatementHeader = {
    kind: message.kind,
    account,
    statementId: statement.first('Id'),
    sequenceNumber: statement.first('ElctrncSeqNb') ?? statement.first('LglSeqNb'),
    page: number,
    opening: balanceOf(opening),
    ...(message.kind === 'statement' && { period: readPeriod(statement) }),
  };
  return {
    header,
    end: { closing: balanceOf(closing), isLastPage, ...(hasOtherClosing && { hasOtherClosing }) },
  };
}

function balanceOf(found: FoundBalance | undefined): Balance | null {
  return found === undefined ? null : { amountMinor: found.amountMinor, date: found.date };
}

function compareDays(one: string | null, other: string | null): number {
  const [day, next] = [one ?? '', other ?? ''];
  return day < next ? -1 : day > next ? 1 : 0;
}

const MAX_BALANCES = 1000;

/** @throws {ReadFailure} when a statement has more balances than any bank writes. */
export function checkBalanceCount(count: number): void {
  if (count > MAX_BALANCES) throw fatal('many_balances', null, MAX_BALANCES);
}
