import type { LineDecision, MatchFacts } from './model.ts';

/** An account from which a user has paid, and the line that shows it. */
interface TaughtPayer {
  readonly lineId: string;
  readonly transactionId: string;
  readonly clientId: string;
  readonly userId: string;
  readonly iban: string;
}

const BY_REFERENCE: readonly string[] = ['reference-exact', 'reference-tolerance', 'reference-late'];

/** The payers whose accounts lines have shown that a reference matched, one for each of these lines. */
export function payersTaughtBy(
  { lines, deposits }: MatchFacts,
  decisions: readonly (Pick<LineDecision, 'lineId' | 'action'> & { readonly rule: string })[],
): readonly TaughtPayer[] {
  const ibanOf = new Map(lines.map(({ lineId, line }) => [lineId, line.counterpartyIban]));
  const depositOf = new Map(deposits.map((deposit) => [deposit.transactionId, deposit]));
  return decisions.flatMap(({ lineId, action, rule }) => {
    if (action === null || !BY_REFERENCE.includes(rule)) return [];
    const iban = ibanOf.get(lineId);
    const deposit = depositOf.get(action.transactionId);
    if (!iban || !deposit) return [];
    const { transactionId, clientId, userId } = deposit;
    return [{ lineId, transactionId, clientId, userId, iban }];
  });
}
