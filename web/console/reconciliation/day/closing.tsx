import { useState } from 'preact/hooks';
import { failureOf } from '../../../../src/client/failure.ts';
import { formatCount, formatDay, formatTimestamp } from '../../format.ts';
import { hrefOf } from '../../router.ts';
import { useRight, useSignedIn } from '../../session/context.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FormActions, TextField } from '../../ui/form.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { CloseDayDocument, type WholeDayFragment } from '../gql/graphql.ts';
import { changesBetween, nameOf, shownValue } from './words.ts';

interface PanelProps {
  readonly found: WholeDayFragment;
  readonly onClose: () => void;
}

/** Who has closed the day and what has changed since, or that nobody has, with the button that closes it. */
export function ClosingPanel({ found, onClose }: PanelProps) {
  const { day: t } = reconciliationTexts();
  const mayClose = useRight('changeTransactions');
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
      {mayClose && shownClosing == null && (
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

function ClosingFacts({ closing }: { readonly closing: WholeDayFragment['closings'][number] }) {
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

function Changes({ found: { accounts }, changes, before }: ChangesProps) {
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

interface DialogProps {
  /** What the person sees: exactly these figures are stored. */
  readonly found: WholeDayFragment;
  readonly onClosed: () => void;
  readonly onBack: () => void;
  /** Reads the day again: what the dialog shows is no longer so. */
  readonly onStale: () => void;
}

/** Asks for the note of a closing, and for a reason where figures are missing. */
export function CloseDialog({ found, onClosed, onBack, onStale }: DialogProps) {
  const { session, notify } = useSignedIn();
  const { day: t } = reconciliationTexts();
  const { day, figuresHash, accounts, closings } = found;
  // The day as it was when the service refused it.
  const [seen, setSeen] = useState<WholeDayFragment>();
  const missing = accounts.flatMap((account) =>
    account.missing == null ? [] : [`${nameOf(account)} (${t.missing[account.missing]})`],
  );
  const submission = useSubmit(async (values) => {
    const given = (name: string) => values.get(name)?.trim() || null;
    const lastClosing = closings[0]?.number ?? 0;
    const terms = { day, figuresHash, lastClosing, note: given('note'), reason: given('reason') };
    try {
      await session.request(CloseDayDocument, terms);
    } catch (error) {
      if (failureOf(error)?.code !== 'error_stale_sequence') throw error;
      setSeen(found);
      return onStale();
    }
    notify(t.wasClosed(formatDay(day)));
    onClosed();
  });
  const { problem } = submission;
  return (
    <Dialog title={t.closeTitle(formatDay(day))} onClose={onBack}>
      <form onSubmit={submission.submit}>
        {seen && <WhatIsNew seen={seen} found={found} />}
        {missing.length === 0 ? (
          <p class="hint">{t.closeHint}</p>
        ) : (
          <>
            <p class="late">{t.closeMissing(missing.join(', '))}</p>
            <TextField label={t.reason} name="reason" problem={problem} required autofocus />
          </>
        )}
        <Field label={t.note} name="note" problem={problem}>
          {(input) => <input type="text" autocomplete="off" autofocus={missing.length === 0} {...input} />}
        </Field>
        <FormActions submission={submission} label={t.close} onCancel={onBack} />
      </form>
    </Dialog>
  );
}

/** What has changed while the dialog was open. */
function WhatIsNew({ seen, found }: { readonly seen: WholeDayFragment; readonly found: WholeDayFragment }) {
  const { day: t } = reconciliationTexts();
  const changes = changesBetween(seen, found);
  const [newest] = found.closings;
  return (
    <div role="alert">
      {newest && newest.number !== seen.closings[0]?.number && <ClosingFacts closing={newest} />}
      {changes.length > 0 && (
        <>
          <p class="late">{t.changedMeanwhile}</p>
          <Changes found={found} changes={changes} before={t.changeColumns.seen} />
        </>
      )}
    </div>
  );
}
