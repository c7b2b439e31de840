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
 * The requests of a desk about the payouts of a service, by default as the demo operator. The service and the paying
 * account exist when the tests run.
 */
export function payoutCalls(service: () => ManualClockService, accountId: () => string) {
  const post = (target: string, body: Json, as: Credentials = OPERATOR) =>
    service().ask(target, { as, json: body });
  /** Requests a batch that is paid from the account. */
  const preparing = (transactionIds: readonly string[], as?: Credentials) =>
    post('/v1/payouts', { transactionIds, accountId: accountId() }, as);
  const prepared = async (transactionIds: readonly string[], as?: Credentials): Promise<Json> =>
    expectData(await preparing(transactionIds, as));
  const read = async ({ payoutId }: Json, as: Credentials = OPERATOR): Promise<Json> =>
    expectData(await service().ask(`/v1/payouts/${payoutId}`, { as }));
  /** Requests a decision about a batch with the content that was seen: approve, export, reject. */
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
  /** Imports the bank's answer to the file of a batch. @param transactions its statuses of the payouts. */
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
    /** Requests the rejection of a batch as it is now, or of some of its payouts. */
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
    /** Imports the bank's refusal of some payouts of a batch. */
    async refuse(batch: Json, rows: readonly Json[] = batch.rows) {
      const refusals = rows.map(({ endToEndId }) => transaction(endToEndId, 'RJCT', reason('AC04')));
      expectData(await answering(batch, refusals.join('')));
    },
    setPolicy: async (policy: Json): Promise<Json> =>
      expectData(await post('/v1/payout-policy', policy, ADMIN)),
    /** Settles a withdrawal as a bank line does. */
    settleByLine: (transactionId: string) =>
      service().dependencies.transactions.transition({
        transactionId,
        command: { kind: 'settle', sequence: 1, isByLine: true },
        actor: { kind: 'service', clientId: null },
      }),
    /** Changes the database as another program could. */
    change: (statement: RawBuilder<unknown>) =>
      withDatabase(service().databasePath, (db) => statement.execute(db)),
    /** The rows of a transaction in batches that can still pay it. */
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

/** A service with a paying account, which runs during the tests of a file. */
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

/** The desk of a test file, with its requests about payouts. */
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
  /** Receives a payment that nobody has requested: one of many in a file, unless fields are given. */
  const strange = async (given?: Json): Promise<Json> => {
    if (given) return receive(strangeLine(given));
    if (strangers.length === 0)
      strangers.push(...(await opened.receive(...Array.from({ length: 10 }, () => strangeLine()))));
    return strangers.pop();
  };
  let amounts = 100;
  /** Creates a withdrawal with a unique amount, so that no other line has it. */
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

/** The problems of a refused decision. */
export const problemsOf = (response: ApiResponse) =>
  expectFailure(response, 'error_transition_not_allowed').fields;

/** Hundredths. */
export const minorOf = (...rows: readonly Json[]): number =>
  rows.reduce((sum, { amount }) => sum + Math.round(100 * amount), 0);

let bookings = 0;

/** A unique booking: equal lines of several files would be one. */
export function booked(line: BankLine): BankLine {
  bookings += 1;
  return { bankReference: `B${bookings}`, ...line };
}

/** A payment that nobody has requested. */
export const strangeLine = (given: Json = {}): BankLine => {
  const line = booked({ ...PAYER, text: `nothing ${bookings}`, amountMinor: 70_000 + bookings });
  return { ...line, ...given };
};

/** The debit of a payout, with or without a charge in it. */
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
