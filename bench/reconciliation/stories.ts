import type { MatchableLine } from '../../src/reconciliation/domain/matching/model.ts';
import { makeReference } from '../../src/transactions/domain/reference.ts';
import { asKnown, bankDay, DAY_MS, HOUR_MS, MINUTE_MS, pay, soon, type Town } from './payment.ts';
import type { PlannedDeposit, PlannedLine } from './plan.ts';
import { mistype, typeNothing, typeReference } from './typing.ts';

/** How many of 1,000 deposits have each story; the rest are never paid. */
const SHARES: readonly (readonly [
  number,
  (town: Town, deposit: PlannedDeposit) => readonly PlannedLine[],
])[] = [
  [640, right],
  [160, (town, d) => [pay(town, d, { story: 'no reference', atMs: soon(town, d), text: nothing(town, d) })]],
  [30, (town, d) => [pay(town, d, { story: 'wrong character', atMs: soon(town, d), text: wrong(town, d) })]],
  [22, byThirdParty],
  [
    5,
    (town, d) => [
      pay(town, d, { story: 'cut reference', atMs: soon(town, d), text: d.reference.slice(0, -2) }),
    ],
  ],
  [4, anothers],
  [3, withOldReference],
  [4, forSeveral],
  [18, inParts],
  [14, tooMuch],
  [14, twice],
  [28, late],
  [5, afterCancel],
  [5, toWrongAccount],
  [4, takenBack],
  [10, pendingFirst],
];

/** Tells the story of a deposit. */
export function tellStory(town: Town, deposit: PlannedDeposit): readonly PlannedLine[] {
  if (deposit.cancelledAtMs !== null) return afterCancel(town, deposit);
  let left = town.random.below(1000);
  for (const [share, story] of SHARES) {
    left -= share;
    if (left < 0) return story(town, deposit);
  }
  return [];
}

function typed({ random }: Town, { reference }: PlannedDeposit): string {
  return typeReference(random, reference);
}

export function nothing({ random }: Town, { person }: PlannedDeposit): string {
  return typeNothing(random, person.name);
}

function wrong({ random }: Town, { reference }: PlannedDeposit): string {
  return mistype(random, reference);
}

function right(town: Town, d: PlannedDeposit): readonly PlannedLine[] {
  const { random } = town;
  const form = random.below(50);
  const fields: Partial<MatchableLine> =
    form === 0 ? { endToEndId: d.transactionId } : form === 1 ? { structuredReference: d.reference } : {};
  const text = form < 2 ? '' : typed(town, d);
  return [pay(town, d, { story: 'right reference', atMs: soon(town, d), text, fields })];
}

function byThirdParty(town: Town, d: PlannedDeposit): readonly PlannedLine[] {
  const payer = town.random.pick(town.people);
  const atMs = soon(town, d);
  if (town.random.below(4) > 0)
    return [pay(town, d, { story: 'third party, right reference', atMs, payer, text: typed(town, d) })];
  const text = town.random.below(2) === 0 ? `${d.person.name} adına` : nothing(town, d);
  return [pay(town, d, { story: 'third party, no reference', atMs, payer, text })];
}

/**
 * The payer copied the reference of somebody else's deposit. Where neither a field nor the text names the payer, the
 * reference is all that anybody can know of the money, so it counts as money for that deposit.
 */
function anothers(town: Town, d: PlannedDeposit): readonly PlannedLine[] {
  const other = town.otherDeposit(d);
  if (!other) return [];
  const line = pay(town, d, { story: "another's reference", atMs: soon(town, d), text: other.reference });
  return [asKnown({ ...line, paysForUnnamed: [other.transactionId, d.transactionId] })];
}

function withOldReference(town: Town, d: PlannedDeposit): readonly PlannedLine[] {
  const old = town.otherDeposit(d)?.reference ?? makeReference(town.random.below(2 ** 31));
  const text = `${old} ${d.reference}`;
  return [pay(town, d, { story: 'two references, one old', atMs: soon(town, d), text, canSettle: false })];
}

function forSeveral(town: Town, d: PlannedDeposit): readonly PlannedLine[] {
  const other = town.otherDeposit(d);
  if (!other) return [];
  return [
    pay(town, d, {
      story: 'one for several',
      atMs: soon(town, d),
      text: `${d.reference} ve ${other.reference}`,
      amountMinor: d.amountMinor + other.amountMinor,
      paysFor: [d.transactionId, other.transactionId],
      canSettle: false,
    }),
  ];
}

