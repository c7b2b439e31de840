import { z } from 'zod';
import type { Client } from '../admin/client-directory.ts';
import { formatTimestamp, timestampOut, transactionStatus, viewType } from '../operations/fields.ts';
import type { Context } from '../operations/operation.ts';
import type { StoredPayment } from '../reconciliation/domain/payment-proof.ts';
import { formatDue, loadClaimPeriods, viewClaim } from './claim-views.ts';
import { claimOf } from './domain/claim.ts';
import { type Plan, plannedStatus } from './domain/plan.ts';
import type { Transaction } from './domain/transaction.ts';

/** How an operator has paid a withdrawal. */
export const paymentView = viewType('WithdrawalPayment', 'How an operator has paid a withdrawal.', {
  accountId: z.string().describe('The bank account that it was paid from.'),
  iban: z.string().nullable().describe('The IBAN of that account; null if the account is gone.'),
  bankReference: z.string().nullable().describe('The reference of the bank.'),
});

/** A note that an operator wrote about a transaction for the others. */
export const noteView = viewType(
  'Note',
  'What an operator wrote about a transaction, for others of the desk.',
  {
    text: z.string().describe('The words.'),
    author: z.string().describe('Who wrote it.'),
    createdAt: timestampOut.describe('When it was created.'),
  },
);

/** The payer of a deposit, according to the line of the bank statement. */
export const payerView = viewType('Payer', 'Who paid a deposit, as the line of the bank statement says.', {
  name: z.string().nullable().describe('The name of the payer.'),
  iban: z.string().nullable().describe('The IBAN of the payer.'),
});

/** A decision that takes effect at a set time unless it is undone before. */
export const plannedView = viewType(
  'PlannedTransition',
  'A decision that takes effect at a set time unless it is undone before.',
  {
    to: transactionStatus.describe('The status that the transaction will have.'),
    byAppKey: z.string().describe('The key that decided, which can undo it.'),
    byName: z.string().describe('The present name of that key.'),
    dueAt: timestampOut.describe('When it happens.'),
  },
);

/**
 * Loads the part of transactions that merchants do not see.
 * @param wantsWords whether notes and the history of claims are wanted: a list of them could be very long.
 * @returns the function that shows the part of one of the transactions.
 */
export async function loadDeskView(
  context: Context,
  transactions: readonly Transaction[],
  wantsWords: boolean,
) {
  const { clients, runtime, db } = context.dependencies;
  const ids = transactions.map(({ id }) => id);
  const withdrawals = transactions.filter(({ type }) => type === 'withdrawal');
  const ended = withdrawals.filter(({ status }) => status !== 'pending').map(({ id }) => id);
  const [stops, payments, notes, periods, payers, plans, payouts] = await Promise.all([
    db.read('findStops', transactions),
    db.read('findPayments', ended),
    db.read('findNotes', wantsWords ? ids : []),
    loadClaimPeriods(context, wantsWords ? withdrawals : []),
    loadPayers(context, transactions),
    db.read('findPlans', ids),
    db.read(
      'findLivePayouts',
      withdrawals.filter(({ status }) => status === 'pending').map(({ id }) => id),
    ),
  ]);
  const viewPayment = await loadPaymentView(
    context,
    ended.flatMap((id) => payments.get(id) ?? []),
  );
  const claims = new Map(
    withdrawals.flatMap((transaction) => {
      const claim = claimOf(transaction, runtime.steadyNowMs());
      return claim ? [[transaction.id, claim] as const] : [];
    }),
  );
  const people = await clients.findByIds([
    ...ids.flatMap((id) => plans.get(id)?.actor.clientId ?? []),
    ...ids.flatMap((id) => (notes.get(id) ?? []).map((note) => note.authorId)),
    ...[...claims.values()].map((claim) => claim.holderId),
  ]);
  const notesOf = (id: string) =>
    (notes.get(id) ?? []).map(({ text, authorId, createdAtMs }) => ({
      text,
      author: people.get(authorId)?.name ?? authorId,
      createdAt: formatTimestamp(createdAtMs),
    }));
  return ({ id, type }: Transaction) => {
    const claim = claims.get(id);
    return {
      blacklisted: stops.has(id),
      planned: viewPlan(context, plans.get(id), people),
      ...(type === 'withdrawal' && {
        payoutNumber: payouts.get(id)?.number ?? null,
        claim: claim ? viewClaim(context, claim, people) : null,
        payment: viewPayment(payments.get(id)),
        ...(wantsWords && { claimHistory: periods.get(id) ?? [] }),
      }),
      ...(wantsWords && { notes: notesOf(id) }),
      ...(type === 'deposit' && { payer: payers.get(id) ?? null }),
    };
  };
}

/** Shows a planned decision; null for none. */
export function viewPlan(
  { dependencies: { runtime } }: Pick<Context, 'dependencies'>,
  plan: Plan | undefined,
  people: ReadonlyMap<string, Client>,
): z.infer<typeof plannedView> | null {
  if (!plan) return null;
  const { clientId } = plan.actor;
  const { appKey: byAppKey, name: byName } = people.get(clientId ?? '') ?? {
    appKey: clientId ?? '',
    name: clientId ?? '',
  };
  return { to: plannedStatus(plan), byAppKey, byName, dueAt: formatDue(runtime, plan.dueAtMs) };
}

/** Finds who paid deposits. Pending ones have no payer yet, so they need no read. */
export function loadPayers(
  { dependencies }: Context,
  transactions: readonly Pick<Transaction, 'id' | 'type' | 'status'>[],
): Promise<ReadonlyMap<string, z.infer<typeof payerView>>> {
  const paid = transactions.filter(({ type, status }) => type === 'deposit' && status !== 'pending');
  return dependencies.db.read(
    'findPayers',
    paid.map(({ id }) => id),
  );
}

type PaymentView = z.infer<typeof paymentView>;

/** Loads the accounts of payments. @returns the function that shows a payment; null if there is none. */
export async function loadPaymentView(
  { dependencies: { db } }: Context,
  payments: readonly StoredPayment[],
): Promise<(payment: StoredPayment | undefined) => PaymentView | null> {
  const ids = payments.flatMap(({ paidFromAccountId }) => paidFromAccountId ?? []);
  const accounts = ids.length > 0 ? await db.read('findAccounts', ids) : undefined;
  return (payment) => {
    const { paidFromAccountId: accountId = null, bankReference = null } = payment ?? {};
    return accountId === null
      ? null
      : { accountId, iban: accounts?.get(accountId)?.iban ?? null, bankReference };
  };
}
