import { formatAmount } from '../format.ts';
import type { Transaction } from '../service/types.ts';
import { Moment, StatusBadge } from '../ui/parts.tsx';
import { reasonOf } from './words.ts';

interface OutdatedProps {
  readonly transaction: Transaction;
  readonly onClose: () => void;
}

/** That somebody else was faster, and what it is now. */
export function Outdated({ transaction, onClose }: OutdatedProps) {
  const { status, statusReason, finalAmount, updatedAt } = transaction;
  return (
    <>
      <div class="banner" role="alert">
        <p>
          <strong>Someone else was faster.</strong> Nothing was changed by you.
        </p>
        <p>
          It is now <StatusBadge status={status} /> {statusReason && `(${reasonOf(statusReason)}) `}
          {finalAmount != null && `with ${formatAmount(finalAmount)} `}
          since <Moment iso={updatedAt} />.
        </p>
      </div>
      <div class="actions">
        <button type="button" class="primary" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}
