import { z } from 'zod';
import { type LiveClaim, liveClaim } from '../../domain/claim.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { Client } from '../admin/client-directory.ts';
import { formatTimestamp, timestampOut } from '../fields.ts';
import type { Context } from '../operation.ts';
import type { Runtime } from '../runtime.ts';

/** The operator who is paying a withdrawal now. */
export const claimView = z.object({
  /** The name of the key that holds it. */
  holder: z.string(),
  holderAppKey: z.string(),
  claimedAt: timestampOut,
  /** The time when the claim ends by itself. */
  expiresAt: timestampOut,
  /** Whether the caller holds it. */
  isMine: z.boolean(),
});

/** A note that an operator wrote about a transaction for the others. */
export const noteView = z.object({ text: z.string(), author: z.string(), createdAt: timestampOut });

/** Who paid a deposit, as the line of the bank statement says. */
export const payerView = z.object({ name: z.string().nullable(), iban: z.string().nullable() });

/** The part of a transaction that merchants do not see. */
interface DeskView {
  /** Only of a withdrawal; null while nobody is paying it. */
  readonly claim?: z.infer<typeof claimView> | null;
  readonly notes?: z.infer<typeof noteView>[];
  /** Only of a deposit; null where no line of a statement has paid it. */
  readonly payer?: z.infer<typeof payerView> | null;
}

/** Loads claims and payers, and notes if they are wanted. @returns the function that shows those of one of the transactions. */
export async function loadDeskView(
  context: Context,
  transactions: readonly Transaction[],
  wantsNotes: boolean,
): Promise<(transaction: Transaction) => DeskView> {
  const { clients, runtime, transactions: store } = context.dependencies;
  const notes = wantsNotes ? await store.findNotes(transactions.map(({ id }) => id)) : [];
  const payers = await loadPayers(context, transactions);
  const claims = new Map<string, LiveClaim>();
  for (const transaction of transactions) {
    const claim = liveClaim(transaction, runtime.steadyNowMs());
    if (claim) claims.set(transaction.id, claim);
  }
  const people = await clients.findByIds([
    ...notes.map((note) => note.authorId),
    ...[...claims.values()].map((claim) => claim.holderId),
  ]);
  const notesOf = (id: string) =>
    notes
      .filter((note) => note.transactionId === id)
      .map(({ text, authorId, createdAtMs }) => ({
        text,
        author: people.get(authorId)?.name ?? authorId,
        createdAt: formatTimestamp(createdAtMs),
      }));
  return ({ id, type }) => {
    const claim = claims.get(id);
    return {
      ...(type === 'withdrawal' && { claim: claim ? viewClaim(context, claim, people) : null }),
      ...(wantsNotes && { notes: notesOf(id) }),
      ...(type === 'deposit' && { payer: payers.get(id) ?? null }),
    };
  };
}

/** Finds who paid deposits. Pending ones have no payer yet, so that a change of one asks for nothing. */
export function loadPayers(
  { dependencies }: Context,
  transactions: readonly Pick<Transaction, 'id' | 'type' | 'status'>[],
): Promise<ReadonlyMap<string, z.infer<typeof payerView>>> {
  const paid = transactions.filter(({ type, status }) => type === 'deposit' && status !== 'pending');
  return dependencies.transactions.findPayers(paid.map(({ id }) => id));
}

function viewClaim(
  { principal, dependencies: { runtime } }: Context,
  { holderId, claimedAtMs, endsAtMs }: LiveClaim,
  clients: ReadonlyMap<string, Client>,
) {
  const holder = clients.get(holderId);
  return {
    holder: holder?.name ?? holderId,
    holderAppKey: holder?.appKey ?? holderId,
    claimedAt: formatTimestamp(claimedAtMs),
    expiresAt: formatDue(runtime, endsAtMs),
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
