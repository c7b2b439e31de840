import { makeReference, referenceIn } from '../../../src/transactions/domain/reference.ts';
import { mistype } from '../typing.ts';
import { anybody, pairOf } from './identity.ts';
import { may, type SharedKind, WHOLE, waits } from './kinds.ts';
import { ascii } from './letters.ts';
import type { SceneDeposit } from './scene.ts';
import type { Stage } from './stage.ts';

const FOREIGN_CURRENCY = 'USD';

/** A deposit among others, and its owner's name as some bank prints it in full. */
export function payment(stage: Stage, fields: Partial<SceneDeposit> = {}) {
  const owner = anybody(stage.random);
  const deposit = stage.deposit(owner, fields);
  stage.crowd();
  const name = stage.print(stage.form(WHOLE), owner)?.text ?? ascii(owner.name);
  return { owner, deposit, name, show: (typed: string) => stage.show(stage.channel(), name, typed) };
}

/** One wrong character, a part of the reference, or none of it. */
function unreadable(stage: Stage): boolean {
  const { deposit, show } = payment(stage);
  const { random } = stage;
  const typed =
    [mistype(random, deposit.reference), deposit.reference.slice(0, -2), ''][random.below(3)] ?? '';
  // Two equal characters were exchanged.
  if (typed === deposit.reference) return false;
  stage.add(show(typed), waits(deposit));
  return true;
}

/** A reference of no deposit. A number alone is none: many order numbers have the right check character. */
function foreignReference(stage: Stage): string {
  for (;;) {
    const reference = makeReference(stage.random.below(2 ** 31));
    if (!/^\d+$/.test(reference)) return reference;
  }
}

/** The payer writes the reference of somebody else's deposit, or of none, next to their own. */
function twoReferences(stage: Stage): boolean {
  const { deposit, show } = payment(stage);
  const other = stage.random.below(2) === 0 ? stage.deposit(anybody(stage.random)).reference : null;
  const foreign = referenceIn(stage.naming.currency, foreignReference(stage));
  stage.add(show(`${other ?? foreign} ${deposit.reference}`), waits(deposit));
  return true;
}

/** The user wrote the reference of an earlier deposit, which has ended, and has a new one. */
function oldReference(stage: Stage): boolean {
  const { random } = stage;
  const owner = anybody(random);
  const state = random.pick(['expired', 'cancelled', 'settled'] as const);
  const old = stage.deposit(owner, { state });
  const current = stage.deposit(owner, { isOf: old });
  stage.crowd();
  stage.add(stage.show(stage.channel(), ascii(owner.name), stage.typed(old)), waits(current), {
    detail: state,
  });
  return true;
}

function ended(stage: Stage): boolean {
  const state = stage.random.pick(['expired', 'cancelled', 'settled'] as const);
  const { deposit, show } = payment(stage, { state });
  stage.add(show(stage.typed(deposit)), state === 'expired' ? may(deposit, 'late') : waits(deposit), {
    detail: state,
  });
  return true;
}

/** Another person pays an ended deposit, or another amount. */
function otherAndOff(stage: Stage): boolean {
  const { random } = stage;
  const [payer, owner] = pairOf(random, random.pick(['stranger', 'same surname'] as const));
  const isLate = random.below(2) === 0;
  const deposit = stage.deposit(owner, { state: isLate ? 'expired' : 'pending' });
  const mine = random.below(2) === 0 ? stage.deposit(payer) : null;
  const amountMinor = deposit.amountMinor - (isLate ? 0 : 1);
  stage.add(
    { ...stage.show(stage.channel(), ascii(payer.name), stage.typed(deposit)), amountMinor },
    mine ? waits(mine) : may(deposit, 'otherPayer', isLate ? 'late' : 'less'),
    { detail: `${mine ? 'own deposit, ' : ''}${isLate ? 'late' : 'less'}` },
  );
  return true;
}

function otherAmount(stage: Stage): boolean {
  const { random } = stage;
  const { deposit, show } = payment(stage);
  const [detail, amountMinor, truth] = (
    [
      ['a little less', deposit.amountMinor - 1 - random.below(2), may(deposit, 'less')],
      ['a little more', deposit.amountMinor + 1 + random.below(2), may(deposit, 'more')],
      ['part', Math.floor(deposit.amountMinor / 10) * 5 + 3, waits(deposit)],
      ['too much', deposit.amountMinor * 2 + 3, waits(deposit)],
    ] as const
  )[random.below(4)] ?? ['', deposit.amountMinor, waits(deposit)];
  stage.add({ ...show(stage.typed(deposit)), amountMinor }, truth, { detail });
  return true;
}

function elsewhere(stage: Stage): boolean {
  const { deposit, show } = payment(stage);
  const isCurrency = stage.random.below(3) === 0;
  stage.add(
    { ...show(stage.typed(deposit)), ...(isCurrency && { currency: FOREIGN_CURRENCY }) },
    waits(deposit),
    { accountIndex: isCurrency ? 0 : 1, detail: isCurrency ? 'currency' : 'account' },
  );
  return true;
}

/** Two payments for one deposit: nobody can know which one is meant for it, and the payer may be somebody else. */
function twice(stage: Stage): boolean {
  const { random } = stage;
  const { deposit, show } = payment(stage);
  const other = ascii(anybody(random).name);
  stage.add(show(stage.typed(deposit)), waits(deposit));
  if (random.below(2) === 0) stage.add(show(stage.typed(deposit, 'tekrar')), waits(deposit));
  else stage.add(stage.show(stage.channel(), other, stage.typed(deposit)), waits(deposit));
  return true;
}

/** A credit that is a return, or one that says so. */
function returned(stage: Stage): boolean {
  const { random } = stage;
  const { deposit, show } = payment(stage);
  const typed = stage.typed(deposit);
  const fields = random.pick([
    { ...show(typed), returnReason: 'AC04' },
    { ...show(typed), isReversal: true },
    { ...show(`IADE ${typed}`), returnReason: 'IADE' },
  ]);
  stage.add(fields, waits(deposit));
  return true;
}

function notBooked(stage: Stage): boolean {
  const { deposit, show } = payment(stage);
  stage.add({ ...show(stage.typed(deposit)), status: 'pending', bookingDate: null }, waits(deposit));
  return true;
}

export const KINDS_OF_PAYMENTS: readonly SharedKind[] = [
  [4, 'no readable reference', unreadable],
  [3, 'two references', twoReferences],
  [4, 'old reference', oldReference],
  [4, 'ended deposit', ended],
  [4, 'another payer, late or less', otherAndOff],
  [6, 'another amount', otherAmount],
  [3, 'another account or currency', elsewhere],
  [4, 'paid twice', twice],
  [3, 'return', returned],
  [2, 'not booked', notBooked],
];
