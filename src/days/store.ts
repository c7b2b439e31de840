import type { AccountDayFacts } from '../reconciliation/domain/account-days.ts';
import type { AccountDaysQuery } from '../reconciliation/read-store.ts';

/** A query for the facts of one day of some accounts. Lines in other currencies are only counted. */
export interface DayFactsQuery extends Pick<AccountDaysQuery, 'currency' | 'timeZone' | 'earliestDate'> {
  /** `2026-11-28`. */
  readonly day: string;
  readonly accountIds: readonly string[];
}

export interface DayFacts {
  readonly accounts: readonly {
    readonly accountId: string;
    /** The first day of the facts: the day itself, or an earlier one with a stated balance. */
    readonly since: string;
    readonly facts: AccountDayFacts;
    /** Whether a final statement in another currency covers the day. */
    readonly hasForeignStatement: boolean;
  }[];
  /** What was paid out according to the service, but is shown by no account. In minor units. */
  readonly unassigned: readonly { readonly count: number; readonly sumMinor: bigint }[];
  readonly scannedRows: number;
}

/** A query for a page of the movements of an export, in the order of time. */
export interface MovementsQuery extends Pick<AccountDaysQuery, 'currency' | 'timeZone'> {
  /** Calendar days, both inclusive. */
  readonly fromDay: string;
  readonly toDay: string;
  /** The last movement of the previous page. */
  readonly after?: { readonly atMs: number; readonly eventId: string } | undefined;
  readonly limit: number;
}

/** A movement of a merchant's money: a transaction became successful, or ceased to be. */
export interface Movement {
  readonly eventId: string;
  readonly atMs: number;
  /** `2026-11-28`, in the zone of the service. */
  readonly day: string;
  readonly kind: 'paid' | 'reversed';
  readonly type: 'deposit' | 'withdrawal';
  /** Above zero. */
  readonly amountMinor: number;
  readonly merchant: { readonly slug: string; readonly name: string };
  readonly transactionId: string;
  readonly processId: string;
  readonly userId: string;
  readonly reference: string | null;
  /** The reference on the line that shows the movement, or the one that the operator typed. */
  readonly bankReference: string | null;
  /** The operator's account that the money moved on; null if nothing shows it. */
  readonly accountId: string | null;
  /** The payer of a deposit according to the bank, null if no line names one; the payee of a withdrawal. */
  readonly partyName: string | null;
  readonly partyIban: string | null;
}

/** Bank fees of a day. They belong to no merchant. */
export interface FeesOfDay {
  readonly day: string;
  readonly accountId: string;
  /** The fees minus those that the bank gave back. */
  readonly feesMinor: number;
  readonly count: number;
}
