import { hasServices, lockOutWriters } from '../engines/statements.ts';
import { readTimeZone, TIME_ZONE } from '../sql/days.ts';
import type { Database } from '../tables.ts';
import { setAccountUse, setCounters } from '../transactions/commands/set-sums.ts';
import { checkAccountUse } from '../transactions/verify/account-use.ts';
import { checkCounters } from '../transactions/verify/counters.ts';
import { setMetadata } from './commands/metadata.ts';

/** The time zone cannot be changed now, because running services count by that of the database. */
export class TimeZoneInUse extends Error {
  /** The current time zone of the database. */
  readonly timeZone: string;

  constructor(timeZone: string) {
    super(`services that count by the days of ${timeZone} run on the database`);
    this.timeZone = timeZone;
  }
}

/**
 * Counts everything again by the days of another time zone, inside one transaction. It reads every transaction.
 * @throws TimeZoneInUse when another service runs on the database.
 */
export async function countByDaysOf(trx: Database, timeZone: string): Promise<void> {
  const known = await readTimeZone(trx);
  if (known === timeZone) return;
  if (await hasServices(trx)) throw new TimeZoneInUse(known);
  await lockOutWriters(trx);
  await setMetadata(trx, { key: TIME_ZONE, value: timeZone });
  // The last day of the other zone may not have begun in this one, and a day never goes back.
  await trx.updateTable('bank_accounts').set({ paid_day: 0, paid_minor: 0 }).execute();
  for await (const page of checkCounters(trx)) for (const wrong of page) await setCounters(trx, wrong);
  for await (const page of checkAccountUse(trx)) for (const wrong of page) await setAccountUse(trx, wrong);
}
