import { EXAMPLE_IDS } from '../../src/operations/examples.ts';
import { messageIdOf } from '../../src/payouts/domain/file-ids.ts';
import { ADMIN, type Credentials, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { newIban } from './entities.ts';
import {
  after,
  DEMO_IBAN,
  type ExampleDesk,
  inputOf,
  type Made,
  type Maker,
  TEST_KEY,
  together,
} from './example-desk.ts';
import { payment, statusFile, transaction } from './payouts/pain002-texts.ts';
import { bankFile } from './statements/bank-file.ts';
import { camtOf } from './statements/bank-files.ts';

let made = 0;

/** Sends the example of a creation for a user of its own. */
async function create(desk: ExampleDesk, operation: string, as: Credentials, changes = {}) {
  made += 1;
  const own = { processId: `order-made-${made}`, userId: `user-made-${made}`, amount: 500, ...changes };
  const { transactionId } = await desk.make(operation, { ...inputOf(operation), ...own }, as);
  return { transactionId: String(transactionId) };
}

type Transaction = { readonly transactionId: string };

export const deposit: Maker<Transaction> = (desk) => create(desk, 'createDeposit', MERCHANT);
export const withdrawal: Maker<Transaction> = (desk) => create(desk, 'createWithdrawal', MERCHANT);
export const testDeposit: Maker<Transaction> = (desk) => create(desk, 'createDeposit', TEST_KEY);

const first = (ids: Transaction) => ({ ...ids, sequence: 1 });

export const settled = after(deposit, 'settleTransaction', first);
export const rejected = after(deposit, 'rejectTransaction', first);
export const planned = after(deposit, 'settleTransaction', (ids) => ({ ...first(ids), holdSeconds: 8 }));
export const claimed = after(withdrawal, 'claimWithdrawal', (ids) => ids);
export const settledTest = after(testDeposit, 'settleTestTransaction', (ids) => ids, TEST_KEY);

export async function event(desk: ExampleDesk) {
  const { items } = await desk.make('listEvents', await settled(desk));
  return { eventId: String(items[0].eventId) };
}

const redelivered = after(event, 'redeliverCallback', (ids) => ids);

/** A callback that could not be sent: the demo merchant has no address for it. */
export async function failedCallback(desk: ExampleDesk) {
  const { items } = await desk.make('listFailedCallbacks');
  if (items.length === 0) await redelivered(desk);
  await desk.service.callbackWorker.idle();
  return {};
}

/** A deposit that the blacklist stops. */
export async function stopped(desk: ExampleDesk) {
  const ids = await deposit(desk);
  const { userId } = await desk.make('getTransaction', ids);
  await desk.make('addToBlacklist', { kind: 'userId', value: userId });
  return ids;
}

/** A person whose transactions have ended. */
export async function person(desk: ExampleDesk) {
  const { userId } = await desk.make('getTransaction', await rejected(desk));
  return { userId: String(userId) };
}

export async function blacklistEntry(desk: ExampleDesk) {
  const { entry } = await desk.make('addToBlacklist', { kind: 'userId', value: 'user-made-0' });
  return { entryId: String(entry.entryId) };
}

export async function reasonTemplate(desk: ExampleDesk) {
  const { id } = await desk.make('saveReasonTemplate', {
    ...inputOf('saveReasonTemplate'),
    text: 'Recalled',
  });
  return { entryId: String(id) };
}

/** A key that nobody uses. */
export async function client(desk: ExampleDesk) {
  made += 1;
  const appKey = `shop-made-${made}`;
  await desk.make('createClient', { ...inputOf('createClient'), appKey });
  return { appKey };
}

/** A bank without transactions. */
export async function bank(desk: ExampleDesk) {
  const { bankId } = await desk.make('addBank');
  return { bankId: String(bankId) };
}

/** An account without transactions. */
export async function unusedAccount(desk: ExampleDesk) {
  const { accountId } = await desk.make('addAccount', { ...inputOf('addAccount'), iban: newIban() });
  return { accountId: String(accountId) };
}

let files = 0;

async function importText(desk: ExampleDesk, content: string) {
  const { file, statements } = await desk.make('importStatementText', {
    name: 'a.sta',
    content,
    isPasted: false,
  });
  const { fileId } = file;
  const { items } = await desk.make('listStatementLines', { fileId });
  return { lineId: String(items[0].lineId), fileId, statementId: statements[0].statementId };
}

function importLine(desk: ExampleDesk, { isBroken = false, amountMinor = 50_000 } = {}) {
  files += 1;
  return importText(
    desk,
    bankFile({ iban: DEMO_IBAN, lines: [{ amountMinor, text: `Rent ${files}` }], isBroken }),
  );
}

/** A line that waits for an operator, in its own file. */
export const line = (desk: ExampleDesk) => importLine(desk);
export const heldStatement = (desk: ExampleDesk) => importLine(desk, { isBroken: true });

/** Two lines whose sum is the amount of a deposit. */
export async function halves(desk: ExampleDesk) {
  const one = await importLine(desk, { amountMinor: 25_000 });
  const { lineId: otherLineId } = await importLine(desk, { amountMinor: 25_000 });
  return { ...one, otherLineId, ...(await deposit(desk)) };
}

export const putAway = after(line, 'putAwayStatementLine', ({ lineId }) => ({ lineId, note: 'Interest' }));
/** A deposit that an operator has settled with a line. */
export const paid = after(together(line, deposit), 'confirmStatementLine', ({ lineId, transactionId }) => ({
  lineId,
  transactionId,
}));
/** A line whose money is given back. */
export async function givenBack(desk: ExampleDesk) {
  const { lineId } = await line(desk);
  await desk.make('giveBackStatementLine', { ...inputOf('giveBackStatementLine'), lineId });
  return { lineId };
}

/** A deposit, and a line of the same name and amount that does not name it. */
export async function proposal(desk: ExampleDesk) {
  const [amount, name] = [1000 + made, 'Grace Hopper'];
  const { transactionId } = await create(desk, 'createDeposit', MERCHANT, { amount, name });
  const { bankAccountIban: iban } = await desk.make('getTransaction', { transactionId });
  const lines = [{ amountMinor: amount * 100, name, text: 'oyun' }];
  const { lineId } = await importText(desk, String(camtOf({ iban, lines })));
  return { lineId, transactionId };
}

/** Another operator has the line open. */
export async function colleague(desk: ExampleDesk) {
  const open = EXAMPLE_IDS.lineId;
  await desk.make('updatePresence', { windowId: 'window-2', open }, OPERATOR);
  return {};
}

export async function account(desk: ExampleDesk) {
  const { accounts } = await desk.make('listFilterChoices');
  const { accountId } = accounts.find(({ iban }: Json) => iban === DEMO_IBAN);
  return { accountId: String(accountId) };
}

async function prepare(desk: ExampleDesk, count: number, as: Credentials) {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await withdrawal(desk)).transactionId);
  const { accountId } = await account(desk);
  const input = { transactionIds: ids, accountId };
  const { payoutId, contentHash, rows } = await desk.make('preparePayout', input, as);
  return { payoutId: String(payoutId), contentHash, transactionId: rows[0].transactionId };
}

