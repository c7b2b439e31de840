import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import {
  ADMIN,
  type ApiResponse,
  type Credentials,
  DEMO_BANK_ID,
  type Json,
  MERCHANT,
  OPERATOR,
} from '../../harness.ts';
import { createAccount } from '../entities.ts';
import {
  type ManualClockOptions,
  type ManualClockService,
  startManualClockService,
} from '../manual-clock-service.ts';
import { type Desk, upload, useDesk } from '../reconciliation.ts';
import { expectData, expectFailure } from '../responses.ts';
import { withDatabase } from '../rows-of.ts';
import type { BankLine } from '../statements/bank-files.ts';
import { payment, reason, statusFile, transaction } from './pain002-texts.ts';

export type PayoutCalls = ReturnType<typeof payoutCalls>;

/**
 * The requests of a desk about the payouts of a service, by default as the demo operator. The service, and the account that
 * pays, are there when the tests run.
 */
export function payoutCalls(service: () => ManualClockService, accountId: () => string) {
  const post = (target: string, body: Json, as: Credentials = OPERATOR) =>
    service().ask(target, { as, json: body });
  /** Asks for a batch that is paid from the account. */
  const preparing = (transactionIds: readonly string[], as?: Credentials) =>
    post('/v1/payouts', { transactionIds, accountId: accountId() }, as);
  const prepared = async (transactionIds: readonly string[], as?: Credentials): Promise<Json> =>
    expectData(await preparing(transactionIds, as));
  const read = async ({ payoutId }: Json, as: Credentials = OPERATOR): Promise<Json> =>
    expectData(await service().ask(`/v1/payouts/${payoutId}`, { as }));
  /** Asks for what happens to a batch whose content somebody has seen: approve, export, reject. */
  const decide = (verb: string, { payoutId, contentHash }: Json, as?: Credentials, more: Json = {}) =>
    post(`/v1/payouts/${payoutId}/${verb}`, { contentHash, ...more }, as);
  const approved = async (transactionIds: readonly string[]): Promise<Json> =>
    expectData(await decide('approve', await prepared(transactionIds), ADMIN));
  /** Creates withdrawals of the demo merchant. @returns their ids, sorted. */
  const withdraw = async (count: number, fields?: Readonly<Record<string, string>>) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1)
      ids.push((await service().withdraw(MERCHANT, fields)).transactionId);
    return ids.sort();
  };
  /** Imports the answer of the bank to the file of a batch. @param transactions what it says of its payouts. */
  const answering = (batch: Json, transactions: string, as: Credentials = OPERATOR) => {
    const payments = payment(transactions, groupOf(batch));
    return upload(service(), Buffer.from(statusFile({ original: fileIdOf(batch), payments })), undefined, as);
  };
  return {
    post,
    preparing,
    prepared,
    read,
    decide,
    approved,
    withdraw,
    answering,
    /** Asks for the rejection of a batch as it is now, or of some of it. */
    async takeBack({ payoutId }: Json, as: Credentials = OPERATOR, transactionIds?: readonly string[]) {
      const { contentHash, progressHash } = await read({ payoutId });
      const more = { progressHash, reason: 'not sent', transactionIds };
      return decide('reject', { payoutId, contentHash }, as, more);
    },
    /** Makes a batch and its file. @returns the batch. */
    async exported(transactionIds: readonly string[]): Promise<Json> {
      const batch = await approved(transactionIds);
      expectData(await decide('export', batch, ADMIN));
      return read(batch);
    },
    /** Imports that the bank has refused some payouts of a batch. */
    async refuse(batch: Json, rows: readonly Json[] = batch.rows) {
      const refusals = rows.map(({ endToEndId }) => transaction(endToEndId, 'RJCT', reason('AC04')));
      expectData(await answering(batch, refusals.join('')));
    },
    setPolicy: async (policy: Json): Promise<Json> =>
      expectData(await post('/v1/payout-policy', policy, ADMIN)),
    /** Settles a withdrawal as a line of a bank does. */
    settleByLine: (transactionId: string) =>
      service().dependencies.transactions.transition({
        transactionId,
        command: { kind: 'settle', sequence: 1, isByLine: true },
        actor: { kind: 'service', clientId: null },
      }),
    /** Changes the database as another program could. */
    change: (statement: RawBuilder<unknown>) =>
      withDatabase(service().databasePath, (db) => statement.execute(db)),
    /** The rows of a transaction in batches that may still pay it. */
    liveRows: (transactionId: string): Promise<readonly unknown[]> =>
      withDatabase(service().databasePath, (db) =>
        db
          .selectFrom('payout_rows')
          .select('batch_id')
          .where('transaction_id', '=', transactionId)
          .where('state', '=', 'in')
          .execute(),
      ),
  };
}

