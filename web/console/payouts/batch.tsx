import { useState } from 'preact/hooks';
import { formatCount, formatDay, formatShortTimestamp } from '../format.ts';
import { hrefOf, navigate } from '../router.ts';
import { useChoices } from '../search-field/choices.ts';
import { problemOf } from '../service/failures.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { Async } from '../ui/states.tsx';
import { useLiveSummary } from '../ui/use-live-summary.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { ApproveDialog, ExportDialog, RejectDialog } from './dialogs.tsx';
import { type BankFile, saveBankFile } from './file.ts';
import {
  BatchDocument,
  BatchFileDocument,
  RemoveFromPayoutDocument,
  type WholeBatchFragment,
} from './gql/graphql.ts';
import { BatchRows } from './rows.tsx';
import { Iban, isPreparedBy, moneyOf, StateBadge } from './words.tsx';

type Batch = WholeBatchFragment;
const STEPS = ['prepared', 'approved', 'exported', 'paid'] as const;
const LARGEST = 3;

/** One batch: what it pays, who has approved it, and what can be done about it. */
export function BatchView({ payoutId }: { readonly payoutId: string }) {
  const { session } = useSignedIn();
  const loaded = useLiveSummary<Batch>(
    `payout ${payoutId}`,
    async () => (await session.request(BatchDocument, { payoutId })).payout,
  );
  useShortcuts({ Escape: () => navigate(hrefOf('payouts')) });
  return (
    <>
      <p class="back">
        <a href={hrefOf('payouts')}>{payoutTexts().batch.back}</a>
      </p>
      <Async what={payoutTexts().what} loaded={loaded}>
        {(batch) => (
          <Whole batch={batch} onChanged={(next) => loaded.update(() => next)} onExported={loaded.reload} />
        )}
      </Async>
    </>
  );
}

interface WholeProps {
  readonly batch: Batch;
  readonly onChanged: (batch: Batch) => void;
  /** Called when the batch has to be read again. */
  readonly onExported: () => void;
}

function Whole({ batch, onChanged, onExported }: WholeProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const mayChange = useRight('changeTransactions');
  const mayTakeOut = mayChange && (batch.state === 'prepared' || batch.state === 'approved');
  return (
    <article class="batch">
      <Head batch={batch} />
      {mayChange && (
        <Actions
          batch={batch}
          chosen={chosen}
          onChanged={(next) => {
            setChosen(new Set());
            onChanged(next);
          }}
          onExported={onExported}
        />
      )}
      <Approvals batch={batch} />
      <Largest batch={batch} />
      <BatchRows batch={batch} chosen={chosen} onChoose={mayTakeOut ? setChosen : undefined} />
      <Signatures />
    </article>
  );
}

function Head({ batch }: { readonly batch: Batch }) {
  const { accounts } = useChoices();
  const t = payoutTexts();
  const { number, state, count, sum, currency, executionDay, preparedBy, createdAt, rejectedBy } = batch;
  const account = accounts.find(({ accountId }) => accountId === batch.accountId);
  const place = (STEPS as readonly string[]).indexOf(state);
  return (
    <header class="batch-head">
      <h2>
        {t.batch.sheet(number)} <StateBadge state={state} />
      </h2>
      <p class="sum">{moneyOf(sum, currency)}</p>
      <p>
        {t.batch.payouts(formatCount(count))} · {formatDay(executionDay)}
        {account && ` · ${account.title}`}
      </p>
      {place >= 0 && (
        <ol class="steps">
          {STEPS.map((step, index) => (
            <li
              key={step}
              class={index <= place ? 'done' : undefined}
              aria-current={index === place ? 'step' : undefined}
            >
              {t.steps[step]}
            </li>
          ))}
        </ol>
      )}
      <p class="hint">{t.batch.preparedBy(preparedBy, formatShortTimestamp(createdAt))}</p>
      {rejectedBy && <p class="late">{t.batch.rejectedBy(rejectedBy, batch.rejectReason ?? '')}</p>}
      <p class="hint hash">
        {t.batch.hash} <code>{batch.contentHash.slice(0, 16)}</code>
      </p>
    </header>
  );
}

interface ActionsProps {
  readonly batch: Batch;
  readonly chosen: ReadonlySet<string>;
  readonly onChanged: (batch: Batch) => void;
  readonly onExported: () => void;
}

type Open = 'approve' | 'reject' | 'export';

