import { DAY_MS, pay, type Town } from './payment.ts';
import { randomIban } from './people.ts';
import type { PlannedDeposit, PlannedLine } from './plan.ts';
import { nothing } from './stories.ts';

/** Sometimes money of strangers, at about the time of a deposit. */
export function strangers(town: Town, deposit: PlannedDeposit): readonly PlannedLine[] {
  if (town.random.below(12) > 0) return [];
  return [strangersLine(town, deposit.createdAtMs + town.random.below(DAY_MS), deposit)];
}

/**
 * Money of people who owe nothing. Some have the name of a payer, and some pay the amount of a payer. Both together
 * occur only with a round amount, because nothing could distinguish a namesake with the same odd amount from the payer.
 */
function strangersLine(town: Town, atMs: number, d: PlannedDeposit): PlannedLine {
  const { random } = town;
  const isNamesake = random.below(3) === 0;
  const payer = isNamesake ? { ...d.person, iban: randomIban(random) } : random.pick(town.people);
  const isSame = random.below(3) === 0 && (!isNamesake || d.amountMinor % 100 === 0);
  const amountMinor = isSame ? d.amountMinor : 100 * (1 + random.below(50_000));
  const text = nothing(town, d);
  return pay(town, d, { story: 'nobody', atMs, payer, text, amountMinor, paysFor: [], canSettle: false });
}