function inParts(town: Town, d: PlannedDeposit): readonly PlannedLine[] {
  const atMs = soon(town, d);
  const first = Math.max(1, Math.floor((d.amountMinor * (30 + town.random.below(50))) / 100));
  const part = { story: 'part', canSettle: false, text: typed(town, d) } as const;
  const lines = [pay(town, d, { ...part, atMs, amountMinor: first })];
  if (town.random.below(2) === 0)
    lines.push(pay(town, d, { ...part, atMs: atMs + HOUR_MS, amountMinor: d.amountMinor - first }));
  return lines;
}

function tooMuch(town: Town, d: PlannedDeposit): readonly PlannedLine[] {
  const atMs = soon(town, d);
  const text = typed(town, d);
  if (town.random.below(2) === 0) {
    const amountMinor = d.amountMinor - 1 - Math.floor(d.amountMinor / 200);
    return [pay(town, d, { story: 'small difference', atMs, text, amountMinor })];
  }
  const amountMinor = d.amountMinor * 2 + town.random.below(5) * 1000;
  return [pay(town, d, { story: 'too much', atMs, text, amountMinor, canSettle: false })];
}

function twice(town: Town, d: PlannedDeposit): readonly PlannedLine[] {
  const atMs = soon(town, d);
  const again = atMs + town.random.below(DAY_MS);
  const story = town.random.below(3) === 0 ? 'twice, no reference' : 'twice';
  return [
    pay(town, d, { story: 'twice', atMs, text: typed(town, d) }),
    pay(town, d, { story, atMs: again, text: story === 'twice' ? typed(town, d) : nothing(town, d) }),
  ];
}

function late(town: Town, d: PlannedDeposit): readonly PlannedLine[] {
  const atMs = d.expiresAtMs + MINUTE_MS + town.random.below(3 * DAY_MS);
  if (town.random.below(4) === 0)
    return [pay(town, d, { story: 'late, no reference', atMs, text: nothing(town, d), canSettle: false })];
  return [pay(town, d, { story: 'late', atMs, text: typed(town, d) })];
}

function afterCancel(town: Town, d: PlannedDeposit): readonly PlannedLine[] {
  if (d.cancelledAtMs === null || town.random.below(4) > 0) return [];
  const atMs = d.cancelledAtMs + MINUTE_MS + town.random.below(DAY_MS);
  return [pay(town, d, { story: 'after cancel', atMs, text: typed(town, d), canSettle: false })];
}

function toWrongAccount(town: Town, d: PlannedDeposit): readonly PlannedLine[] {
  const others = town.accounts.filter((account) => account !== d.bankAccountId);
  const bankAccountId = town.random.pick(others);
  const atMs = soon(town, d);
  return [
    pay(town, d, { story: 'wrong account', atMs, text: typed(town, d), bankAccountId, canSettle: false }),
  ];
}

/** The payer's bank takes the money back, mostly before the desk has read the statement. */
function takenBack(town: Town, d: PlannedDeposit): readonly PlannedLine[] {
  const atMs = soon(town, d);
  const text = typed(town, d);
  const credit = pay(town, d, { story: 'taken back', atMs, text, takenBackAtMs: atMs + MINUTE_MS });
  const fields = {
    ...credit.line,
    direction: 'debit',
    isReversal: true,
    remittance: town.random.below(2) === 0 ? [text] : ['IADE'],
  } as const;
  const back = pay(town, d, {
    story: 'take-back',
    atMs: atMs + MINUTE_MS,
    text,
    fields,
    paysFor: [],
    canSettle: false,
  });
  return [credit, back];
}

/** The bank announces it on the day on which it came, and books it later, sometimes on the next day. */
function pendingFirst(town: Town, d: PlannedDeposit): readonly PlannedLine[] {
  const atMs = soon(town, d);
  const booked = pay(town, d, { story: 'right reference', atMs: atMs + 4 * HOUR_MS, text: typed(town, d) });
  const day = bankDay(atMs);
  const fields = { ...booked.line, status: 'pending', bookingDate: day, valueDate: day } as const;
  const pending = pay(town, d, { story: 'pending', atMs, text: '', fields, canSettle: false });
  return [pending, { ...booked, replaces: pending.lineId }];
}
