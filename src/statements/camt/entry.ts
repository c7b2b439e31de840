import type {
  LineDirection,
  StatementAccount,
  StatementKind,
  StatementLine,
} from '../../reconciliation/domain/statement.ts';
import type { Fields } from '../iso20022/fields.ts';
import { readAmountMinor, readCurrency, readDay, readDirection, readReversal } from '../iso20022/values.ts';

/** An entry as its file has it, with the details that the bank gave. */
export interface FoundEntry {
  readonly fields: Fields;
  readonly raw: string;
  readonly transactions: readonly FoundTransaction[];
}

export interface FoundTransaction {
  readonly fields: Fields;
  readonly raw: string;
}

/** The statement around an entry. */
export interface EntryContext {
  readonly kind: StatementKind;
  readonly account: StatementAccount;
  readonly place: string;
  /** The longest text of a line, in characters. */
  readonly maxText: number;
}

/** The parts that all lines of an entry share. */
export type EntryHead = Pick<
  StatementLine,
  'bookingDate' | 'valueDate' | 'direction' | 'amountMinor' | 'currency' | 'status' | 'isReversal'
>;

/** @throws {ReadFailure} if anything that decides about money is missing or wrong. */
export function readHead(fields: Fields, kind: StatementKind): EntryHead {
  return {
    amountMinor: readAmountMinor(fields.first('Amt'), 'Amt'),
    currency: readCurrency(fields.first('Amt.Ccy'), 'Amt'),
    direction: readDirection(fields.first('CdtDbtInd'), 'CdtDbtInd'),
    status: readStatus(fields, kind),
    bookingDate: readDay(fields.first('BookgDt/Dt') ?? fields.first('BookgDt/DtTm'), 'BookgDt'),
    valueDate: readDay(fields.first('ValDt/Dt') ?? fields.first('ValDt/DtTm'), 'ValDt'),
    isReversal: readReversal(fields.first('RvslInd')),
  };
}

/**
 * Only `BOOK` is booked. INFO and FUTR move no money yet, and a bank's own word may mean anything. Without a status,
 * entries of a statement are booked, and those of interim messages are pending.
 */
function readStatus(fields: Fields, kind: StatementKind): StatementLine['status'] {
  const isStated = ['Sts', 'Sts/Cd', 'Sts/Prtry'].some((key) => fields.has(key));
  if (!isStated) return kind === 'statement' ? 'booked' : 'pending';
  const status = fields.first('Sts/Cd') ?? fields.first('Sts/Prtry') ?? fields.first('Sts');
  return status === 'BOOK' ? 'booked' : 'pending';
}

/** The part that a transaction has in its entry. */
export interface Share {
  readonly amountMinor: number;
  readonly direction: LineDirection;
}

/** Amounts of a transaction, the one that was booked first. The instructed one can be of another currency. */
const AMOUNT_KEYS = ['Amt', 'TxAmt/Amt', 'CntrValAmt/Amt', 'InstdAmt/Amt'];

/**
 * The shares of the transactions of an entry, if they explain it: each has an amount in the currency of the entry, and
 * together they make its amount.
 * @returns null if they do not.
 */
export function readShares(
  transactions: readonly FoundTransaction[],
  head: EntryHead,
): readonly Share[] | null {
  const shares: Share[] = [];
  let total = 0n;
  for (const { fields } of transactions) {
    const amountMinor = readOwnAmount(fields, head.currency);
    if (amountMinor === null) return null;
    const direction = directionOf(fields, head);
    total += direction === head.direction ? BigInt(amountMinor) : -BigInt(amountMinor);
    shares.push({ amountMinor, direction });
  }
  return total === BigInt(head.amountMinor) ? shares : null;
}

/** The direction of a transaction, which it has from its entry unless it says otherwise. */
function directionOf(fields: Fields, head: EntryHead): LineDirection {
  const stated = fields.first('CdtDbtInd');
  return stated === null ? head.direction : readDirection(stated, 'CdtDbtInd');
}

/** The amount of a transaction in the currency of its entry; null without one. */
function readOwnAmount(fields: Fields, currency: string): number | null {
  const key = AMOUNT_KEYS.find((name) => fields.first(`${name}.Ccy`) === currency);
  return key === undefined ? null : readAmountMinor(fields.first(key), 'Amt');
}

/**
 * Whether an entry that is not split is several payments: the file says so by its details or their number, or its only
 * detail has the other direction, or an amount that is not the booked one, and no charges explain the difference.
 */
export function isSeveral({ fields, transactions }: FoundEntry, head: EntryHead): boolean {
  const counts = fields.all('Btch/NbOfTxs').map(Number);
  const stated = counts.reduce((sum, count) => sum + count, 0);
  // A number that cannot be read is not 1.
  if (!(stated <= 1) || transactions.length > 1 || fields.count('NtryDtls') > 1) return true;
  const [only] = transactions;
  if (only && directionOf(only.fields, head) !== head.direction) return true;
  const own = only ? readOwnAmount(only.fields, head.currency) : null;
  if (own === null || own === head.amountMinor) return false;
  return ![only?.fields, fields].some(
    (record) => record && explains(record, { ...head, amountMinor: Math.abs(head.amountMinor - own) }),
  );
}

/** Whether the charges of an entry or a transaction, or their total, are an amount. */
function explains(fields: Fields, { amountMinor, currency }: Pick<EntryHead, 'amountMinor' | 'currency'>) {
  return ['Chrgs/Amt', 'Chrgs/Total'].some((key) => {
    if (fields.all(`${key}.Ccy`).some((other) => other !== currency)) return false;
    const charges = fields.all(key).map((text) => readAmountMinor(text, 'Chrgs'));
    return charges.reduce((sum, charge) => sum + charge, 0) === amountMinor;
  });
}
