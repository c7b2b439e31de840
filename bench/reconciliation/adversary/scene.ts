import type { MatchableLine } from '../../../src/reconciliation/domain/matching/model.ts';
import type { Identity } from './identity.ts';

/** What a policy must allow for a line to settle by itself. */
export type Need = 'otherPayer' | 'less' | 'more' | 'late';

export interface SceneDeposit {
  /** Its number in the scene. Whoever plays the scene assigns the id and the reference. */
  readonly index: number;
  readonly transactionId: string;
  readonly reference: string;
  readonly owner: Identity;
  readonly amountMinor: number;
  readonly accountIndex: number;
  readonly state: 'pending' | 'expired' | 'cancelled' | 'settled';
  /** The deposit of the same user that is older. */
  readonly isOf?: SceneDeposit;
}

export interface SceneWithdrawal {
  readonly transactionId: string;
  readonly payee: Identity;
  readonly amountMinor: number;
}

/** What may become of a line, given what really happened. */
export type Truth =
  /** It may settle this deposit where the policy allows all that is needed. */
  | { readonly kind: 'for'; readonly deposit: SceneDeposit; readonly needs: readonly Need[] }
  /** It must wait, whatever the policy; the money is for this deposit, if for any. */
  | { readonly kind: 'waits'; readonly deposit: SceneDeposit | null }
  /** The line does not show it: no outcome is wrong, and none is counted. */
  | { readonly kind: 'untold' };

export interface SceneLine {
  readonly line: MatchableLine;
  readonly accountIndex: number;
  readonly truth: Truth;
  /** The payer's own name in a form that a person recognises, with a correct reference. */
  readonly isRecognisable: boolean;
  /** The form of the name, or what else is special about it. */
  readonly detail: string;
  /** False for lines that only support others: their outcome is not counted. */
  readonly isCounted: boolean;
}

/** A few deposits and the lines that touch them. Scenes have nothing to do with each other. */
export interface Scene {
  readonly kind: string;
  readonly currency: string;
  /** The day on which the lines are booked. */
  readonly day: string;
  readonly deposits: readonly SceneDeposit[];
  readonly withdrawals: readonly SceneWithdrawal[];
  readonly lines: readonly SceneLine[];
}
