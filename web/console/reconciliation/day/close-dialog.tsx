import { useState } from 'preact/hooks';
import { failureOf } from '../../../../src/client/failure.ts';
import { formatDay } from '../../format.ts';
import { useSignedIn } from '../../session/context.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { Field, TextField } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { Values } from '../../ui/use-submit.ts';
import { CloseDayDocument, type WholeDayFragment } from '../gql/graphql.ts';
import { Changes, ClosingFacts } from './closing.tsx';
import { changesBetween, nameOf } from './words.ts';

interface DialogProps {
  /** The figures that the person sees: exactly these are stored. */
  readonly found: WholeDayFragment;
  readonly onClosed: () => void;
  readonly onBack: () => void;
  /** Reads the day again, because what the dialog shows is outdated. */
  readonly onStale: () => void;
}

/** Asks for the note of a closing, and for a reason if figures are missing. */
export function CloseDialog({ found, onClosed, onBack, onStale }: DialogProps) {
  const { session, notify } = useSignedIn();
  const { day: t } = reconciliationTexts();
  const { day, figuresHash, accounts, closings } = found;
  // The day as it was when the service refused it.
  const [seen, setSeen] = useState<WholeDayFragment>();
  const missing = accounts.flatMap((account) =>
    account.missing == null ? [] : [`${nameOf(account)} (${t.missing[account.missing]})`],
  );
  const close = async (values: Values) => {
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
  };
  return (
    <FormDialog title={t.closeTitle(formatDay(day))} label={t.close} action={close} onClose={onBack}>
      {seen && <WhatIsNew seen={seen} found={found} />}
      {missing.length === 0 ? (
        <p class="hint">{t.closeHint}</p>
      ) : (
        <>
          <p class="late">{t.closeMissing(missing.join(', '))}</p>
          <TextField label={t.reason} name="reason" required autofocus />
        </>
      )}
      <Field label={t.note} name="note">
        {(input) => <input type="text" autocomplete="off" autofocus={missing.length === 0} {...input} />}
      </Field>
    </FormDialog>
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
