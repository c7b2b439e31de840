import { hasServices, lockOutWriters } from '../engines/statements.ts';
import { readTimeZone, TIME_ZONE } from '../sql/days.ts';
import type { Database } from '../tables.ts';
import { setAccountUse, setCounters } from '../transactions/commands/set-sums.ts';
import { checkAccountUse } from '../transactions/verify/account-use.ts';
import { checkCounters } from '../transactions/verify/counters.ts';
import { setMetadata } from './commands/metadata.ts';

/** Thrown if the time zone cannot be changed, because running services count by the current one. */
export class TimeZoneInUse extends Error {
  /** The current time zone of the database. */
  readonly timeZone: string;

  constructor(timeZone: string) {
    super(`services that count by the days of ${timeZone} are running on the database`);
    this.timeZone = timeZone;
  }
}

/**
 * Changes the time zone of the database, and recounts all sums of days by it. This reads every transaction. Nothing
 * happens if the database has this time zone already.
 * @param trx a database transaction, which the caller commits.
 * @throws TimeZoneInUse if a service is running on the database.
 */
export async function changeTimeZone(trx: Database, timeZone: string): Promise<void> {
  const current = await readTimeZone(trx);
  if (current === timeZone) return;
  if (await hasServices(trx)) throw new TimeZoneInUse(current);
  await lockOutWriters(trx);
  await setMetadata(trx, { key: TIME_ZONE, value: timeZone });
  // The last day in the old zone may not have begun in the new one, and the stored day never goes back by itself.
  await trx.updateTable('bank_accounts').set({ paid_day: 0, paid_minor: 0 }).execute();
  for await (const page of checkCounters(trx)) for (const wrong of page) await setCounters(trx, wrong);
  for await (const page of checkAccountUse(trx)) for (const wrong of page) await setAccountUse(trx, wrong);
}
