import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRounds } from '../../db/reconciliation/queries/payment-rounds.ts';
import { type MatchOfRound, standingPayments } from '../../src/reconciliation/domain/payment-rounds.ts';
import type { ApiResponse, Json } from '../harness.ts';
import { newIban } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import { holdsIn } from '../support/properties.ts';
import { useDesk } from '../support/reconciliation.ts';
import { withDatabase } from '../support/rows-of.ts';

/**
 * Two deposits of one payer and amount, credits and debits of that payer, and an operator who does anything with them in any
 * order. No credit is used twice, no deposit is paid by two, and while no doubt is accepted, none that a debit can have taken.
 */

const desk = useDesk();

const place = fc.nat(2);
const which = fc.nat(1);
const STEP = fc.oneof(
  fc.record({ kind: fc.constant('credit'), names: fc.constantFrom(0, 1, undefined) }),
  fc.record({ kind: fc.constant('debit'), names: fc.constantFrom(0, undefined) }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('confirm'),
      line: place,
      deposit: which,
      accepts: fc.constantFrom(false, false, true),
    }),
  },
  fc.record({ kind: fc.constant('undo'), line: place }),
  fc.record({ kind: fc.constantFrom('give-back', 'put-away'), line: place }),
  fc.record({ kind: fc.constant('by-hand'), deposit: which }),
);
interface Step {
  readonly kind: string;
  readonly names?: number | undefined;
  readonly line?: number;
  readonly deposit?: number;
  readonly accepts?: boolean;
}

interface Known {
  readonly id: string;
  readonly reference: string;
  isSuccessful: boolean;
  /** Whether an operator has said that the money is there, and no line has shown it since. */
  isByWord: boolean;
  /** The line that was noted as the payment of what was credited by hand. */
  notedId: string | undefined;
  /** Whether an operator has reversed it by hand: its payment stays matched. */
  isReversedByHand: boolean;
}

interface Line {
  readonly id: string;
  readonly direction: string;
  readonly state: string;
  readonly transaction_id: string | null;
}

let count = 0;

class World {
  readonly #iban = newIban();
  readonly #amount = 1_000 + count++;
  readonly #lineIds: string[] = [];
  readonly deposits: Known[] = [];
  lines: readonly Line[] = [];
  standing: readonly MatchOfRound[] = [];

