import { EXAMPLE_PAYOUT_PROFILE } from '../../../src/operations/examples.ts';
import { messageIdOf } from '../../../src/payouts/domain/file-ids.ts';
import {
  ADMIN,
  call,
  DEMO_BANK_ID,
  MERCHANT,
  OPERATOR,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from '../../harness.ts';
import { createAccount, createClient } from '../entities.ts';
import type { Input } from '../graphql-calls.ts';
import { expectData } from '../responses.ts';
import { oneLine } from '../successful-statement-calls.ts';
import { payment, statusFile, transaction } from './pain002-texts.ts';

let saved = 0;

/** A profile that was not saved before. */
function newProfile(): string {
  saved += 1;
  return EXAMPLE_PAYOUT_PROFILE.replace('My Bank', `My Bank ${saved}`);
}

/** An amount that no policy had before, and that no withdrawal here is above. */
function nextAmount(): number {
  saved += 1;
  return 1_000_000 + saved;
}

type MakeInput = (service: TestService) => Promise<Input>;

const preparing: MakeInput = async (service) => {
  const { transactionId } = expectData(
    await call(service, WITHDRAW, { as: MERCHANT, body: withdrawalFields() }),
  );
  const other = expectData(await call(service, WITHDRAW, { as: MERCHANT, body: withdrawalFields() }));
  const { id: accountId } = await createAccount(service, { bankId: DEMO_BANK_ID });
  return { transactionIds: [transactionId, other.transactionId], accountId };
};

/** Prepares a batch, by default as the operator. @returns it as a decision names it, and its withdrawals. */
async function prepared(
  service: TestService,
  as = OPERATOR,
): Promise<Input & { readonly ids: readonly string[] }> {
  const body = JSON.stringify(await preparing(service));
  const post = {
    as,
    sign: 'timed',
    method: 'POST',
    contentType: 'application/json',
    body,
  } as const;
  const { payoutId, contentHash, rows } = expectData(await call(service, '/v1/payouts', post));
  return { payoutId, contentHash, ids: rows.map((row: { transactionId: string }) => row.transactionId) };
}

async function seen(service: TestService): Promise<Input> {
  const { ids: _, ...target } = await prepared(service);
  return target;
}

async function approved(service: TestService): Promise<Input> {
  const { ids: _, ...target } = await prepared(service);
  const { id: clientId } = await createClient(service, { role: 'operator' });
  await service.dependencies.db.run('approvePayout', {
    batchId: String(target.payoutId),
    contentHash: String(target.contentHash),
    person: 'grace',
    clientId,
    timeZone: 'UTC',
    nowMs: Date.now(),
  });
  return target;
}

/** A withdrawal that the bank has refused: the answer is imported by another person than who has exported it. */
async function refused(service: TestService): Promise<Input> {
  const target = await approved(service);
  const timed = { sign: 'timed', method: 'POST' } as const;
  const path = `/v1/payouts/${target.payoutId}`;
  const body = JSON.stringify({ contentHash: target.contentHash });
  expectData(
    await call(service, `${path}/export`, { ...timed, as: ADMIN, contentType: 'application/json', body }),
  );
  const { number, rows } = expectData(await call(service, path, { as: ADMIN }));
  const original = messageIdOf(number);
  const refusal = transaction(rows[0].endToEndId, 'RJCT');
  const text = statusFile({ original, payments: payment(refusal, messageIdOf(number, 1)) });
  const upload = { ...timed, as: OPERATOR, contentType: 'application/octet-stream', body: text };
  expectData(await call(service, '/v1/statements?name=answer.xml', upload));
  return { transactionId: rows[0].transactionId };
}

const PAYEE = { iban: 'NO9386011117947', accountName: 'Ada Yılmaz', reason: 'By phone' };

/** Calls about payouts: see successful-calls.ts. */
export const PAYOUT_CALLS: readonly { readonly operation: string; readonly input: MakeInput }[] = [
  { operation: 'preparePayout', input: preparing },
  {
    // The batch is the admin's, and only who has prepared a batch adds to it.
    operation: 'addToPayout',
    input: async (service) => {
      const { transactionIds } = await preparing(service);
      const { ids: _, ...target } = await prepared(service, ADMIN);
      return { ...target, transactionIds };
    },
  },
  {
    operation: 'removeFromPayout',
    input: async (service) => {
      const { ids, ...target } = await prepared(service);
      return { ...target, transactionIds: ids.slice(0, 1) };
    },
  },
  { operation: 'approvePayout', input: seen },
  {
    operation: 'rejectPayout',
    input: async (service) => ({ ...(await seen(service)), reason: 'not today' }),
  },
  { operation: 'exportPayout', input: approved },
  { operation: 'changePayee', input: async (service) => ({ ...(await refused(service)), ...PAYEE }) },
  {
    operation: 'giveBackStatementLine',
    input: async (service) => ({ ...(await oneLine(service)), ...PAYEE }),
  },
  { operation: 'savePayoutProfile', input: () => Promise.resolve({ profile: newProfile() }) },
  {
    operation: 'removePayoutProfile',
    async input({ dependencies: { db } }) {
      const profile = { id: 'matrix', title: 'Matrix', json: '{}' };
      await db.run('saveBankProfile', { kind: 'payout', profile });
      return { profileId: profile.id };
    },
  },
  {
    operation: 'updatePayoutAccount',
    async input(service) {
      const { id: accountId } = await createAccount(service, { bankId: DEMO_BANK_ID });
      return { accountId, profileId: 'sepa' };
    },
  },
  {
    operation: 'setPayoutPolicy',
    // The same policy again would change nothing.
    input: () => Promise.resolve({ amounts: [{ currency: 'TRY', payoutAbove: nextAmount() }] }),
  },
];
