import type { TableCell } from '../kernel/table-files/table-cell.ts';
import { timeOfDayIn } from '../kernel/time-zone.ts';
import type { AccountName } from './domain/closing.ts';
import type { ExportWords } from './export-words.ts';
import { isIncoming, type MerchantSums, sumOfFees, sumsOfMerchants } from './merchant-sums.ts';
import type { FeesOfDay, Movement } from './store.ts';

/** What an export contains. */
export interface ExportContent {
  readonly currency: string;
  readonly timeZone: string;
  readonly movements: readonly Movement[];
  readonly fees: readonly FeesOfDay[];
  readonly accounts: ReadonlyMap<string, AccountName>;
}

type Row = readonly TableCell[];

const text = (value: string | null | undefined): TableCell => ({ kind: 'text', text: value ?? '' });
const amount = (amountMinor: number): TableCell => ({ kind: 'amount', amountMinor });
const date = (day: string): TableCell => ({ kind: 'date', day });

/** The movements in the order of time, each day followed by its bank fees; with a header. */
export function* movementRows(content: ExportContent, words: ExportWords): Generator<Row, void, void> {
  yield Object.values(words.columns).map(text);
  const fees = [...content.fees];
  for (const movement of content.movements) {
    while (fees[0] && fees[0].day < movement.day) yield feeRow(fees.shift() as FeesOfDay, content, words);
    yield movementRow(movement, content, words);
  }
  for (const fee of fees) yield feeRow(fee, content, words);
}

type Column = keyof ExportWords['columns'];

/** The cells of a row in the order of the columns; those that are left out are empty. */
function rowOf(words: ExportWords, cells: Partial<Record<Column, TableCell>>): Row {
  return (Object.keys(words.columns) as Column[]).map((column) => cells[column] ?? text(''));
}

function movementRow(movement: Movement, content: ExportContent, words: ExportWords): Row {
  const { type, kind, merchant } = movement;
  return rowOf(words, {
    day: date(movement.day),
    settledAt: text(`${movement.day} ${clock(movement.atMs, content.timeZone)}`),
    slug: text(merchant.slug),
    merchant: text(merchant.name),
    what: text(words.what[`${type}${kind}`]),
    [isIncoming(movement) ? 'incoming' : 'outgoing']: amount(movement.amountMinor),
    currency: text(content.currency),
    ...accountCells(movement.accountId, content),
    party: text(movement.partyName),
    partyIban: text(movement.partyIban),
    bankReference: text(movement.bankReference),
    reference: text(movement.reference),
    transactionId: text(movement.transactionId),
    processId: text(movement.processId),
    userId: text(movement.userId),
  });
}

function feeRow({ day, accountId, feesMinor }: FeesOfDay, content: ExportContent, words: ExportWords): Row {
  return rowOf(words, {
    day: date(day),
    what: text(words.what.fee),
    [feesMinor < 0 ? 'incoming' : 'outgoing']: amount(Math.abs(feesMinor)),
    currency: text(content.currency),
    ...accountCells(accountId, content),
  });
}

function accountCells(accountId: string | null, { accounts }: ExportContent) {
  const account = accountId === null ? undefined : accounts.get(accountId);
  return {
    account: text(account ? `${account.bank}, ${account.accountName}` : accountId),
    accountIban: text(account?.iban),
  };
}

function clock(atMs: number, timeZone: string): string {
  return new Date(timeOfDayIn(timeZone, atMs).msOfDay).toISOString().slice(11, 19);
}

/** The sums of each merchant and of all, then the fees of the bank, with a header. */
export function* sumRows(content: ExportContent, words: ExportWords): Generator<Row, void, void> {
  yield Object.values(words.sum).map(text);
  const sums = sumsOfMerchants(content.movements);
  for (const merchant of sums) yield sumRow(merchant, content);
  yield sumRow(totalOf(sums, words), content);
  const fees = [text(words.fees), text(''), { kind: 'number', number: content.fees.length } as const];
  const none = Array.from({ length: 4 }, () => text(''));
  yield [...fees, ...none, amount(sumOfFees(content.fees)), text(content.currency)];
}

function sumRow(sums: MerchantSums, { currency }: ExportContent): Row {
  return [
    text(sums.slug),
    text(sums.name),
    { kind: 'number', number: sums.count },
    amount(sums.depositsMinor),
    amount(sums.depositsReversedMinor),
    amount(sums.withdrawalsMinor),
    amount(sums.withdrawalsReversedMinor),
    text(''),
    text(currency),
  ];
}

function totalOf(sums: readonly MerchantSums[], words: ExportWords): MerchantSums {
  const sum = (key: Exclude<keyof MerchantSums, 'slug' | 'name'>) =>
    sums.reduce((total, one) => total + one[key], 0);
  return {
    slug: words.total,
    name: '',
    count: sum('count'),
    depositsMinor: sum('depositsMinor'),
    depositsReversedMinor: sum('depositsReversedMinor'),
    withdrawalsMinor: sum('withdrawalsMinor'),
    withdrawalsReversedMinor: sum('withdrawalsReversedMinor'),
  };
}
