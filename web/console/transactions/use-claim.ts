import { formatTime } from '../format.ts';
import {
  ClaimWithdrawalDocument,
  MarkWithdrawalSentDocument,
  ReleaseWithdrawalDocument,
} from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { readTransaction } from './actions.ts';

interface Claiming {
  /** Claims a withdrawal for paying it, unless another operator has claimed it before: see `takeOver`. */
  claim(transaction: Transaction): void;
  /** Keeps the own claim for longer. */
  keep(transaction: Transaction): void;
  /** Records that the transfer was handed to the bank. */
  markSent(transaction: Transaction): void;
  /**
   * Takes the withdrawal over from the operator who was shown as paying it, or as having paid it, unless another
   * operator has claimed it since.
   */
  takeOver(transaction: Transaction, holderAppKey: string): void;
  release(transaction: Transaction): void;
}

/** Claims and releases withdrawals. If another operator was faster, the notice says so. */
export function useClaim(onChanged: (transaction: Transaction) => void): Claiming {
  const { session, notify } = useSignedIn();
  const report = (change: Promise<Transaction>, transactionId: string, message: string) =>
    change.then(
      (changed) => {
        onChanged(changed);
        notify(message);
      },
      async (error) => {
        const { type, message } = problemOf(error);
        const now = await readTransaction(session, transactionId).catch(() => undefined);
        const claim = type === 'error_claimed' ? now?.claim : undefined;
        notify(claim ? describeClaim(claim) : message);
        if (now) onChanged(now);
      },
    );
  const claim = ({ transactionId }: Transaction, takeOverFrom?: string) => {
    const { claimed } = texts().transactions.claim;
    const change = session.request(ClaimWithdrawalDocument, { transactionId, takeOverFrom });
    void report(
      change.then(({ transition }) => transition.data),
      transactionId,
      claimed,
    );
  };
  return {
    claim(transaction) {
      const last = transaction.claim;
      if (transaction.type === 'withdrawal' && (!last || (last.isMine && !last.isLive))) claim(transaction);
    },
    keep: claim,
    markSent({ transactionId }) {
      const { markedSent } = texts().transactions.claim;
      const change = session.request(MarkWithdrawalSentDocument, { transactionId });
      void report(
        change.then(({ transition }) => transition.data),
        transactionId,
        markedSent,
      );
    },
    takeOver: claim,
    release({ transactionId }) {
      const { released } = texts().transactions.claim;
      const change = session.request(ReleaseWithdrawalDocument, { transactionId });
      void report(
        change.then(({ transition }) => transition.data),
        transactionId,
        released,
      );
    },
  };
}

/** Shows who is or was paying a withdrawal, and what that means for others. */
export function describeClaim(claim: NonNullable<Transaction['claim']>): string {
  const t = texts().transactions.claim;
  const { holder, isMine, isLive, claimedAt, expiresAt, sentAt } = claim;
  const until = expiresAt == null ? '' : formatTime(expiresAt);
  const sent = sentAt == null ? '' : ` ${t.sentAt(formatTime(sentAt))}`;
  if (!isLive) return (isMine ? t.minePast(until) : t.past(holder, until)) + sent;
  if (!isMine) return t.other(holder, formatTime(claimedAt)) + sent;
  return sentAt == null ? t.mine(until) : t.mineSent(formatTime(sentAt));
}