/** A service with an account that pays, which is there while the tests of a file run. */
export function usePayouts(options?: ManualClockOptions) {
  let started: ManualClockService;
  let account: { readonly id: string; readonly iban: string };
  const service = () => started;
  const accountId = () => account.id;
  /** Lets another account pay. */
  const changeAccount = async () => {
    account = await createAccount(started, { bankId: DEMO_BANK_ID });
  };
  beforeAll(async () => {
    started = await startManualClockService({ isWithoutHttp: true, ...options });
    await changeAccount();
  });
  afterAll(() => started.stop());
  return { service, accountId, changeAccount, ...payoutCalls(service, accountId) };
}

/** A payer who pays without a reason. */
export const PAYER = { name: 'Rasim Kutlu', iban: 'TR330006100519786457841326' };

/** The desk of a file of tests, with what it asks of the payouts. */
export function usePayoutDesk() {
  const opened = useDesk({ isWithoutHttp: true });
  let account: string;
  beforeAll(async () => {
    account = await accountIdOf(opened);
  });
  const desk = () => opened;
  const service = () => opened.service;
  const accountId = () => account;
  const calls = payoutCalls(service, accountId);
  /** Imports a line, and decides about it. */
  const receive = async (line: BankLine): Promise<Json> => (await opened.receive(line))[0];
  const strangers: Json[] = [];
  /** Receives a payment that nobody has asked for: one of many of a file, if nothing is said of it. */
  const strange = async (given?: Json): Promise<Json> => {
    if (given) return receive(strangeLine(given));
    if (strangers.length === 0)
      strangers.push(...(await opened.receive(...Array.from({ length: 10 }, () => strangeLine()))));
    return strangers.pop();
  };
  let amounts = 100;
  /** Creates a withdrawal with an amount of its own, so that no line has that of another one. */
  const withdrawOne = async (): Promise<string> => {
    amounts += 1;
    return (await service().withdraw(MERCHANT, { amount: `${amounts}.50` })).transactionId;
  };
  return {
    desk,
    service,
    accountId,
    ...calls,
    withdrawOne,
    /** Puts withdrawals into a file for the bank. @returns the batch. */
    async sent(count = 1): Promise<Json> {
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1) ids.push(await withdrawOne());
      return calls.exported(ids);
    },
    receive,
    strange,
    giveBack: ({ lineId }: Json, body: Json = {}, as?: Credentials) =>
      calls.post(`/v1/statement-lines/${lineId}/give-back`, { reason: 'It was paid twice', ...body }, as),
    lineState: async ({ lineId }: Json): Promise<string> => (await opened.line(lineId)).line.state,
    statusOf: async ({ transactionId }: Json): Promise<string> =>
      (await opened.transaction(transactionId)).status,
    rowStates: async (batch: Json): Promise<string[]> =>
      (await calls.read(batch)).rows.map(({ state }: Json) => state),
    matchNow: () => service().statementMatcher.matchNow(),
  };
}

/** The problems for which a decision is refused. */
export const problemsOf = (response: ApiResponse) =>
  expectFailure(response, 'error_transition_not_allowed').fields;

/** Hundredths. */
export const minorOf = (...rows: readonly Json[]): number =>
  rows.reduce((sum, { amount }) => sum + Math.round(100 * amount), 0);

let bookings = 0;

/** A booking of its own: equal lines of several files are one. */
export function booked(line: BankLine): BankLine {
  bookings += 1;
  return { bankReference: `B${bookings}`, ...line };
}

/** A payment that nobody has asked for. */
export const strangeLine = (given: Json = {}): BankLine => {
  const line = booked({ ...PAYER, text: `nothing ${bookings}`, amountMinor: 70_000 + bookings });
  return { ...line, ...given };
};

/** The debit of a payout, with a charge in it or without. */
export const debitOf = (row: Json, chargeMinor = 0): BankLine =>
  booked({ endToEndId: row.endToEndId, amountMinor: -minorOf(row) - chargeMinor });

/** The return of a payout. */
export const backOf = (row: Json, chargeMinor = 0): BankLine =>
  booked({ endToEndId: row.endToEndId, amountMinor: minorOf(row) - chargeMinor, returnReason: 'AC04' });

/** One debit for some payouts of a batch. */
export const wholeOf = (batch: Json, rows: readonly Json[] = batch.rows): BankLine =>
  booked({ amountMinor: -minorOf(...rows), batch: { paymentId: groupOf(batch), count: rows.length } });

/** The id of the account that gets the lines of a desk. */
export async function accountIdOf({ service, iban }: Desk): Promise<string> {
  const accounts = await service.dependencies.db.read('listEveryAccount');
  return accounts.find((account) => account.iban.replaceAll(' ', '') === iban)?.id ?? '';
}

/** The id of the file of a batch, as its bank names it. */
export const fileIdOf = ({ number }: Json) => `P${String(number).padStart(9, '0')}`;

/** The id of the only group of payments of a batch. */
export const groupOf = (batch: Json) => `${fileIdOf(batch)}-G0001`;
