import type { MatchableLine } from '../../../src/reconciliation/domain/matching/model.ts';
import { CHANNELS } from './channels.ts';
import { FORMS } from './forms.ts';
import type { Identity } from './identity.ts';
import type { Need, SceneDeposit, Truth } from './scene.ts';
import type { Stage } from './stage.ts';

/** Fills a stage. @returns false if the random numbers gave no case of the kind. */
export type Kind = (stage: Stage) => boolean;

/** A kind with its name and its share. */
export type SharedKind = readonly [share: number, name: string, kind: Kind];

export const TEXTS = CHANNELS.filter(({ isText }) => isText);
export const FIELDS = CHANNELS.filter(({ isText }) => !isText);
export const WHOLE = FORMS.filter(({ isWhole }) => isWhole);

/** The line does not show it. */
export const UNTOLD: Truth = { kind: 'untold' };

/** It can settle the deposit if the policy allows what is needed. */
export function may(deposit: SceneDeposit, ...needs: readonly Need[]): Truth {
  return { kind: 'for', deposit, needs };
}

/** It must wait; the money is for the deposit, if for any. */
export function waits(deposit: SceneDeposit | null): Truth {
  return { kind: 'waits', deposit };
}

/** Most banks print the payer's IBAN. */
export function withIban(
  { random }: Stage,
  { iban }: Identity,
  shown: Partial<MatchableLine>,
): Partial<MatchableLine> {
  return random.below(3) === 0 ? shown : { ...shown, counterpartyIban: iban };
}
