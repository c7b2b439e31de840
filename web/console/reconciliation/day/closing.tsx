import { formatCount, formatTimestamp } from '../../format.ts';
import { hrefOf } from '../../router.ts';
import { useRight } from '../../session/context.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import type { WholeDayFragment } from '../gql/graphql.ts';
import { nameOf, shownValue } from './words.ts';

interface PanelProps {
  readonly found: WholeDayFragment;
  readonly onClose: () => void;
}

/** Who has closed the day and what has changed since, or that nobody has, with the button that closes it. */
export function ClosingPanel({ found, onClose }: PanelProps) {
  const { day: t } = reconciliationTexts();
  const canClose = useRight('changeTransactions');
  const { closings, changes, total, shownClosing, day } = found;
  const [newest] = closings;
  const shown = closings.find(({ number }) => number === shownClosing) ?? newest;
  const isOff = changes.length > 0;
  return (
    <section class={`closing${isOff ? ' changed' : ''}`} aria-label={t.day}>
      {shownClosing != null && (
        <p>
          <strong>{t.shown(formatCount(shownClosing))}</strong>{' '}
          <a href={hrefOf('reconciliation', { view: 'days', day })}>{t.toNow}</a>
        </p>
      )}
      {shown ? (
        <ClosingFacts closing={shown} />
      ) : (
        <p>
          {t.open} {total.missingCount > 0 && t.openMissing(formatCount(total.missingCount))}
        </p>
      )}
      {newest && shownClosing == null && <p>{isOff ? t.changed : t.unchanged}</p>}
      {isOff && <Changes found={found} changes={changes} before={t.changeColumns.closed} />}
      {canClose && shownClosing == null && (
        <button type="button" class={newest && !isOff ? undefined : 'primary'} onClick={onClose}>
          {newest ? t.closeAgain : t.close}
        </button>
      )}
      {closings.length > 1 && (
        <details>
          <summary>{t.closings}</summary>
          <ul>
            {closings.map(({ number, closedBy, closedAt, note, reason }) => (
              <li key={number}>
                <a href={hrefOf('reconciliation', { view: 'days', day, closing: String(number) })}>
                  {t.closing(formatCount(number))}
                </a>
                : <bdi>{closedBy}</bdi>, {formatTimestamp(closedAt)}
                {[note, reason].map(
                  (text, index) =>
                    text && (
                      <div key={index === 0 ? 'note' : 'reason'}>
                        {index === 0 ? t.note : t.reason}: <bdi>{text}</bdi>
                      </div>
                    ),
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** Who has closed a day, with the texts. */
export function ClosingFacts({ closing }: { readonly closing: WholeDayFragment['closings'][number] }) {
  const { day: t } = reconciliationTexts();
  const { closedBy, closedAt, note, reason } = closing;
  return (
    <dl>
      <dt>
        <strong>{t.closedBy(closedBy, formatTimestamp(closedAt))}</strong>
      </dt>
      {note && (
        <dd>
          {t.note}: <bdi>{note}</bdi>
        </dd>
      )}
      {reason && (
        <dd>
          {t.reason}: <bdi>{reason}</bdi>
        </dd>
      )}
    </dl>
  );
}

interface ChangesProps {
  readonly found: WholeDayFragment;
  readonly changes: WholeDayFragment['changes'];
  /** The title of the column with the earlier figures. */
  readonly before: string;
}

/** Figures that have changed. */
export function Changes({ found: { accounts }, changes, before }: ChangesProps) {
  const { day: t } = reconciliationTexts();
  const names = new Map(accounts.map((account) => [account.accountId, nameOf(account)]));
  return (
    <div class="table-frame">
      <table>
        <thead>
          <tr>
            <th scope="col">{t.changeColumns.account}</th>
            <th scope="col">{t.changeColumns.figure}</th>
            <th scope="col" class="number">
              {before}
            </th>
            <th scope="col" class="number">
              {t.changeColumns.now}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ accountId, figure, closed, now }, index) => (
            <tr key={`${accountId} ${figure}`}>
              <td>
                {accountId == null
                  ? '–'
                  : accountId !== changes[index - 1]?.accountId && (names.get(accountId) ?? accountId)}
              </td>
              <td>{t.figures[figure]}</td>
              <td class="number">{shownValue(figure, closed)}</td>
              <td class="number">
                <strong>{shownValue(figure, now)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
