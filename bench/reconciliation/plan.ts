import type { MatchableLine } from '../../src/reconciliation/domain/matching/model.ts';
import type { Person } from './people.ts';

/** A deposit as its client asks for it. */
export interface PlannedDeposit {
  readonly transactionId: string;
  readonly clientId: string;
  readonly userId: string;
  readonly person: Person;
  readonly bankAccountId: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly reference: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Null if nobody cancels it. */
  readonly cancelledAtMs: number | null;
}

export interface PlannedWithdrawal {
  readonly transactionId: string;
  readonly clientId: string;
  readonly person: Person;
  readonly currency: string;
  readonly amountMinor: number;
  readonly createdAtMs: number;
  readonly queryNumber: string;
}

/** Why a line is there: what somebody did, not what it looks like. */
export type Story =
  | 'right reference'
  | 'third party, right reference'
  | 'no reference'
  | 'third party, no reference'
  | 'wrong character'
  | 'cut reference'
  | "another's reference"
  | "another's reference, unnamed"
  | 'two references, one old'
  | 'one for several'
  | 'part'
  | 'too much'
  | 'small difference'
  | 'twice'
  | 'twice, no reference'
  | 'late'
  | 'late, no reference'
  | 'after cancel'
  | 'wrong account'
  | 'taken back'
  | 'take-back'
  | 'pending'
  | 'announced, stated late'
  | 'payout'
  | 'payout back'
  | 'payout back, unmarked'
  | 'fee'
  | 'nobody';

export interface PlannedLine {
  readonly lineId: string;
  readonly bankAccountId: string;
  readonly atMs: number;
  readonly line: MatchableLine;
  readonly story: Story;
  /** The deposits that the money is for; empty for other money. */
  readonly paysFor: readonly string[];
  /** The deposits that anybody could know if nothing on the line names the payer; undefined if they are the same. */
  readonly paysForUnnamed?: readonly string[];
  /** Whether it can settle automatically. Money for several deposits, or for none, cannot. */
  readonly canSettle: boolean;
  /** The time when the money goes back; null if it stays. */
  readonly takenBackAtMs: number | null;
  /** The pending line that becomes this one. */
  readonly replaces: string | null;
}

/** Everything that happens in a desk's days, in the order of time. */
export interface Days {
  readonly deposits: readonly PlannedDeposit[];
  readonly withdrawals: readonly PlannedWithdrawal[];
  readonly lines: readonly PlannedLine[];
  readonly startMs: number;
  readonly endMs: number;
}

/** What a desk gets at one time. */
export interface Received {
  /** The lines that did not come before. */
  readonly lines: readonly PlannedLine[];
  /** The pending lines, among these or earlier ones, whose booked line has come. */
  readonly replacedIds: readonly string[];
}

/** Where a desk gets its lines from. */
export interface LineSource {
  receive(nowMs: number): Received;
}

/** A line as a bank writes it. */
export type WrittenLine = Pick<PlannedLine, 'lineId' | 'line'>;

/** A statement that a bank makes of an account. */
export interface BankStatement {
  readonly iban: string;
  readonly currency: string;
  readonly number: number;
  readonly openingMinor: number;
  /** The earliest first. */
  readonly lines: readonly WrittenLine[];
}
