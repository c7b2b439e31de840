import { hashFigures } from '../../src/days/domain/figures.ts';
import type { DisagreementOf } from '../../src/maintenance/domain/disagreements.ts';
import type { FoundDisagreements } from '../maintenance/verify/wrong-rows.ts';
import type { Database } from '../tables.ts';
import { closingFromRow } from './rows.ts';

const PAGE_SIZE = 100;

/**
 * Checks that the figures of each closing match its hash and day, and that the closings of a day are numbered without a
 * gap.
 */
export async function* checkClosings(db: Database): FoundDisagreements<'day-closing'> {
  let last = { day: '', number: 0 };
  for (;;) {
    const { day, number } = last;
    const page = await db
      .selectFrom('day_closings')
      .selectAll()
      .where((eb) => eb.or([eb('day', '>', day), eb.and([eb('day', '=', day), eb('number', '>', number)])]))
      .orderBy('day')
      .orderBy('number')
      .limit(PAGE_SIZE)
      .execute();
    const found: DisagreementOf<'day-closing'>[] = [];
    for (const row of page) {
      const { figures, figuresHash, ...closing } = closingFromRow(row);
      const isNext = closing.number === (closing.day === last.day ? last.number + 1 : 1);
      const isAsSeen = figures.day === closing.day && hashFigures(figures) === figuresHash;
      if (!isNext || !isAsSeen) found.push({ kind: 'day-closing', day: closing.day, number: closing.number });
      last = closing;
    }
    yield found;
    if (page.length < PAGE_SIZE) return;
  }
}
