import { useEffect, useState } from 'preact/hooks';
import type { WithoutErrors } from '../../../src/client/graphql-client.ts';
import { amountIn, formatCount, formatDay } from '../format.ts';
import { useClientNames } from '../search-field/choices.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { HOLD_SECONDS } from '../transactions/actions.ts';
import { useUndo } from '../transactions/undo.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, FormActions } from '../ui/form.tsx';
import { useIsShown } from '../ui/use-is-shown.ts';
import { useLoad } from '../ui/use-load.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { useLineCounts } from './counts.tsx';
import {
  ConfirmProposalsDocument,
  type ConfirmProposalsMutation,
  ProposalsDocument,
  type ProposalsQuery,
} from './gql/graphql.ts';
import type { LineFilter } from './line-filter.tsx';
import type { LiveLines } from './use-lines.ts';

type Proposal = ProposalsQuery['lineProposals']['items'][number];
type Result = WithoutErrors<ConfirmProposalsMutation>['results'][number];

interface ProposalsProps {
  /** The filter of the list: its file and its account. */
  readonly filter: LineFilter;
  readonly lines: LiveLines;
}

/** Offers to confirm all unambiguous proposals together, after they were read as a list. */
export function UnambiguousProposals({ filter: { fileId, accountId }, lines }: ProposalsProps) {
  const { session } = useSignedIn();
  const { unambiguous: t } = reconciliationTexts().desk;
  const canChange = useRight('changeTransactions');
  const [read, setRead] = useState<readonly Proposal[]>();
  const counted = JSON.stringify(useLineCounts().data);
  const { data, reload } = useLoad(
    `${fileId} ${accountId}`,
    async () => (await session.request(ProposalsDocument, { fileId, accountId })).lineProposals,
  );
  useEffect(reload, [counted, reload]);
  const count = data?.count ?? 0;
  const couldBeSeveral = canChange && (lines.data?.items.length ?? 0) > 1;
  const open = () => {
    if (couldBeSeveral && count > 1) setRead(data?.items);
  };
  useShortcuts({ a: open });
  return (
    <>
      {couldBeSeveral && (
        // Its place is reserved, so that rows do not move when the proposals arrive.
        <div class="actions for-all">
          {count > 1 && (
            <button type="button" onClick={open}>
              {t.open(formatCount(count))} <kbd>a</kbd>
            </button>
          )}
        </div>
      )}
      {read && <ProposalsDialog items={read} lines={lines} onClose={() => setRead(undefined)} />}
    </>
  );
}

interface DialogProps extends Pick<ProposalsProps, 'lines'> {
  readonly items: readonly Proposal[];
  readonly onClose: () => void;
}

function ProposalsDialog({ items, lines, onClose }: DialogProps) {
  const { session, notify } = useSignedIn();
  const undo = useUndo();
  const isShown = useIsShown();
  const { unambiguous: t } = reconciliationTexts().desk;
  const [refused, setRefused] = useState<readonly Result[]>([]);
  const count = formatCount(items.length);
  const submission = useSubmit(async () => {
    const asked = items.map(({ lineId, transactionId, sequence }) => ({ lineId, transactionId, sequence }));
    const request = session.request(ConfirmProposalsDocument, { items: asked, holdSeconds: HOLD_SECONDS });
    const outcome = request.then(({ results }) => {
      const failed = results.filter(({ error }) => error != null);
      return { failed, done: items.filter(({ lineId }) => !failed.some((one) => one.lineId === lineId)) };
    });
    const { failed, done } = await undo.track(outcome, ({ done }) => {
      const decided = done.map((one) => ({ ...one, type: 'deposit' as const, accountName: null }));
      const message = t.done(formatCount(done.length), sumOf(done));
      return done.length > 0 ? { decided, message, onUndone: lines.refresh } : undefined;
    });
    lines.decided(
      done.map(({ lineId, transactionId }) => ({ lineId, planned: { transactionId, to: 'successful' } })),
    );
    if (failed.length === 0) return onClose();
    setRefused(failed);
    // The dialog says it itself, and leaves the notice to what was confirmed, with its undo.
    if (!isShown()) notify(t.partly(formatCount(failed.length)));
  });
  if (refused.length > 0) return <RefusedDialog items={items} refused={refused} onClose={onClose} />;
  return (
    <Dialog title={t.title(count)} onClose={onClose}>
      <p>
        <strong>{sumOf(items)}</strong>
      </p>
      <ul class="many">
        {items.map((item) => (
          <ProposalRow key={item.lineId} item={item} />
        ))}
      </ul>
      <p class="hint">{t.about}</p>
      <Form submission={submission}>
        <FormActions label={t.confirm(count)} focused="submit" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** The line, and the deposit that it pays. */
function ProposalRow({
  item: { payer, bookingDate, amount, currency, name, appKey },
}: {
  readonly item: Proposal;
}) {
  const { desk } = reconciliationTexts();
  const client = useClientNames()(appKey);
  return (
    <li>
      <span>
        <bdi>{payer ?? desk.nameless}</bdi>
        <span class="hint">
          → <strong>{client}</strong> · <bdi>{name}</bdi>
          {bookingDate != null && ` · ${formatDay(bookingDate)}`}
        </span>
      </span>
      <span class="number">{amountIn(currency, amount)}</span>
    </li>
  );
}

interface RefusedProps extends Pick<DialogProps, 'items' | 'onClose'> {
  readonly refused: readonly Result[];
}

/** Names the lines that were not confirmed, and why. */
function RefusedDialog({ items, refused, onClose }: RefusedProps) {
  const { unambiguous: t } = reconciliationTexts().desk;
  return (
    <Dialog title={t.partly(formatCount(refused.length))} onClose={onClose}>
      <ul class="many">
        {items.flatMap((item) => {
          const error = refused.find(({ lineId }) => lineId === item.lineId)?.error;
          if (!error) return [];
          return [
            <li key={item.lineId}>
              <bdi>{`${item.name} ${amountIn(item.currency, item.amount)}`}</bdi>
              <span class="hint">{whyOf(error)}</span>
            </li>,
          ];
        })}
      </ul>
      <div class="actions">
        <button type="button" class="primary" autofocus onClick={onClose}>
          {texts().ui.close}
        </button>
      </div>
    </Dialog>
  );
}

function whyOf({ type, code, message }: NonNullable<Result['error']>): string {
  const ofLines: Readonly<Record<string, unknown>> = reconciliationTexts().statementFields;
  const ofTransactions: Readonly<Record<string, string>> = texts().transactions.problems;
  const said = ofLines[code ?? ''];
  return typeof said === 'string' ? said : (ofTransactions[type] ?? message);
}

/** The sums of lines, one for each currency. */
function sumOf(items: readonly Proposal[]): string {
  const sums = new Map<string, number>();
  for (const { currency, amount } of items)
    sums.set(currency, (sums.get(currency) ?? 0) + Math.round(amount * 100));
  return [...sums].map(([currency, sum]) => amountIn(currency, sum / 100)).join(' · ');
}
