import { z } from 'zod';
import type { Client } from '../admin/client-directory.ts';
import { formatTimestamp, graphqlTypes, timestampOut, transactionStatus } from '../operations/fields.ts';
import type { Context } from '../operations/operation.ts';
import type { Runtime } from '../operations/runtime.ts';
import type { KeptPayment } from '../reconciliation/domain/paying-out.ts';
import { type Claim, claimOf } from './domain/claim.ts';
import { CLAIM_ENDS, type ClaimPeriod, claimPeriods } from './domain/claim-history.ts';
import { type Plan, plannedStatus } from './domain/plan.ts';
import type { Transaction } from './domain/transaction.ts';

/** The operator who is paying a pending withdrawal, or was: who pays it next asks them first. */
export const claimView = z.object({
  holder: z.string().describe('The name of the key that holds the claim.'),
  holderAppKey: z.string().describe('The key that holds it.'),
  claimedAt: timestampOut.describe('When it was claimed.'),
  expiresAt: timestampOut
    .nullable()
    .describe('When it ends by itself, or has ended; null for one that was sent to the bank.'),
  isLive: z.boolean().describe('Whether the claim counts now.'),
  sentAt: timestampOut
    .nullable()
    .describe('When a holder said that the transfer was handed to the bank; null until then.'),
  isMine: z.boolean().describe('Whether the caller holds the claim.'),
});

/** A time in which one operator was paying a withdrawal. */
export const claimPeriodView = z.object({
  holder: z.string().describe('The name of the key that held the claim.'),
  claimedAt: timestampOut.describe('When it was claimed.'),
  endedAt: timestampOut
    .nullable()
    .describe('When it ended; null while it lasts, or until the withdrawal was decided.'),
  end: z
    .enum(CLAIM_ENDS)
    .register(graphqlTypes, { name: 'ClaimEnd' })
    .nullable()
    .describe('How the claim ended; null while it lasts, or until the withdrawal was decided.'),
  sentAt: timestampOut
    .nullable()
    .describe('When a holder said that the transfer was handed to the bank; null until then.'),
});

/** How an operator has paid a withdrawal. */
export const paymentView = z.object({
  accountId: z.string().describe('The bank account that it was paid from.'),
  iban: z.string().nullable().describe('The IBAN of that account; null if the account is gone.'),
  bankReference: z.string().nullable().describe('The reference of the bank.'),
});

/** A note that an operator wrote about a transaction for the others. */
export const noteView = z.object({
  text: z.string().describe('The words.'),
  author: z.string().describe('Who wrote it.'),
  createdAt: timestampOut.describe('When it was created.'),
});

/** The payer of a deposit, according to the line of the bank statement. */
export const payerView = z.object({
  name: z.string().nullable().describe('The name of the payer.'),
  iban: z.string().nullable().describe('The IBAN of the payer.'),
});

/** A decision that happens at a time, unless it is undone before. */
export const plannedView = z.object({
  to: transactionStatus.describe('The status that the transaction will have.'),
  byAppKey: z.string().describe('The key that decided, which can undo it.'),
  dueAt: timestampOut.describe('When it happens.'),
});

/** The part of a transaction that merchants do not see. */
interface DeskView {
  /** Whether the blacklist stops it. */
  readonly blacklisted: boolean;
  /** Null where nothing is planned. */
  readonly planned: z.infer<typeof plannedView> | null;
  /** Only of a withdrawal; null unless it is pending and was claimed. */
  readonly claim?: z.infer<typeof claimView> | null;
  /** Only of a withdrawal; null unless an operator has paid it. */
  readonly payment?: z.infer<typeof paymentView> | null;
  readonly claimHistory?: z.infer<typeof claimPeriodView>[];
  readonly notes?: z.infer<typeof noteView>[];
  /** Only of a deposit; null where no line of a statement has paid it. */
  readonly payer?: z.infer<typeof payerView> | null;
}

/**
 * Loads what only the desk sees.
 * @param wantsWords whether notes and the history of claims are wanted: a list of them could be very long.
 * @returns the function that shows the part of one of the transactions.
 */
