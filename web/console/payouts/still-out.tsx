import type { FieldProblem } from '../service/field-words.ts';
import { useRight } from '../session/context.ts';
import { loadPayoutTexts, payoutTexts } from '../texts/payouts.ts';
import { CheckField } from '../ui/form.tsx';

await loadPayoutTexts();

interface StillOutProps {
  /** Whether the withdrawal is reversed, rather than ended before it was paid. */
  readonly isReversal: boolean;
  /** `paid_again` or `payout_under_way`, with the number of the batch where there is one. */
  readonly problem: FieldProblem;
}

/** Says why more money of a withdrawal may be out. An admin who reverses it can say in its form that none is: `acceptStillOut`. */
export function StillOut({ isReversal, problem: { code, params } }: StillOutProps) {
  const isAdmin = useRight('administer');
  const canAccept = isReversal && isAdmin;
  const t = payoutTexts().stillOut;
  const batch = String(params.batch);
  const paidAgain = params.batch === undefined ? t.paidByHand : t.paidAgain(batch);
  return (
    <>
      <div class="banner" role="alert">
        <p>
          <strong>{code === 'paid_again' ? paidAgain : t.underWay(batch)}</strong>
        </p>
        <p>{code === 'paid_again' ? t.importReturn : t.importAnswer}</p>
        {isReversal && !isAdmin && <p>{t.askAdmin}</p>}
      </div>
      {canAccept && <CheckField label={t.accept} hint={t.acceptHint} name="acceptStillOut" checked={false} />}
    </>
  );
}
