import type { z } from 'zod';
import { foldWords } from '../kernel/fold-letters.ts';
import { partyCondition } from '../reconciliation/domain/line-query.ts';
import type { StoredLine } from '../reconciliation/read-store.ts';
import { parseQuery } from '../transactions/domain/query.ts';
import type { foundPayer } from './views.ts';

type Payer = z.infer<typeof foundPayer>;

/** Returns the payers that match a query: one for each IBAN, or for each name where the bank gives no IBAN. */
export function payersOf(lines: readonly StoredLine[], query: string): Payer[] {
  const isMeant = partyCondition(parseQuery(query));
  const payers = new Map<string, Payer>();
  for (const { id, line } of lines) {
    if (line.direction !== 'credit' || !isMeant(line)) continue;
    const name = line.counterpartyName ?? line.ultimateName;
    const key = line.counterpartyIban ?? foldWords(name ?? '');
    const known = payers.get(key);
    if (known) payers.set(key, { ...known, lineCount: known.lineCount + 1 });
    else payers.set(key, { name, iban: line.counterpartyIban, lineCount: 1, lastLineId: id });
  }
  return [...payers.values()];
}