/** A batch of one withdrawal that another person has prepared. */
export const payout = (desk: ExampleDesk) => prepare(desk, 1, OPERATOR);
/** A batch that the sender of the example has prepared. */
export const ownPayout = (desk: ExampleDesk) => prepare(desk, 2, ADMIN);

const seen = ({ payoutId, contentHash }: Made) => ({ payoutId, contentHash });

export const approved = after(payout, 'approvePayout', seen);
export const exported = after(approved, 'exportPayout', (ids) => ({ ...seen(ids), profile: 'iso20022' }));

/** A withdrawal that the bank has refused: another person than who exports it imports the answer. */
export async function refused(desk: ExampleDesk) {
  const { payoutId } = await exported(desk);
  const { number, rows } = await desk.make('getPayout', { payoutId });
  const [{ endToEndId, transactionId }] = rows;
  const payments = payment(transaction(endToEndId, 'RJCT'), messageIdOf(number, 1));
  const bytes = statusFile({ original: messageIdOf(number), payments });
  await desk.make('importStatementFile', { name: 'answer.xml', bytes }, OPERATOR);
  return { transactionId };
}

/** The figures of a day that nobody has closed. */
export async function openDay(desk: ExampleDesk) {
  const { figuresHash } = await desk.make('getDay');
  return { contentHash: String(figuresHash) };
}
