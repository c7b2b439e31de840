import { useState } from 'preact/hooks';
import { readDay, typedEdge } from '../../date-time.ts';
import { formatCount, formatDay } from '../../format.ts';
import { changeParams, hrefOf, navigate, useRoute } from '../../router.ts';
import { FormError } from '../../service/failures.ts';
import { useRight, useSignedIn } from '../../session/context.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { texts } from '../../texts/texts.ts';
import { dayOf } from '../../time-zone.ts';
import { brandName } from '../../ui/brand.tsx';
import { Form, TextField } from '../../ui/form.tsx';
import { Async, Empty } from '../../ui/states.tsx';
import { useLoad } from '../../ui/use-load.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { addDays, signed } from '../day-values.ts';
import { DayDocument, type WholeDayFragment } from '../gql/graphql.ts';
import { CloseDialog } from './close-dialog.tsx';
import { ClosingPanel } from './closing.tsx';
import { MovementsExport } from './export.tsx';
import { AccountsTable } from './table.tsx';

/** A day of all accounts: what came in and went out, what is missing, and who has closed it. */
export function DayPage() {
  const { session } = useSignedIn();
  const { params } = useRoute();
  const { day: t } = reconciliationTexts();
  const today = dayOf(Date.now());
  const day = params.get('day') ?? addDays(today, -1);
  const closing = Number(params.get('closing')) || undefined;
  const loaded = useLoad<WholeDayFragment>(
    `day ${day} ${closing}`,
    async () => (await session.request(DayDocument, { day, ...(closing && { closing }) })).day,
  );
  const isLast = day >= today;
  useShortcuts({
    ArrowLeft: () => navigate(hrefOfDay(addDays(day, -1))),
    ArrowRight: () => isLast || navigate(hrefOfDay(addDays(day, 1))),
    p: () => print(),
  });
  // The bar stays while another day is read, and so does the focus on its links.
  return (
    <div class="whole-day">
      <DayBar day={day} isLast={isLast} />
      <Async what={t.what} loaded={loaded}>
        {(found) => <WholeDay key={found.day} found={found} onChanged={loaded.reload} />}
      </Async>
    </div>
  );
}

interface DayProps {
  readonly found: WholeDayFragment;
  readonly onChanged: () => void;
}

function WholeDay({ found, onChanged }: DayProps) {
  const { day: t } = reconciliationTexts();
  const [isClosing, setClosing] = useState(false);
  const canClose = useRight('changeTransactions') && found.shownClosing == null;
  const { day, accounts, unassigned, unassignedCount, currency } = found;
  useShortcuts({
    c: () => canClose && accounts.length > 0 && setClosing(true),
  });
  const end = () => {
    setClosing(false);
    onChanged();
  };
  return (
    <>
      <p class="on-paper paper-head">
        <strong>{brandName()}</strong> · {t.title(formatDay(day))} · {currency}
      </p>
      {accounts.length === 0 ? (
        <Empty title={t.noAccounts}>
          {t.noAccountsHint} <a href={hrefOf('reconciliation')}>{t.import}</a>
        </Empty>
      ) : (
        <>
          <AccountsTable found={found} />
          {unassignedCount !== 0 && (
            <p class="late">{t.unassigned(signed(unassigned, currency), formatCount(unassignedCount))}</p>
          )}
          <ClosingPanel found={found} onClose={() => setClosing(true)} />
        </>
      )}
      <p class="hint">{t.legend}</p>
      <MovementsExport day={day} />
      <SignatureLine found={found} />
      {isClosing && <CloseDialog found={found} onClosed={end} onBack={end} onStale={onChanged} />}
    </>
  );
}

const hrefOfDay = (day: string) => hrefOf('reconciliation', { view: 'days', day });

interface BarProps {
  readonly day: string;
  /** Whether the next day has not begun. */
  readonly isLast: boolean;
}

/** Links to other days, and the print button. */
function DayBar({ day, isLast }: BarProps) {
  const { day: t, days } = reconciliationTexts();
  const submission = useSubmit(async (values) => {
    const found = readDay(values.get('day')?.trim() ?? '');
    if (found === undefined) throw new FormError({ day: days.badDay });
    changeParams({ day: found, closing: undefined });
  });
  return (
    <div class="toolbar day-bar">
      <nav class="switch" aria-label={t.day}>
        <a href={hrefOfDay(addDays(day, -1))}>{t.earlier}</a>
        <a href={hrefOf('reconciliation', { view: 'days' })}>{t.yesterday}</a>
        {isLast ? (
          // biome-ignore lint/a11y/useValidAnchor: a link that leads nowhere keeps the focus that it had.
          <a role="link" aria-disabled="true" tabIndex={0}>
            {t.later}
          </a>
        ) : (
          <a href={hrefOfDay(addDays(day, 1))}>{t.later}</a>
        )}
      </nav>
      <Form class="range" key={day} submission={submission}>
        <TextField
          label={t.day}
          name="day"
          placeholder={texts().ui.dateForm}
          defaultValue={typedEdge(day, 'from')}
          isSelectedOnFocus
        />
        <button type="submit">{days.show}</button>
      </Form>
      <button type="button" class="end" onClick={() => print()}>
        {t.print}
      </button>
      <p class="hint keys for-keys">{t.keys}</p>
    </div>
  );
}

/** Who has closed the day, and a line to sign on. It is only on paper. */
function SignatureLine({ found: { closings, shownClosing } }: Pick<DayProps, 'found'>) {
  const { day: t } = reconciliationTexts();
  const shown = closings.find(({ number }) => number === shownClosing) ?? closings[0];
  return (
    <p class="on-paper signature">
      <span>
        {t.signedBy}: <bdi>{shown?.closedBy ?? t.notClosed}</bdi>
      </span>
      <span>{t.signature}:</span>
    </p>
  );
}
