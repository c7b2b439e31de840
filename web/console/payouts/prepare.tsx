import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount, formatShortTimestamp, readAmount } from '../format.ts';
import { hrefOf, navigate } from '../router.ts';
import { useChoices } from '../search-field/choices.ts';
import { useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Field, FormActions } from '../ui/form.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { useLoad } from '../ui/use-load.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { PayableDocument, type PayableQuery, PreparePayoutDocument } from './gql/graphql.ts';
import { Iban, moneyOf, Payee } from './words.tsx';

type Payable = PayableQuery['payable'][number];

/** In place of a merchant, whose key is never blank. */
const REFUNDS = ' ';

function isOf({ kind, client }: Payable, chosen: string): boolean {
  return chosen === '' || (chosen === REFUNDS ? kind === 'refund' : client === chosen);
}

/** The account that has received the money, where all that is chosen goes back from the same one. */
function receiverOf(chosen: readonly Payable[]): string | undefined {
  const [id, ...others] = new Set(chosen.map(({ receivedAccountId }) => receivedAccountId));
  return others.length === 0 ? (id ?? undefined) : undefined;
}

/** The form for a new batch: all withdrawals that fit are chosen, until somebody leaves some of them out. */
export function PrepareForm() {
  const { session } = useSignedIn();
  const t = payoutTexts().form;
  const loaded = useLoad('payable', async () => (await session.request(PayableDocument)).payable);
  useShortcuts({ Escape: () => navigate(hrefOf('payouts')) });
  return (
    <>
      <p>
        <a href={hrefOf('payouts')}>{payoutTexts().batch.back}</a>
      </p>
      <Async what={t.what} loaded={loaded}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t.none}>{t.noneHint}</Empty>
          ) : (
            <Form items={items} onRefused={loaded.reload} />
          )
        }
      </Async>
    </>
  );
}

interface FormProps {
  readonly items: readonly Payable[];
  /** Called when something has come between, so that the list is another one. */
  readonly onRefused: () => void;
}

function Form({ items, onRefused }: FormProps) {
  const { session, notify } = useSignedIn();
  const { accounts } = useChoices();
  const [client, setClient] = useState('');
  const [upTo, setUpTo] = useState('');
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const t = payoutTexts().form;
  const currency = items[0]?.currency ?? '';
  const most = readAmount(upTo) ?? Number.POSITIVE_INFINITY;
  const shown = items.filter((one) => one.currency === currency && isOf(one, client) && one.amount <= most);
  const chosen = shown.filter(({ transactionId }) => !leftOut.has(transactionId));
  const receiver = receiverOf(chosen);
  const submission = useSubmit(async (values) => {
    const input = {
      transactionIds: chosen.map(({ transactionId }) => transactionId),
      accountId: values.get('accountId') ?? '',
      executionDay: values.get('executionDay') || undefined,
    };
    try {
      const { preparePayout: batch } = await session.request(PreparePayoutDocument, { input });
      notify(t.done(batch.number));
      navigate(hrefOf('payouts', { batch: batch.payoutId }));
    } catch (error) {
      onRefused();
      throw error;
    }
  });
  const { problem } = submission;
  const form = useRef<HTMLFormElement>(null);
  // Enter prepares at once what is chosen.
  const isReady = accounts.length > 0;
  useLayoutEffect(() => {
    if (isReady) form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  }, [isReady]);
  return (
    <form ref={form} class="prepare" onSubmit={submission.submit}>
      <div class="fields">
        <Field label={t.account} name="accountId" problem={problem}>
          {(input) => (
            <select key={receiver} {...input} required>
              {accounts.map(({ accountId, title }) => (
                <option key={accountId} value={accountId} selected={accountId === receiver}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t.day} name="executionDay" problem={problem} hint={t.dayHint}>
          {(input) => <input type="date" {...input} />}
        </Field>
        <Field label={t.client} name="client" problem={undefined}>
          {(input) => (
            <select {...input} value={client} onChange={(event) => setClient(event.currentTarget.value)}>
              <option value="">{t.every}</option>
              {items.some(({ kind }) => kind === 'refund') && <option value={REFUNDS}>{t.refunds}</option>}
              {[...new Set(items.flatMap((one) => one.client ?? []))].map((appKey) => (
                <option key={appKey} value={appKey}>
                  {appKey}
                </option>
              ))}
            </select>
          )}
        </Field>
        <UpTo value={upTo} onChange={setUpTo} />
      </div>
      <p class="chosen" role="status">
        <strong>{t.chosen(formatCount(chosen.length), moneyOf(sumOf(chosen), currency))}</strong>
      </p>
      <FormActions
        submission={submission}
        label={t.submit(formatCount(chosen.length))}
        disabled={chosen.length === 0 || !isReady}
      />
      <Choice items={shown} leftOut={leftOut} onChange={setLeftOut} />
    </form>
  );
}

function UpTo({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  return (
    <Field label={payoutTexts().form.upTo} name="upTo" problem={undefined}>
      {(input) => (
        <input
          type="text"
          inputMode="decimal"
          autocomplete="off"
          {...input}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface ChoiceProps {
  readonly items: readonly Payable[];
  readonly leftOut: ReadonlySet<string>;
  readonly onChange: (leftOut: ReadonlySet<string>) => void;
}

/** The withdrawals that fit, each with a box. */
function Choice({ items, leftOut, onChange }: ChoiceProps) {
  const t = payoutTexts().form;
  const isAll = items.every(({ transactionId }) => !leftOut.has(transactionId));
  const set = (ids: readonly string[], isOut: boolean) => {
    const next = new Set(leftOut);
    for (const id of ids) {
      if (isOut) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  const columns: readonly Column<Payable>[] = [
    {
      title: t.chooseAll,
      head: (
        <input
          type="checkbox"
          aria-label={t.chooseAll}
          checked={isAll}
          onChange={() =>
            set(
              items.map(({ transactionId }) => transactionId),
              isAll,
            )
          }
        />
      ),
      cell: ({ transactionId, accountName }) => (
        <input
          type="checkbox"
          aria-label={t.choose(accountName)}
          checked={!leftOut.has(transactionId)}
          onChange={() => set([transactionId], !leftOut.has(transactionId))}
        />
      ),
    },
    { title: t.party, kind: 'name', isRowHeader: true, cell: (one) => <Payee payout={one} /> },
    { title: t.iban, cell: ({ iban }) => <Iban iban={iban} /> },
    { title: t.amount, kind: 'number', cell: ({ amount, currency }) => moneyOf(amount, currency) },
    { title: t.client, kind: 'name', cell: ({ client }) => client ?? '–' },
    { title: t.since, cell: ({ createdAt }) => formatShortTimestamp(createdAt) },
  ];
  return (
    <DataTable
      label={t.title}
      look="stacked"
      columns={columns}
      rows={items}
      keyOf={({ transactionId }) => transactionId}
    />
  );
}

function sumOf(items: readonly Payable[]): number {
  return items.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
}
