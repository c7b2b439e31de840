import type { ClaimFields, Transaction } from './transaction.ts';

/** A claim of a withdrawal that counts now. */
export interface LiveClaim {
  readonly holderId: string;
  readonly claimedAtMs: number;
  readonly endsAtMs: number;
}

/** The reason why another one cannot act on a claimed withdrawal, as facts. */
export interface ClaimRefusal {
  readonly type: 'error_claimed';
  readonly transactionId: string;
  readonly holderId: string;
  /** A time of the wall clock. */
  readonly claimedAtMs: number;
  /** The holder, where the caller may know it. */
  readonly holder?: { readonly name: string; readonly appKey: string };
}

/** Only a pending withdrawal is paid. */
export interface NotClaimable {
  readonly type: 'not-claimable';
  readonly transactionId: string;
}

/** Finds the claim that counts: of a pending withdrawal, before its end. */
export function liveClaim(transaction: Transaction, steadyNowMs: number): LiveClaim | undefined {
  if (transaction.type !== 'withdrawal' || transaction.status !== 'pending') return undefined;
  const { claimHolderId: holderId, claimedAtMs, claimEndsAtMs: endsAtMs } = transaction;
  if (holderId === null || claimedAtMs === null || endsAtMs === null || steadyNowMs >= endsAtMs)
    return undefined;
  return { holderId, claimedAtMs, endsAtMs };
}

/** Refuses everybody but the holder of a claim that counts. */
export function refuseOthers(
  transaction: Transaction,
  clientId: string | null,
  steadyNowMs: number,
): ClaimRefusal | undefined {
  const claim = liveClaim(transaction, steadyNowMs);
  if (!claim || claim.holderId === clientId) return undefined;
  const { holderId, claimedAtMs } = claim;
  return { type: 'error_claimed', transactionId: transaction.id, holderId, claimedAtMs };
}

/** A request to claim. */
export interface ClaimRequest {
  readonly holderId: string;
  /** The holder from whom the claim may be taken over, the one that the caller saw. Null for nobody. */
  readonly takeOverFromId: string | null;
  readonly nowMs: number;
  readonly steadyNowMs: number;
  /** How long a claim counts. */
  readonly ttlMs: number;
}

type ClaimDecision =
  | { readonly kind: 'claim'; readonly claim: ClaimFields }
  | { readonly kind: 'refuse'; readonly refusal: ClaimRefusal | NotClaimable };

/** Decides who holds a withdrawal. Its holder claims it again to keep it for longer. */
export function decideClaim(transaction: Transaction, request: ClaimRequest): ClaimDecision {
  const { holderId, takeOverFromId, nowMs, steadyNowMs, ttlMs } = request;
  if (transaction.type !== 'withdrawal' || transaction.status !== 'pending')
    return { kind: 'refuse', refusal: { type: 'not-claimable', transactionId: transaction.id } };
  const refusal = refuseOthers(transaction, holderId, steadyNowMs);
  if (refusal && refusal.holderId !== takeOverFromId) return { kind: 'refuse', refusal };
  const live = liveClaim(transaction, steadyNowMs);
  const claimedAtMs = live?.holderId === holderId ? live.claimedAtMs : nowMs;
  return {
    kind: 'claim',
    claim: { claimHolderId: holderId, claimedAtMs, claimEndsAtMs: steadyNowMs + ttlMs },
  };
}
