import { ClaimWithdrawalDocument, ReleaseWithdrawalDocument } from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { readTransaction } from './actions.ts';

interface Claiming {
  /** Claims a withdrawal for paying it, unless it is claimed already. */
  claim(transaction: Transaction): void;
  /** Takes it from the operator who is paying it. */
  takeOver(transaction: Transaction): void;
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
      (error) => {
        notify(problemOf(error).message);
        return readTransaction(session, transactionId).then(onChanged, () => {});
      },
    );
  const claim = ({ transactionId }: Transaction, takeOver: boolean) => {
    const { claimed } = texts().transactions.claim;
    const change = session.request(ClaimWithdrawalDocument, { transactionId, takeOver });
    void report(
      change.then(({ transition }) => transition.data),
      transactionId,
      claimed,
    );
  };
  return {
    claim(transaction) {
      if (!transaction.claim && transaction.type === 'withdrawal') claim(transaction, false);
    },
    takeOver: (transaction) => claim(transaction, true),
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
