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

/** Claims and releases withdrawals. If another operator was faster, the notice says so. */
export function useClaim(onChanged: (transaction: Transaction) => void) {
  const { session, notify } = useSignedIn();
  const send = (
    change: Promise<{ readonly transition: { readonly data: Transaction } }>,
    transactionId: string,
    message: string,
  ) =>
    void change.then(
      ({ transition }) => {
        onChanged(transition.data);
        notify(message);
      },
      async (error) => {
        const { type, message: refusal } = problemOf(error);
        const now = await readTransaction(session, transactionId).catch(() => undefined);
        const claim = type === 'error_claimed' ? now?.claim : undefined;
        notify(claim ? describeClaim(claim) : refusal);
        if (now) onChanged(now);
      },
    );
  const { claimed, markedSent, released } = texts().transactions.claim;
  const claim = ({ transactionId }: Transaction, takeOverFrom?: string) =>
    send(session.request(ClaimWithdrawalDocument, { transactionId, takeOverFrom }), transactionId, claimed);
  return {
    /** Claims a withdrawal for paying it, unless another operator has claimed it before: see `takeOver`. */
    claim(transaction: Transaction) {
      const last = transaction.claim;
      if (transaction.type === 'withdrawal' && (!last || (last.isMine && !last.isLive))) claim(transaction);
    },
    /** Extends the operator's own claim. */
    keep: (transaction: Transaction) => claim(transaction),
    /** Records that the transfer was handed to the bank. */
    markSent: ({ transactionId }: Transaction) =>
      send(session.request(MarkWithdrawalSentDocument, { transactionId }), transactionId, markedSent),
    /**
     * Takes the withdrawal over from the operator who was shown as paying it, or as having paid it, unless another one
     * has claimed it since.
     */
    takeOver: (transaction: Transaction, holderAppKey: string) => claim(transaction, holderAppKey),
    release: ({ transactionId }: Transaction) =>
      send(session.request(ReleaseWithdrawalDocument, { transactionId }), transactionId, released),
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