export async function loadDeskView(
  context: Context,
  transactions: readonly Transaction[],
  wantsWords: boolean,
): Promise<(transaction: Transaction) => DeskView> {
  const { clients, runtime, db } = context.dependencies;
  const ids = transactions.map(({ id }) => id);
  const withdrawals = transactions.filter(({ type }) => type === 'withdrawal');
  const ended = withdrawals.filter(({ status }) => status !== 'pending').map(({ id }) => id);
  const [stops, payments, notes, periods, payers, plans] = await Promise.all([
    db.read('findStops', transactions),
    db.read('findPayments', ended),
    db.read('findNotes', wantsWords ? ids : []),
    loadClaimPeriods(context, wantsWords ? withdrawals : []),
    loadPayers(context, transactions),
    db.read('findPlans', ids),
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
  return ({ id, type }) => {
    const claim = claims.get(id);
    return {
      blacklisted: stops.has(id),
      planned: viewPlan(context, plans.get(id), people),
      ...(type === 'withdrawal' && {
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
  const byAppKey = people.get(clientId ?? '')?.appKey ?? clientId ?? '';
  return { to: plannedStatus(plan), byAppKey, dueAt: formatDue(runtime, plan.dueAtMs) };
}

/** Finds who paid deposits. Pending ones have no payer yet, so that a change of one asks for nothing. */
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

/** Loads the accounts of payments. @returns the function that shows one; null for none. */
export async function loadPaymentView(
  { dependencies: { db } }: Context,
  payments: readonly KeptPayment[],
): Promise<(payment: KeptPayment | undefined) => PaymentView | null> {
  const ids = payments.flatMap(({ paidFromAccountId }) => paidFromAccountId ?? []);
  const accounts = ids.length > 0 ? await db.read('findAccounts', ids) : undefined;
  return (payment) => {
    const { paidFromAccountId: accountId = null, bankReference = null } = payment ?? {};
    return accountId === null
      ? null
      : { accountId, iban: accounts?.get(accountId)?.iban ?? null, bankReference };
  };
}

type PeriodView = z.infer<typeof claimPeriodView>;

async function loadClaimPeriods(
  { dependencies }: Context,
  withdrawals: readonly Transaction[],
): Promise<ReadonlyMap<string, PeriodView[]>> {
  const { clients, runtime } = dependencies;
  const names = new Map<string, string>();
  const nameOf = async (appKey: string) => {
    if (!names.has(appKey)) names.set(appKey, (await clients.findByAppKey(appKey))?.name ?? appKey);
    return names.get(appKey) ?? appKey;
  };
  const viewPeriod = async (period: ClaimPeriod): Promise<PeriodView> => ({
    holder: await nameOf(period.holder),
    claimedAt: formatTimestamp(period.fromMs),
    endedAt: timeOrNull(period.endedAtMs),
    end: period.end,
    sentAt: timeOrNull(period.sentAtMs),
  });
  const ids = withdrawals.map(({ id }) => id);
  const changes = await dependencies.db.read('findClaimChanges', ids);
  const found = new Map<string, PeriodView[]>();
  for (const { id, status, updatedAtMs } of withdrawals) {
    // With the decision a claim has done its work: it does not run out after that.
    const untilMs = status === 'pending' ? runtime.nowMs() : updatedAtMs;
    const periods = claimPeriods(changes.get(id) ?? [], untilMs);
    found.set(id, await Promise.all(periods.map(viewPeriod)));
  }
  return found;
}

function timeOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : formatTimestamp(timeMs);
}

function viewClaim(
  { principal, dependencies: { runtime } }: Context,
  { holderId, claimedAtMs, endsAtMs, sentAtMs, isLive }: Claim,
  clients: ReadonlyMap<string, Client>,
) {
  const holder = clients.get(holderId);
  return {
    holder: holder?.name ?? holderId,
    holderAppKey: holder?.appKey ?? holderId,
    claimedAt: formatTimestamp(claimedAtMs),
    expiresAt: endsAtMs === null ? null : formatDue(runtime, endsAtMs),
    isLive,
    sentAt: timeOrNull(sentAtMs),
    isMine: holderId === principal.client.id,
  };
}

const SECOND_MS = 1000;

/**
 * Writes a time of the steady clock as the wall clock will show it. The difference of the two is rounded, so that the
 * same time is written the same way again.
 */
export function formatDue({ nowMs, steadyNowMs }: Runtime, dueAtMs: number): string {
  return formatTimestamp(dueAtMs + Math.round((nowMs() - steadyNowMs()) / SECOND_MS) * SECOND_MS);
}
