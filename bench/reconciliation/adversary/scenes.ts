import { makeReference, referenceIn } from '../../../src/transactions/domain/reference.ts';
import { createRandom, type Random } from '../../../test/support/random.ts';
import { KINDS_OF_ENTRIES } from './kinds-of-entries.ts';
import { KINDS_OF_MONEY_OUT } from './kinds-of-money-out.ts';
import { KINDS_OF_OTHERS } from './kinds-of-others.ts';
import { KINDS_OF_OWN } from './kinds-of-own.ts';
import { KINDS_OF_PAYMENTS } from './kinds-of-payments.ts';
import type { Scene } from './scene.ts';
import { type Naming, Stage } from './stage.ts';

const KINDS = [
  ...KINDS_OF_OWN,
  ...KINDS_OF_OTHERS,
  ...KINDS_OF_PAYMENTS,
  ...KINDS_OF_MONEY_OUT,
  ...KINDS_OF_ENTRIES,
];
const SHARES = KINDS.reduce((sum, [share]) => sum + share, 0);
const FIRST_AMOUNT_MINOR = 10_000;
const AMOUNT_STEP_MINOR = 5;

/** The day on which all lines are booked. */
export const DAY = '2026-11-22';

/**
 * Makes scene number `index` of a seed: the same one whatever ids the deposits have, and however many scenes are made.
 */
export function makeScene(seed: number, index: number, naming: Omit<Naming, 'amountMinor'>): Scene {
  const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const amountMinor = FIRST_AMOUNT_MINOR + AMOUNT_STEP_MINOR * index;
  for (;;) {
    const [, name, kind] = pickKind(random);
    const stage = new Stage(random, { ...naming, amountMinor });
    if (kind(stage)) return stage.scene(name);
  }
}

function pickKind(random: Random) {
  let left = random.below(SHARES);
  for (const kind of KINDS) {
    left -= kind[0];
    if (left < 0) return kind;
  }
  throw new RangeError('the shares of the kinds do not add up');
}

/** Invented ids and references. */
export function madeUp(seed: number, currency: string): Omit<Naming, 'amountMinor'> {
  const random = createRandom(seed + 77);
  const references: string[] = [];
  return {
    currency,
    day: DAY,
    transactionId: (index) =>
      `66d3b000${seed.toString(16).padStart(6, '0')}${index.toString(16).padStart(10, '0')}`,
    reference: (index) => {
      while (references.length <= index)
        references.push(referenceIn(currency, makeReference(random.below(2 ** 31))));
      return references[index] ?? '';
    },
  };
}