/** The next step is the primary button. Each has a key. */
function Actions({ batch, chosen, onChanged, onExported }: ActionsProps) {
  const { session, notify } = useSignedIn();
  const [open, setOpen] = useState<Open>();
  const t = payoutTexts();
  const { state, payoutId, contentHash } = batch;
  const isOwn = isPreparedBy(batch.preparedBy, session.name);
  const isOpen = state === 'prepared' || state === 'approved';
  const hasFile = state === 'exported' || state === 'paid' || state === 'refused';
  const fail = (error: unknown) => notify(problemOf(error).message);
  const download = () =>
    session.request(BatchFileDocument, { payoutId }).then(({ payoutFile }) => saveBankFile(payoutFile), fail);
  const takeOut = () =>
    session
      .request(RemoveFromPayoutDocument, { input: { payoutId, contentHash, transactionIds: [...chosen] } })
      .then(({ removeFromPayout }) => {
        notify(t.actions.takenOut(formatCount(chosen.size)));
        onChanged(removeFromPayout);
      }, fail);
  const save = (file: BankFile) => {
    saveBankFile(file);
    notify(t.actions.exported(file.name));
    onExported();
  };
  useShortcuts({
    ...(state === 'prepared' && !isOwn && { a: () => setOpen('approve') }),
    ...(state === 'approved' && { e: () => setOpen('export') }),
    ...(hasFile && { d: download }),
    ...((isOpen || state === 'exported') && { r: () => setOpen('reject') }),
    ...(isOpen && chosen.size > 0 && { Delete: takeOut }),
  });
  const dialog = { batch, onChanged, onClose: () => setOpen(undefined) };
  return (
    <div class="actions">
      {state === 'prepared' &&
        (isOwn ? (
          <p class="hint">{t.batch.own}</p>
        ) : (
          <button type="button" class="primary" onClick={() => setOpen('approve')}>
            {t.actions.approve} <kbd>a</kbd>
          </button>
        ))}
      {state === 'approved' && (
        <button type="button" class="primary" onClick={() => setOpen('export')}>
          {t.actions.export} <kbd>e</kbd>
        </button>
      )}
      {hasFile && (
        <button type="button" onClick={download}>
          {t.actions.download} <kbd>d</kbd>
        </button>
      )}
      {isOpen && chosen.size > 0 && (
        <button type="button" onClick={takeOut}>
          {t.actions.takeOut(formatCount(chosen.size))}
        </button>
      )}
      {(isOpen || state === 'exported') && (
        <button type="button" onClick={() => setOpen('reject')}>
          {t.actions.reject} <kbd>r</kbd>
        </button>
      )}
      <button type="button" class="end" onClick={() => print()}>
        {t.batch.print}
      </button>
      {open === 'approve' && <ApproveDialog {...dialog} />}
      {open === 'reject' && <RejectDialog {...dialog} />}
      {open === 'export' && <ExportDialog {...dialog} onExported={save} />}
    </div>
  );
}

function Approvals({ batch: { approvals, state } }: { readonly batch: Batch }) {
  const t = payoutTexts().batch;
  return (
    <section>
      <h3>{t.approvals}</h3>
      {approvals.length === 0 && state !== 'rejected' && <p class="hint">{t.noApprovals}</p>}
      <ul class="plain">
        {approvals.map(({ approvedBy, approvedAt, isCurrent }) => (
          <li key={`${approvedBy} ${approvedAt}`} class={isCurrent ? undefined : 'late'}>
            {t.approvedBy(approvedBy, formatShortTimestamp(approvedAt))}
            {!isCurrent && ` (${t.outdated})`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The rows that an approver looks at first. */
function Largest({ batch: { rows, currency } }: { readonly batch: Batch }) {
  if (rows.length <= LARGEST) return null;
  const largest = rows.toSorted((a, b) => b.amount - a.amount).slice(0, LARGEST);
  return (
    <section>
      <h3>{payoutTexts().batch.largest}</h3>
      <ul class="plain">
        {largest.map(({ rowNumber, accountName, iban, amount }) => (
          <li key={rowNumber}>
            {moneyOf(amount, currency)} · <bdi>{accountName}</bdi> · <Iban iban={iban} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** On paper two people sign. */
function Signatures() {
  const { signature } = payoutTexts().batch;
  return (
    <div class="signatures" aria-hidden="true">
      <p>{signature}</p>
      <p>{signature}</p>
    </div>
  );
}
