import { formatTime } from '../format.ts';
import { ClaimWithdrawalDocument, ReleaseWithdrawalDocument } from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { readTransaction } from './actions.ts';

interface Claiming {
  /** Claims a withdrawal for paying it, unless it is claimed already. */
  claim(transaction: Transaction): void;
  /** Takes it from the operator who was seen paying it, if nobody else is paying it by now. */
  takeOver(transaction: Transaction, holderAppKey: string): void;
  release(transaction: Transaction): void;
}

/** Claims and releases withdrawals. Somebody may have been faster, which the notice says. */
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
        notify(claim ? texts().transactions.claim.other(claim.holder, formatTime(claim.claimedAt)) : message);
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
      if (!transaction.claim && transaction.type === 'withdrawal') claim(transaction);
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
