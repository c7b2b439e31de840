import { z } from 'zod';
import type { Client } from '../admin/client-directory.ts';
import { formatTimestamp, oneOf, timestampOut, viewType } from '../operations/fields.ts';
import type { Context } from '../operations/operation.ts';
import type { Runtime } from '../operations/runtime.ts';
import type { Claim } from './domain/claim.ts';
import { CLAIM_ENDS, type ClaimPeriod, claimPeriods } from './domain/claim-history.ts';
import type { Transaction } from './domain/transaction.ts';

/** The operator who is or was paying a pending withdrawal. Whoever pays it next should ask them first. */
export const claimView = viewType('WithdrawalClaim', 'Who is paying a pending withdrawal, or was.', {
  holder: z.string().describe('The name of the key that holds the claim.'),
  holderAppKey: z.string().describe('The key that holds it.'),
  claimedAt: timestampOut.describe('When it was claimed.'),
  expiresAt: timestampOut
    .nullable()
    .describe('When it ends by itself, or has ended; null for one that was sent to the bank.'),
  isLive: z.boolean().describe('Whether the claim is in force.'),
  sentAt: timestampOut
    .nullable()
    .describe('When a holder said that the transfer was handed to the bank; null until then.'),
  isMine: z.boolean().describe('Whether the caller holds the claim.'),
});

/** A time in which one operator was paying a withdrawal. */
export const claimPeriodView = viewType(
  'ClaimPeriod',
  'A time in which one operator was paying a withdrawal.',
  {
    holder: z.string().describe('The name of the key that held the claim.'),
    claimedAt: timestampOut.describe('When it was claimed.'),
    endedAt: timestampOut
      .nullable()
      .describe('When it ended; null while it lasts, or until the withdrawal was decided.'),
    end: oneOf(CLAIM_ENDS, 'ClaimEnd')
      .nullable()
      .describe('How the claim ended; null while it lasts, or until the withdrawal was decided.'),
    sentAt: timestampOut
      .nullable()
      .describe('When a holder said that the transfer was handed to the bank; null until then.'),
  },
);

type PeriodView = z.infer<typeof claimPeriodView>;

/** Loads who was paying withdrawals, and until when, by the ids of the withdrawals. */
export async function loadClaimPeriods(
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
    // A claim is over once the withdrawal is decided: it does not expire after that.
    const untilMs = status === 'pending' ? runtime.nowMs() : updatedAtMs;
    const periods = claimPeriods(changes.get(id) ?? [], untilMs);
    found.set(id, await Promise.all(periods.map(viewPeriod)));
  }
  return found;
}

function timeOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : formatTimestamp(timeMs);
}

/** Shows a claim to the caller, who may be its holder. */
export function viewClaim(
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
