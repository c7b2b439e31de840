import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { readDay } from '../date-time.ts';
import { amountIn, formatCount } from '../format.ts';
import { hrefOf, navigate } from '../router.ts';
import { useChoices } from '../search-field/choices.ts';
import { problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { Form, FormActions } from '../ui/form.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { useIsShown } from '../ui/use-is-shown.ts';
import { useLoad } from '../ui/use-load.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { Choice } from './choice.tsx';
import {
  AddToPayoutDocument,
  BatchDocument,
  PayableDocument,
  PreparePayoutDocument,
  type WholeBatchFragment,
} from './gql/graphql.ts';
import { NARROWED_BY_NOTHING, NarrowingFields, narrow, type Payable } from './narrowing.tsx';
import { PayingFields } from './prepare-fields.tsx';
import { Refusals, type RefusalsProps } from './refusals.tsx';

/** The account that has received the money, if all chosen refunds are of the same account. */
function receiverOf(chosen: readonly Payable[]): string | undefined {
  const [id, ...others] = new Set(chosen.map(({ receivedAccountId }) => receivedAccountId));
  return others.length === 0 ? (id ?? undefined) : undefined;
}

/** The form that adds payouts to a batch that nobody has exported. */
export function AddForm({ payoutId }: { readonly payoutId: string }) {
  const { session } = useSignedIn();
  const loaded = useLoad(payoutId, async () => (await session.request(BatchDocument, { payoutId })).payout);
  return (
    <Async what={payoutTexts().what} loaded={loaded}>
      {(batch) => <PrepareForm batch={batch} />}
    </Async>
  );
}

interface PrepareProps {
  /** The batch to which payouts are added; by default a new one. */
  readonly batch?: WholeBatchFragment;
}

/** The form for a new batch: all withdrawals that can be paid are chosen, until somebody excludes some. */
export function PrepareForm({ batch }: PrepareProps) {
  const { session } = useSignedIn();
  const t = payoutTexts().form;
  const loaded = useLoad('payable', async () => {
    const { payable } = await session.request(PayableDocument);
    return payable.filter(({ currency }) => currency === (batch?.currency ?? currency));
  });
  const [refused, setRefused] = useState<RefusalsProps>();
  const back = hrefOf('payouts', batch && { batch: batch.payoutId });
  useShortcuts({ Escape: () => navigate(back) });
  return (
    <>
      <p class="toolbar bar back">
        <a href={back}>{batch ? t.intoBatch(batch.number) : payoutTexts().batch.back}</a>
      </p>
      {refused && <Refusals {...refused} />}
      <Async what={t.what} loaded={loaded}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t.none}>{t.noneHint}</Empty>
          ) : (
            <PayoutForm
              items={items}
              batch={batch}
              onRefused={(next) => {
                setRefused(next);
                loaded.reload();
              }}
            />
          )
        }
      </Async>
    </>
  );
}

interface PayoutFormProps {
  readonly batch: WholeBatchFragment | undefined;
  readonly items: readonly Payable[];
  /** Called after a refusal: withdrawals that cannot be paid are no longer listed, so the page says why. */
  readonly onRefused: (refused: RefusalsProps) => void;
}

function PayoutForm({ items, batch: into, onRefused }: PayoutFormProps) {
  const { session, notify } = useSignedIn();
  const isShown = useIsShown();
  const { accounts } = useChoices();
  const [narrowing, setNarrowing] = useState(NARROWED_BY_NOTHING);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const t = payoutTexts().form;
  const { shown, currency } = narrow(items, narrowing);
  const chosen = shown.filter(({ transactionId }) => !leftOut.has(transactionId));
  const receiver = receiverOf(chosen);
  const submission = useSubmit(async (values) => {
    const transactionIds = chosen.map(({ transactionId }) => transactionId);
    try {
      const batch = await (into
        ? addTo(session, into, transactionIds)
        : prepare(session, values, transactionIds));
      const done = (into ? t.added : t.done)(batch.number);
      const show = () => navigate(hrefOf('payouts', { batch: batch.payoutId }));
      // A person who has gone elsewhere meanwhile stays there.
      if (!isShown()) return notify(done, { label: payoutTexts().name(batch.number), run: show });
      notify(done);
      show();
    } catch (error) {
      onRefused({ problem: problemOf(error), payouts: chosen });
      throw error;
    }
  });
  const form = useRef<HTMLFormElement>(null);
  // Enter prepares the chosen payouts at once.
  const isReady = accounts.length > 0;
  useLayoutEffect(() => {
    if (isReady) form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  }, [isReady]);
  return (
    <Form formRef={form} class="prepare" submission={submission}>
      <div class="fields">
        {!into && <PayingFields receiver={receiver} />}
        <NarrowingFields items={items} narrowing={narrowing} onChange={setNarrowing} />
      </div>
      <div class="toolbar">
        <p role="status">
          <strong>{t.chosen(formatCount(chosen.length), amountIn(currency, sumOf(chosen)))}</strong>
        </p>
        <FormActions
          label={(into ? t.add : t.submit)(formatCount(chosen.length))}
          disabled={chosen.length === 0 || !isReady}
        />
      </div>
      <Choice items={shown} leftOut={leftOut} onChange={setLeftOut} />
    </Form>
  );
}

type Session = ReturnType<typeof useSignedIn>['session'];

async function prepare(session: Session, values: ReadonlyMap<string, string>, transactionIds: string[]) {
  const accountId = values.get('accountId') ?? '';
  const typed = values.get('executionDay')?.trim();
  // A text that is not a day is sent as it is, and the service refuses it.
  const executionDay = typed ? (readDay(typed) ?? typed) : undefined;
  const input = { transactionIds, accountId, executionDay };
  return (await session.request(PreparePayoutDocument, { input })).preparePayout;
}

async function addTo(session: Session, batch: WholeBatchFragment, transactionIds: string[]) {
  const { payoutId, contentHash } = batch;
  const input = { payoutId, contentHash, transactionIds };
  return (await session.request(AddToPayoutDocument, { input })).addToPayout;
}

function sumOf(items: readonly Payable[]): number {
  return items.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
}
