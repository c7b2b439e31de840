import { groupBy } from '../kernel/group-by.ts';
import type { TableCell } from '../kernel/table-files/table-cell.ts';
import { timeOfDayIn } from '../kernel/time-zone.ts';
import type { AccountName } from './domain/closing.ts';
import type { ExportWords } from './export-words.ts';
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
const number = (value: number): TableCell => ({ kind: 'number', number: value });
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

type Cells<C extends string> = { readonly [K in C]?: TableCell };

/** The cells of a row in the order of the columns; those that are left out are empty. */
function rowOf<C extends string>(columns: Readonly<Record<C, string>>, cells: Cells<NoInfer<C>>): Row {
  return (Object.keys(columns) as C[]).map((column) => cells[column] ?? text(''));
}

function movementRow(movement: Movement, content: ExportContent, words: ExportWords): Row {
  const { type, kind, merchant } = movement;
  const isIncoming = (type === 'deposit') === (kind === 'paid');
  return rowOf(words.columns, {
    day: date(movement.day),
    settledAt: text(`${movement.day} ${clock(movement.atMs, content.timeZone)}`),
    slug: text(merchant.slug),
    merchant: text(merchant.name),
    what: text(words.what[`${type}${kind}`]),
    [isIncoming ? 'incoming' : 'outgoing']: amount(movement.amountMinor),
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
  return rowOf(words.columns, {
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

type SumCells = Cells<keyof ExportWords['sum']>;

/** The sums of each merchant and of all, then the fees of the bank, with a header. */
export function* sumRows(
  { movements, fees, currency }: ExportContent,
  words: ExportWords,
): Generator<Row, void, void> {
  yield Object.values(words.sum).map(text);
  const row = (cells: SumCells) => rowOf(words.sum, { ...cells, currency: text(currency) });
  const ofMerchants = [...groupBy(movements, ({ merchant }) => merchant.slug)];
  for (const [slug, own] of ofMerchants.sort(([one], [other]) => (one < other ? -1 : 1)))
    yield row({ slug: text(slug), name: text(own[0]?.merchant.name), ...sumsOf(own) });
  yield row({ slug: text(words.total), ...sumsOf(movements) });
  const feesMinor = fees.reduce((sum, fee) => sum + fee.feesMinor, 0);
  yield row({ slug: text(words.fees), count: number(fees.length), feesMinor: amount(feesMinor) });
}

/** Incoming and outgoing payments are never netted. */
function sumsOf(movements: readonly Movement[]): SumCells {
  const sum = (type: Movement['type'], kind: Movement['kind']) =>
    amount(
      movements.reduce((all, one) => all + (one.type === type && one.kind === kind ? one.amountMinor : 0), 0),
    );
  return {
    count: number(movements.length),
    depositsMinor: sum('deposit', 'paid'),
    depositsReversedMinor: sum('deposit', 'reversed'),
    withdrawalsMinor: sum('withdrawal', 'paid'),
    withdrawalsReversedMinor: sum('withdrawal', 'reversed'),
  };
}