  async open(): Promise<this> {
    for (const user of ['a', 'b']) {
      const fields = { userId: `${user}-${this.#amount}`, name: 'Zerrin Okan', amount: String(this.#amount) };
      const { transactionId: id, reference } = await desk.deposit(fields);
      this.deposits.push({
        id,
        reference,
        isSuccessful: false,
        isByWord: false,
        notedId: undefined,
        isReversedByHand: false,
      });
    }
    return this;
  }

  /** Takes a step, and follows what became of the deposits. @returns the ids of the deposits that it has credited. */
  async take(step: Step): Promise<readonly string[]> {
    await this.#ask(step);
    const ids = this.deposits.map(({ id }) => id);
    await withDatabase(desk.service.databasePath, async (db) => {
      this.lines = await db
        .selectFrom('statement_lines')
        .select(['id', 'direction', 'state', 'transaction_id'])
        .where('id', 'in', ['', ...this.#lineIds])
        .execute();
      this.standing = standingPayments(await findRounds(db, ids));
    });
    const credited: string[] = [];
    for (const { id, status } of await desk.service.dependencies.db.read('findTransactions', ids)) {
      const known = this.deposits.find((one) => one.id === id) as Known;
      const isSuccessful = status === 'successful';
      if (isSuccessful && !known.isSuccessful) {
        credited.push(id);
        if (step.kind === 'by-hand') Object.assign(known, { isByWord: true, notedId: undefined });
        else if (step.kind !== 'undo') known.isByWord = false;
      } else if (known.isSuccessful && !isSuccessful)
        known.isByWord &&= step.kind === 'confirm' && known.notedId === undefined;
      known.isReversedByHand = !isSuccessful && (known.isReversedByHand || step.kind === 'by-hand');
      known.isSuccessful = isSuccessful;
      if (isSuccessful && known.isByWord) known.notedId ??= this.#payingOf(known)?.id;
    }
    return credited;
  }

  #payingOf({ id }: Known): Line | undefined {
    return this.lines.find((line) => line.direction === 'credit' && line.transaction_id === id);
  }

  /** How often money of credits is used. */
  get usedCount(): number {
    const isUsed = ({ isSuccessful, isByWord, notedId }: Known) =>
      isSuccessful &&
      (!isByWord || this.lines.some((line) => line.id === notedId && line.transaction_id !== null));
    return this.deposits.filter(isUsed).length + this.#count(({ state }) => state === 'giving-back');
  }

  /** The deposits that lines pay twice, or that are not paid though a line is matched as their payment. */
  get wronglyPaid(): readonly Known[] {
    return this.deposits.filter(({ id, isSuccessful, isReversedByHand }) => {
      const paying = this.standing.filter(({ transactionId }) => transactionId === id);
      return paying.length > 1 || (paying.length === 1 && !isSuccessful && !isReversedByHand);
    });
  }

  get creditCount(): number {
    return this.#count(({ direction }) => direction === 'credit');
  }

  get debitCount(): number {
    return this.#count(({ direction }) => direction === 'debit');
  }

  #count(isCounted: (line: Line) => boolean): number {
    return this.lines.filter(isCounted).length;
  }

  async #ask({ kind, names, line = 0, deposit = 0, accepts }: Step): Promise<ApiResponse | undefined> {
    const lineId = this.#lineIds[line];
    const { id: transactionId, ...known } = this.deposits[deposit] as Known;
    if (kind === 'credit' || kind === 'debit') {
      const text = names === undefined ? '' : (this.deposits[names]?.reference ?? '');
      const amountMinor = this.#amount * (kind === 'credit' ? 100 : -100);
      const about = { name: 'ZERRIN OKAN', iban: this.#iban, date: '2026-11-20' };
      const received = await desk.receive({
        ...about,
        amountMinor,
        text: `${text} ${this.#lineIds.length + 1}`,
      });
      this.#lineIds.push(...received.map((one: Json) => one.lineId));
      return undefined;
    }
    if (kind === 'by-hand') {
      const { sequence, status } = await desk.transaction(transactionId);
      const verb = known.isSuccessful ? 'reverse' : status === 'pending' ? 'settle' : 'correct';
      const body = { sequence, ...(verb === 'settle' ? {} : { reason: 'x' }) };
      return desk.service.ask(`/v1/transactions/${transactionId}/${verb}`, { json: body });
    }
    if (lineId === undefined) return undefined;
    const body = {
      confirm: { transactionId, reason: 'x', acceptDifference: accepts },
      undo: { reason: 'x' },
      'give-back': { reason: 'x' },
      'put-away': { note: 'x' },
    };
    return desk.decide(kind as keyof typeof body, lineId, body[kind as keyof typeof body]);
  }
}

test('no credit is used twice, nor without acceptance one that a debit can have taken', {
  timeout: 600_000,
}, async () => {
  await holdsIn(
    fc.asyncProperty(fc.array(STEP, { minLength: 4, maxLength: 14 }), async (steps: readonly Step[]) => {
      const world = await new World().open();
      for (const step of steps) {
        const before = world.usedCount;
        const credited = await world.take(step);
        expect(world.usedCount).toBeLessThanOrEqual(world.creditCount);
        expect(world.wronglyPaid).toEqual([]);
        const isAsked = step.kind === 'confirm' || step.kind === 'give-back' || step.kind === 'credit';
        const uses = credited.length > 0 || step.kind === 'give-back';
        if (isAsked && uses && !step.accepts && world.usedCount > before)
          expect(world.usedCount).toBeLessThanOrEqual(world.creditCount - world.debitCount);
      }
    }),
    IS_LONG ? 40 : 5,
  );
});
