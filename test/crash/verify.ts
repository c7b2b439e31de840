import { dayIn } from '../../src/kernel/time-zone.ts';
import { hmac, MERCHANT } from '../harness.ts';
import { type Committed, openCommitted, type StoredRow } from '../support/committed-rows.ts';
import type { Random } from '../support/random.ts';
import { assertAgreement } from '../support/verify-at.ts';
import { type Acknowledged, type Ledger, processIdOf } from './ledger.ts';
import { send } from './load.ts';

const REPEATS = 16;

interface RestartedService {
  readonly url: string;
  readonly databasePath: string;
}

export interface Verdict {
  /** Creates without a response that are stored. */
  readonly storedUnanswered: number;
  readonly unanswered: number;
}

/**
 * Compares the responses of clients with the data of a restarted service.
 * @throws Error naming the first promise that was broken.
 */
export async function verify(service: RestartedService, ledger: Ledger, random: Random): Promise<Verdict> {
  await using committed = openCommitted(service.databasePath);
  const integrity = await committed.integrity();
  check(integrity === 'ok', `integrity_check says ${integrity}`);
  const before = await rowsByProcess(committed, ledger);
  for (const acknowledged of ledger.acknowledged())
    checkStored(acknowledged, before.get(processIdOf(acknowledged)));
  await checkAccounts(committed);
  await assertAgreement(service.databasePath);

  const unanswered = ledger.unanswered();
  for (const create of unanswered) {
    const response = await send(service.url, create);
    check(response?.status === 200, `a retry got ${response?.text}`);
    const earlier = before.get(processIdOf(create));
    check(
      earlier === undefined || earlier.id === response?.json.data.transactionId,
      `the retry of ${processIdOf(create)} made a second transaction`,
    );
    ledger.acknowledge(create, response?.json.data);
  }
  await checkRepeats(service.url, ledger, random);
  const after = await rowsByProcess(committed, ledger);
  for (const create of ledger.acknowledged()) checkStored(create, after.get(processIdOf(create)));
  const storedUnanswered = unanswered.filter((create) => before.has(processIdOf(create))).length;
  return { unanswered: unanswered.length, storedUnanswered };
}

/** Returns every row by its processId. Asserts that none is there twice, and that a client requested each of them. */
async function rowsByProcess(committed: Committed, ledger: Ledger): Promise<Map<string, StoredRow>> {
  const rows = new Map<string, StoredRow>();
  for (const row of await committed.transactions()) {
    check(!rows.has(row.process_id), `${row.process_id} is stored twice`);
    check(ledger.knows(row.process_id), `${row.process_id} is stored, but nobody sent it`);
    rows.set(row.process_id, row);
  }
  return rows;
}

function checkStored({ fields, data }: Acknowledged, row: StoredRow | undefined): void {
  check(row !== undefined, `${fields.processId} was acknowledged, and is lost`);
  const { transactionId, bankId, amount, hash } = data;
  const expected = [transactionId, data.bankAccountIban ?? data.iban, amount * 100];
  const stored = [row.id, row.iban, row.amount_minor];
  check(
    expected.join() === stored.join(),
    `${fields.processId} was acknowledged as ${expected}, and is ${stored}`,
  );
  check(
    hash === hmac(MERCHANT.secret, `${transactionId}${bankId}${amount}`),
    `${fields.processId} was acknowledged with a wrong hash`,
  );
}

/** Asserts that the use of each account is the sum of its deposits, since both are written in one commit. */
async function checkAccounts(committed: Committed): Promise<void> {
  const rows = await committed.transactions();
  for (const account of await committed.accounts()) {
    const own = rows.filter((row) => row.bank_account_id === account.id);
    const pending = own.filter((row) => row.status === 'pending');
    const paid = own.filter(
      (row) => row.status === 'successful' && dayIn('UTC', row.updated_at_ms) === account.paid_day,
    );
    const sums = [
      pending.reduce((total, row) => total + row.amount_minor, 0),
      paid.reduce((total, row) => total + (row.final_amount_minor ?? row.amount_minor), 0),
    ];
    const counted = [account.pending_minor, account.paid_minor];
    check(counted.join() === sums.join(), `account ${account.id} counts ${counted}, not ${sums}`);
  }
}

/** Repeats some of the acknowledged creates and asserts that they get the same response. */
async function checkRepeats(url: string, ledger: Ledger, random: Random): Promise<void> {
  const known = ledger.acknowledged();
  for (let times = 0; times < REPEATS && known.length > 0; times += 1) {
    const { target, fields, data } = random.pick(known);
    const response = await send(url, { target, fields });
    const again = response?.json.data;
    check(
      again?.transactionId === data.transactionId && again?.hash === data.hash,
      `the repeat of ${fields.processId} got ${response?.text}`,
    );
  }
}

function check(condition: boolean, broken: string): asserts condition {
  if (!condition) throw new Error(broken);
}
