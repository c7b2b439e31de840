import { type ClaimFields, type Transaction, UNCLAIMED } from './transaction.ts';

/** The last claim of a pending withdrawal. */
export interface Claim {
  readonly holderId: string;
  /** A time of the wall clock. */
  readonly claimedAtMs: number;
  /** By the steady clock; null for a claim that does not end by itself. */
  readonly endsAtMs: number | null;
  /** A time of the wall clock; null until a holder says that the transfer was handed to the bank. */
  readonly sentAtMs: number | null;
  /** Whether it is in force. A claim that has ended stays visible, because its holder may have paid. */
  readonly isLive: boolean;
}

/**
 * The reason why the caller cannot act on a withdrawal that another operator is paying or has claimed last, as facts.
 */
export interface ClaimRefusal extends Omit<Claim, 'endsAtMs'> {
  readonly type: 'error_claimed';
  readonly transactionId: string;
  /** The holder, where the caller may know it. */
  readonly holder?: { readonly name: string; readonly appKey: string };
}

/** Only a pending withdrawal is paid. */
export interface NotClaimable {
  readonly type: 'not-claimable';
  readonly transactionId: string;
}

/** A restore holds all payouts: it, or one that it repeats, may have been paid since the backup. */
export interface HeldAfterRestore {
  readonly type: 'restored';
  readonly transactionId: string;
}

/** The policy of the desk lets withdrawals be paid by batches only. */
export interface ByBatchOnly {
  readonly type: 'error_payout_by_batch_only';
  readonly transactionId: string;
}

/** The caller reports a payment without a claim on the withdrawal, or for several withdrawals together. */
export interface NotClaimed {
  readonly type: 'error_not_claimed';
  readonly transactionId: string;
  /** The holder of the claim that has ended, where there is one. */
  readonly formerHolderId: string | null;
  readonly formerHolder?: { readonly name: string; readonly appKey: string };
}

/** Finds the last claim of a pending withdrawal. */
export function claimOf(transaction: Transaction, steadyNowMs: number): Claim | undefined {
  if (transaction.type !== 'withdrawal' || transaction.status !== 'pending') return undefined;
  const { claimHolderId: holderId, claimedAtMs, claimEndsAtMs: endsAtMs } = transaction;
  if (holderId === null || claimedAtMs === null) return undefined;
  const isLive = endsAtMs === null || steadyNowMs < endsAtMs;
  return { holderId, claimedAtMs, endsAtMs, sentAtMs: transaction.sentToBankAtMs, isLive };
}

/** Whether somebody has claimed a pending withdrawal. They may have paid it, also if the claim has ended. */
export function isClaimed(transaction: Transaction): boolean {
  return claimOf(transaction, 0) !== undefined;
}

/** Refuses everyone except the holder, if a claim is in force. */
export function refuseOthers(
  transaction: Transaction,
  clientId: string | null,
  steadyNowMs: number,
): ClaimRefusal | undefined {
  const claim = claimOf(transaction, steadyNowMs);
  return claim?.isLive && claim.holderId !== clientId ? refusalOf(transaction, claim) : undefined;
}

/** Refuses everyone except the holder of a claim in force. Without one, refuses everyone. */
export function refuseUnclaimed(
  transaction: Transaction,
  clientId: string | null,
  steadyNowMs: number,
): NotClaimed | undefined {
  const claim = claimOf(transaction, steadyNowMs);
  if (claim?.isLive && claim.holderId === clientId) return undefined;
  return notClaimed(transaction);
}

/** The refusal of a withdrawal that the caller has to claim first. */
export function notClaimed({ id, ...transaction }: Transaction): NotClaimed {
  const formerHolderId = transaction.type === 'withdrawal' ? transaction.claimHolderId : null;
  return { type: 'error_not_claimed', transactionId: id, formerHolderId };
}

