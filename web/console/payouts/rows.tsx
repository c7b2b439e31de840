import { useState } from 'preact/hooks';
import { formatCount, printedAmount } from '../format.ts';
import { problemOf } from '../service/failures.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Iban } from '../ui/iban.tsx';
import { type BatchRowFragment, MoreRowsDocument, type WholeBatchFragment } from './gql/graphql.ts';
import { PayeeDialog } from './payee-dialog.tsx';
import { LineLink, Payee, RowState } from './words.tsx';

type Row = BatchRowFragment;

/** The states of rows for which their batch does not wait. */
const ENDED: ReadonlySet<Row['state']> = new Set(['removed', 'refused', 'paid', 'returned']);

/**
 * Returns which of these payouts their batch still waits for, as far as is known: not all of its pages may be loaded.
 */
export function stillWaiting({ all, readMore }: Rows, ids: ReadonlySet<string>): ReadonlySet<string> {
  const states = new Map(all.map(({ transactionId, state }) => [transactionId, state]));
  const couldWait = (id: string) => {
    const state = states.get(id);
    return state ? !ENDED.has(state) : readMore !== undefined;
  };
  return new Set([...ids].filter(couldWait));
}

interface RowsProps {
  readonly batch: WholeBatchFragment;
  readonly rows: Rows;
  /** Undefined while no row is chosen. */
  readonly chosen: ReadonlySet<string> | undefined;
  /** Undefined if rows cannot be chosen. */
  readonly onChoose: ((chosen: ReadonlySet<string>) => void) | undefined;
}

/** The payouts of a batch. Those that the bank has refused come first, because somebody has to act on them. */
export function BatchRows({ batch, rows: { all, isReading, readMore }, chosen, onChoose }: RowsProps) {
  const [changed, setChanged] = useState<Row>();
  const canChange = useRight('changeTransactions');
  const t = payoutTexts();
  const rows = all.toSorted((a, b) => urgencyOf(b) - urgencyOf(a) || a.rowNumber - b.rowNumber);
  const columns: Column<Row>[] = [
    { title: t.batch.row, kind: 'number', cell: ({ rowNumber }) => rowNumber },
    {
      title: t.form.party,
      kind: 'name',
      isRowHeader: true,
      cell: (row) => <Payee payout={row} />,
    },
    { title: t.form.iban, cell: ({ iban }) => <Iban iban={iban} /> },
    { title: t.form.amount, kind: 'number', cell: ({ amount }) => printedAmount(amount) },
    {
      title: t.batch.state,
      kind: 'name',
      cell: (row) => (
        <>
          <RowState state={row.state} bankReason={row.bankReason} />{' '}
          {row.lineId && <LineLink id={row.lineId} />}
          {canChange && row.state === 'refused' && (
            <button type="button" onClick={() => setChanged(row)}>
              {t.payee.action}
            </button>
          )}
        </>
      ),
    },
  ];
  if (onChoose)
    columns.unshift({
      title: t.batch.choice,
      head: <span class="visually-hidden">{t.batch.choice}</span>,
      cell: ({ transactionId, accountName, state }) =>
        ENDED.has(state) ? null : (
          <input
            type="checkbox"
            aria-label={t.batch.choose(accountName)}
            checked={chosen?.has(transactionId) ?? false}
            onChange={() => {
              const next = new Set(chosen);
              if (!next.delete(transactionId)) next.add(transactionId);
              onChoose(next);
            }}
          />
        ),
    });
  return (
    <>
      <DataTable
        label={t.batch.rows}
        columns={columns}
        rows={rows}
        keyOf={({ transactionId }) => transactionId}
      />
      {readMore && (
        <div class="actions">
          <p class="hint" role="status">
            {t.batch.moreRows(formatCount(all.length), formatCount(batch.count))}
          </p>
          <button type="button" disabled={isReading} onClick={readMore}>
            {t.batch.showMore}
          </button>
        </div>
      )}
      {changed && <PayeeDialog row={changed} onClose={() => setChanged(undefined)} />}
    </>
  );
}

function urgencyOf({ state }: Row): number {
  return Number(state === 'refused' || state === 'held' || state === 'returned');
}

/** The size of a page of rows. A shorter page is the last. */
const PAGE_ROWS = 1000;

interface Rows {
  readonly all: readonly BatchRowFragment[];
  readonly isReading: boolean;
  /** Reads the next page; undefined when all rows are there. */
  readonly readMore: (() => void) | undefined;
}

/**
 * The rows of a batch: the first page, which comes with the batch and stays live, and the pages that were requested.
 */
export function useMoreRows(batch: WholeBatchFragment): Rows {
  const { payoutId, contentHash, state, progressHash, count, rows } = batch;
  const { session, notify } = useSignedIn();
  const [isReading, setReading] = useState(false);
  // With another content or state the rows differ, and with other progress their states do.
  const version = `${contentHash} ${state} ${progressHash}`;
  const [more, setMore] = useState<{ version: string; rows: readonly BatchRowFragment[] }>();
  const all = more?.version === version ? [...rows, ...more.rows] : rows;
  const last = all.at(-1);
  const readMore = () => {
    setReading(true);
    session
      .request(MoreRowsDocument, { payoutId, after: last?.rowNumber ?? 0 })
      .then(
        ({ payoutRows }) => setMore({ version, rows: [...all.slice(rows.length), ...payoutRows] }),
        (error: unknown) => notify(problemOf(error).message),
      )
      .finally(() => setReading(false));
  };
  const isWhole = all.length === count || all.length % PAGE_ROWS !== 0;
  return { all, isReading, readMore: isWhole || !last ? undefined : readMore };
}
