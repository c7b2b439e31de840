import { groupBy, groupByEach } from '../group-by.ts';
import { BANK_WORDS } from './bank-words.ts';
import type { FactIndex, ReadLine } from './fact-index.ts';
import type { WithdrawalFacts } from './model.ts';
import type { Name } from './names.ts';

/** The most payees that money out is compared with. Where more have its words, it explains nothing. */
const MOST_PAYEES = 1_000;
/** Those who get the withdrawals of one amount that are paid, or can be by now. */
export interface Payees {
  /** Each payee once, whose account or all words of whose name are those of money out; none where these are too many. */
  of(debit: ReadLine): readonly WithdrawalFacts[];
}

const known = new WeakMap<FactIndex, Map<number, Payees>>();

/** The payees of the withdrawals of an amount. They are looked up by account and words, because all of them can be many. */
export function payeesOf(amountMinor: number, index: FactIndex): Payees {
  const ofIndex = known.get(index) ?? new Map<number, Payees>();
  known.set(index, ofIndex);
  const payees = ofIndex.get(amountMinor) ?? indexPayees(amountMinor, index);
  ofIndex.set(amountMinor, payees);
  return payees;
}

function indexPayees(amountMinor: number, index: FactIndex): Payees {
  const paid = (index.withdrawalsByAmount.get(amountMinor) ?? []).filter(isPaid);
  const payees = [...new Map(paid.map((one) => [JSON.stringify([one.iban, one.name]), one])).values()];
  const payeesByIban = groupBy(payees, ({ iban }) => iban ?? '');
  const tokensOf = (payee: WithdrawalFacts) => index.nameOf(payee)?.tokens ?? [];
  const sharing = groupByEach(payees, (payee) => new Set(tokensOf(payee)));
  // The rarest word of a name is that of the fewest other payees.
  const byWord = groupBy(payees, (payee) =>
    rarest(tokensOf(payee), (token) => sharing.get(token)?.length ?? 0),
  );
  const ofDebit = new WeakMap<ReadLine, readonly WithdrawalFacts[]>();
  return {
    of(debit) {
      const found = ofDebit.get(debit) ?? find(debit);
      ofDebit.set(debit, found);
      return found;
    },
  };

  function find({ line, reading }: ReadLine): readonly WithdrawalFacts[] {
    const words = new Set([...reading.text.all, ...(reading.name?.tokens ?? [])]);
    const found = new Set(line.counterpartyIban === null ? [] : payeesByIban.get(line.counterpartyIban));
    let compared = found.size;
    for (const word of words) {
      const likely = byWord.get(word) ?? [];
      compared += likely.length;
      if (compared > MOST_PAYEES) return [];
      for (const payee of likely) if (tokensOf(payee).every((token) => words.has(token))) found.add(payee);
    }
    return compared > MOST_PAYEES ? [] : [...found];
  }
}

/** Whether a withdrawal is paid, or can be by now. */
function isPaid({ state }: WithdrawalFacts): boolean {
  return state === 'pending' || state === 'successful';
}

/** Whether banks write none of the words of a name themselves. */
export function isOfPerson(name: Name | null): boolean {
  return name?.tokens.every((word) => !BANK_WORDS.has(word)) ?? false;
}

function rarest(tokens: readonly string[], countOf: (token: string) => number): string {
  return [...tokens].sort((a, b) => countOf(a) - countOf(b))[0] ?? '';
}