/** A request to claim. */
export interface ClaimRequest {
  readonly holderId: string;
  /**
   * The holder from whom the claim is taken over: the one that the caller saw. It can also be the holder of a claim
   * that has ended, since they may have paid. Null if the caller saw none.
   */
  readonly takeOverFromId: string | null;
  readonly nowMs: number;
  readonly steadyNowMs: number;
  /** How long a claim lasts. */
  readonly ttlMs: number;
}

type ClaimDecision =
  | { readonly kind: 'claim'; readonly claim: ClaimFields }
  | { readonly kind: 'refuse'; readonly refusal: ClaimRefusal | NotClaimable };

/**
 * Decides who holds a withdrawal. The holder claims it again to extend the claim. A withdrawal that was sent to the
 * bank stays sent, whoever holds it, and its claim does not end by itself.
 */
export function decideClaim(transaction: Transaction, request: ClaimRequest): ClaimDecision {
  const { holderId, takeOverFromId, nowMs, steadyNowMs, ttlMs } = request;
  if (!isClaimable(transaction)) return { kind: 'refuse', refusal: notClaimable(transaction) };
  const last = claimOf(transaction, steadyNowMs);
  const isOwn = last?.holderId === holderId;
  if (last && !isOwn && last.holderId !== takeOverFromId)
    return { kind: 'refuse', refusal: refusalOf(transaction, last) };
  const sentToBankAtMs = last?.sentAtMs ?? null;
  const claim = {
    claimHolderId: holderId,
    claimedAtMs: isOwn && last.isLive ? last.claimedAtMs : nowMs,
    claimEndsAtMs: sentToBankAtMs === null ? steadyNowMs + ttlMs : null,
    sentToBankAtMs,
  };
  return { kind: 'claim', claim };
}

type ClaimChange =
  | { readonly kind: 'claim'; readonly claim: ClaimFields }
  | { readonly kind: 'keep' }
  | { readonly kind: 'refuse'; readonly refusal: ClaimRefusal | NotClaimable | NotClaimed };

interface ByHolder {
  readonly holderId: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

/** Decides a release by the holder. The claim ends now and stays visible, as if its time were over. */
export function decideRelease(transaction: Transaction, { holderId, steadyNowMs }: ByHolder): ClaimChange {
  const refusal = refuseOthers(transaction, holderId, steadyNowMs);
  if (refusal) return { kind: 'refuse', refusal };
  if (!claimOf(transaction, steadyNowMs)?.isLive) return { kind: 'keep' };
  return { kind: 'claim', claim: { ...fieldsOf(transaction), claimEndsAtMs: steadyNowMs } };
}

/** Decides that the holder has handed the transfer to the bank. From then on the claim does not end by itself. */
export function decideSent(
  transaction: Transaction,
  { holderId, nowMs, steadyNowMs }: ByHolder,
): ClaimChange {
  if (!isClaimable(transaction)) return { kind: 'refuse', refusal: notClaimable(transaction) };
  const refusal =
    refuseOthers(transaction, holderId, steadyNowMs) ?? refuseUnclaimed(transaction, holderId, steadyNowMs);
  if (refusal) return { kind: 'refuse', refusal };
  const fields = fieldsOf(transaction);
  if (fields.sentToBankAtMs !== null) return { kind: 'keep' };
  return { kind: 'claim', claim: { ...fields, claimEndsAtMs: null, sentToBankAtMs: nowMs } };
}

function fieldsOf(transaction: Transaction): ClaimFields {
  if (transaction.type !== 'withdrawal') return UNCLAIMED;
  const { claimHolderId, claimedAtMs, claimEndsAtMs, sentToBankAtMs } = transaction;
  return { claimHolderId, claimedAtMs, claimEndsAtMs, sentToBankAtMs };
}

function isClaimable({ type, status }: Transaction): boolean {
  return type === 'withdrawal' && status === 'pending';
}

function notClaimable({ id }: Transaction): NotClaimable {
  return { type: 'not-claimable', transactionId: id };
}

function refusalOf({ id }: Transaction, { endsAtMs: _, ...claim }: Claim): ClaimRefusal {
  return { type: 'error_claimed', transactionId: id, ...claim };
}
