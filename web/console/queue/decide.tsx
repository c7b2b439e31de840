import { changeParams } from '../router.ts';
import { isWaiting, type Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { isPaidOut, othersClaim, ownClaim } from '../transactions/claims.ts';
import { wordsOf } from '../transactions/labels.ts';
import type { Column } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { aboutOf } from './row-parts.tsx';
import type { Decisions } from './use-decisions.ts';

/** The column has no width: its buttons cover the end of the column before it while a row is pointed at. */
export function decideColumn(decisions: Decisions): Column<Transaction> {
  const title = texts().queue.columns.decide;
  return {
    title,
    head: <span class="visually-hidden">{title}</span>,
    cell: (item) => isWaiting(item) && <Decide item={item} decisions={decisions} />,
    place: 'at-decide',
  };
}

interface DecideProps {
  readonly item: Transaction;
  readonly decisions: Decisions;
}

/** The decisions about a row. A withdrawal is paid before its payment is reported. */
function Decide({ item, decisions }: DecideProps) {
  const about = aboutOf(item);
  return (
    <>
      <span class="decide">
        {choicesOf(item, decisions).map(({ label, isDisabled, run }) => (
          <button
            key={label}
            type="button"
            disabled={isDisabled}
            aria-label={`${label} ${about}`}
            onClick={run}
          >
            {label}
          </button>
        ))}
      </span>
      <button
        type="button"
        class="row-menu quiet"
        aria-label={`${texts().queue.actions} ${about}`}
        onClick={() => decisions.open({ kind: 'menu', transaction: item })}
      >
        <Icon of="more" />
      </button>
    </>
  );
}

interface Choice {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly run: () => void;
}

function choicesOf(item: Transaction, decisions: Decisions): readonly Choice[] {
  const { actions, claim } = texts().transactions;
  const isOthers = Boolean(othersClaim(item));
  const isToPay = isPaidOut(item) && !ownClaim(item);
  const isHeld = isOthers || item.payoutNumber != null;
  return [
    {
      label: isToPay ? claim.pay : wordsOf('settle', item).label,
      isDisabled: isHeld || item.blacklisted === true,
      run: () => (isToPay ? decisions.openAndClaim(item) : decisions.decide('settle', item)),
    },
    { label: actions.reject.label, isDisabled: isHeld, run: () => decisions.decide('reject', item) },
  ];
}

interface RowMenuProps {
  readonly transaction: Transaction;
  readonly decisions: Decisions;
}

/** The menu of a row, for touch screens. */
export function RowMenu({ transaction, decisions }: RowMenuProps) {
  const close = () => decisions.open(undefined);
  const { openIt } = texts().queue;
  const open = () => changeParams({ open: transaction.transactionId });
  return (
    <Dialog title={aboutOf(transaction)} onClose={close}>
      <div class="menu">
        {[...choicesOf(transaction, decisions), { label: openIt, isDisabled: false, run: open }].map(
          ({ label, isDisabled, run }) => (
            <button
              key={label}
              type="button"
              disabled={isDisabled}
              onClick={() => {
                close();
                run();
              }}
            >
              {label}
            </button>
          ),
        )}
        <button type="button" class="quiet" onClick={close}>
          {texts().ui.close}
        </button>
      </div>
    </Dialog>
  );
}
