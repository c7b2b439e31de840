import type { AccountDayFacts } from '../reconciliation/domain/account-days.ts';
import type { AccountDaysQuery } from '../reconciliation/read-store.ts';

/** The day that is read, of some accounts. Lines in other currencies are counted only. */
export interface DayFactsQuery extends Pick<AccountDaysQuery, 'currency' | 'timeZone' | 'earliestDate'> {
  /** `2026-11-28`. */
  readonly day: string;
  readonly accountIds: readonly string[];
}

export interface DayFacts {
  readonly accounts: readonly {
    readonly accountId: string;
    /** The day from which its days are put together. */
    readonly since: string;
    readonly facts: AccountDayFacts;
    /** Whether a final statement in another currency covers the day. */
    readonly hasForeignStatement: boolean;
  }[];
  /** What the service says was paid out, and no account shows. Minor units. */
  readonly unassigned: readonly { readonly count: number; readonly sumMinor: bigint }[];
  readonly scannedRows: number;
}

/** The movements that are read for an export, in the order of time. */
export interface MovementsQuery extends Pick<AccountDaysQuery, 'currency' | 'timeZone'> {
  /** Calendar days, both included. */
  readonly fromDay: string;
  readonly toDay: string;
  /** The last movement of the page before. */
  readonly after?: { readonly atMs: number; readonly eventId: string } | undefined;
  readonly limit: number;
}

/** Money of a merchant that moved: a transaction became successful, or no longer was. */
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
  /** Of the line that shows the movement, or as the operator has typed it. */
  readonly bankReference: string | null;
  /** The account of the operator; null where nothing shows it. */
  readonly accountId: string | null;
  /** Who paid a deposit, as the bank says; null where no line says it. Of a withdrawal, who was paid. */
  readonly partyName: string | null;
  readonly partyIban: string | null;
}

/** Bank fees of a day. They belong to no merchant. */
export interface FeesOfDay {
  readonly day: string;
  readonly accountId: string;
  /** Less those that the bank gave back. */
  readonly feesMinor: number;
  readonly count: number;
}
