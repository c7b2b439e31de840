import { utcDay } from '../../src/domain/bank.ts';
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
  /** Of the creates whose answer never came, those that are stored all the same. */
  readonly storedUnanswered: number;
  readonly unanswered: number;
}

/**
 * Compares what clients were told with what a restarted service has.
 * @throws Error naming the first promise that was broken.
 */
export async function verify(service: RestartedService, ledger: Ledger, random: Random): Promise<Verdict> {
  using committed = openCommitted(service.databasePath);
  insist(committed.integrity() === 'ok', `integrity_check says ${committed.integrity()}`);
  const before = rowsByProcess(committed, ledger);
  for (const acknowledged of ledger.acknowledged())
    insistStored(acknowledged, before.get(processIdOf(acknowledged)));
  insistAccountsAddUp(committed);
  await assertAgreement(service.databasePath);

  const unanswered = ledger.unanswered();
  for (const create of unanswered) {
    const answer = await send(service.url, create);
    insist(answer?.status === 200, `a retry was answered with ${answer?.text}`);
    const earlier = before.get(processIdOf(create));
    insist(
      earlier === undefined || earlier.id === answer?.json.data.transactionId,
      `the retry of ${processIdOf(create)} made a second transaction`,
    );
    ledger.acknowledge(create, answer?.json.data);
  }
  await insistRepeatable(service.url, ledger, random);
  const after = rowsByProcess(committed, ledger);
  for (const create of ledger.acknowledged()) insistStored(create, after.get(processIdOf(create)));
  const storedUnanswered = unanswered.filter((create) => before.has(processIdOf(create))).length;
  return { unanswered: unanswered.length, storedUnanswered };
}

/** Every row by its processId: none twice, and none that no client has asked for. */
function rowsByProcess(committed: Committed, ledger: Ledger): Map<string, StoredRow> {
  const rows = new Map<string, StoredRow>();
  for (const row of committed.transactions()) {
    insist(!rows.has(row.process_id), `${row.process_id} is stored twice`);
    insist(ledger.knows(row.process_id), `${row.process_id} is stored, but nobody sent it`);
    rows.set(row.process_id, row);
  }
  return rows;
}

function insistStored({ fields, data }: Acknowledged, row: StoredRow | undefined): void {
  insist(row !== undefined, `${fields.processId} was acknowledged, and is lost`);
  const { transactionId, bankId, amount, hash } = data;
  const told = [transactionId, data.bankAccountIban ?? data.iban, amount * 100];
  const stored = [row.id, row.iban, row.amount_minor];
  insist(told.join() === stored.join(), `${fields.processId} was acknowledged as ${told}, and is ${stored}`);
  insist(
    hash === hmac(MERCHANT.secret, `${transactionId}${bankId}${amount}`),
    `${fields.processId} was acknowledged with a wrong hash`,
  );
}

/** What an account was used for is written in the commit of the deposits that used it. */
function insistAccountsAddUp(committed: Committed): void {
  const rows = committed.transactions();
  for (const account of committed.accounts()) {
    const own = rows.filter((row) => row.bank_account_id === account.id);
    const pending = own.filter((row) => row.status === 'pending');
    const paid = own.filter(
      (row) => row.status === 'successful' && utcDay(row.updated_at_ms) === account.paid_day,
    );
    const sums = [
      pending.reduce((total, row) => total + row.amount_minor, 0),
      paid.reduce((total, row) => total + (row.final_amount_minor ?? row.amount_minor), 0),
    ];
    const counted = [account.pending_minor, account.paid_minor];
    insist(counted.join() === sums.join(), `account ${account.id} counts ${counted}, not ${sums}`);
  }
}

/** Some of the acknowledged creates, sent again, are answered as they were. */
async function insistRepeatable(url: string, ledger: Ledger, random: Random): Promise<void> {
  const known = ledger.acknowledged();
  for (let times = 0; times < REPEATS && known.length > 0; times += 1) {
    const { target, fields, data } = random.pick(known);
    const answer = await send(url, { target, fields });
    const again = answer?.json.data;
    insist(
      again?.transactionId === data.transactionId && again?.hash === data.hash,
      `the repeat of ${fields.processId} was answered with ${answer?.text}`,
    );
  }
}

function insist(condition: boolean, broken: string): asserts condition {
  if (!condition) throw new Error(broken);
}
