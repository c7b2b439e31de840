import type { Problem } from '../service/failures.ts';
import type { FieldProblem } from '../service/field-words.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { useProblem } from '../ui/form.tsx';

interface NamedPayee {
  readonly transactionId: string;
  readonly accountName: string;
}

export interface RefusalsProps {
  /** The failure; by default that of the form. */
  readonly problem?: Problem | undefined;
  /** The payouts of the request, for the names of their payees. */
  readonly payouts: readonly NamedPayee[];
}

/** Says why the service has refused a batch, unless a field of the form says it: one sentence for each withdrawal. */
export function Refusals({ problem: given, payouts }: RefusalsProps) {
  const own = useProblem();
  const problem = given ?? own;
  const sentences = (problem?.problems ?? []).filter(isAboutNoField).map((one) => {
    const { transactionId, reason } = one.params;
    const named = payouts.find((payout) => payout.transactionId === transactionId);
    const words = one.code === 'unfit_for_payout' && payoutTexts().unfit[String(reason)];
    return words
      ? `${named?.accountName ?? String(transactionId)}: ${words}`
      : (problem?.fields[one.path] ?? one.message);
  });
  if (sentences.length === 0) return null;
  return (
    <ul class="refusals field-problem">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** The batch is named by the page, and the withdrawals by boxes. */
function isAboutNoField({ path }: FieldProblem): boolean {
  return path === 'payoutId' || path.startsWith('transactionIds');
}
