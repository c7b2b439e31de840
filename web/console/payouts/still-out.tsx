import type { FieldProblem } from '../service/field-words.ts';
import { useRight } from '../session/context.ts';
import { loadPayoutTexts, payoutTexts } from '../texts/payouts.ts';
import { CheckField } from '../ui/form.tsx';

await loadPayoutTexts();

interface StillOutProps {
  /** `paid_again` or `payout_under_way`, with the number of the batch. */
  readonly problem: FieldProblem;
}

/** Says why more money of a withdrawal may be out. An admin can say in its form that none is: `acceptStillOut`. */
export function StillOut({ problem: { code, params } }: StillOutProps) {
  const mayAccept = useRight('administer');
  const t = payoutTexts().stillOut;
  const batch = String(params.batch);
  return (
    <>
      <div class="banner" role="alert">
        <p>
          <strong>{code === 'paid_again' ? t.paidAgain(batch) : t.underWay(batch)}</strong>
        </p>
        <p>{code === 'paid_again' ? t.importReturn : t.importAnswer}</p>
        {!mayAccept && <p>{t.askAdmin}</p>}
      </div>
      {mayAccept && <CheckField label={t.accept} hint={t.acceptHint} name="acceptStillOut" checked={false} />}
    </>
  );
}
