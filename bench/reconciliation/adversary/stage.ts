import type { MatchableLine } from '../../../src/reconciliation/domain/matching/model.ts';
import type { Random } from '../../../test/support/random.ts';
import { typeReference } from '../typing.ts';
import { CHANNELS, type Channel, type Shown } from './channels.ts';
import { FORMS } from './forms.ts';
import { anybody, type Identity } from './identity.ts';
import { wordSet } from './letters.ts';
import type { Form, Printed } from './printed.ts';
import type { Scene, SceneDeposit, SceneLine, SceneWithdrawal, Truth } from './scene.ts';

/** Gives deposits the ids and references that they have where the scene is played. */
export interface Naming {
  readonly currency: string;
  /** The day on which all lines are booked. */
  readonly day: string;
  /** An amount that no other scene has; a multiple of 5. */
  readonly amountMinor: number;
  /** The ids of the scene's deposits, in order, and then of its withdrawals. */
  transactionId(index: number): string;
  reference(index: number): string;
}

/** How many other deposits of the same amount and account there are. */
const CROWDS = [0, 0, 0, 1, 2, 5, 12];

/** Sets up one scene: deposits, what was paid, and the truth of it. */
export class Stage {
  readonly random: Random;
  readonly naming: Naming;
  readonly deposits: SceneDeposit[] = [];
  readonly withdrawals: SceneWithdrawal[] = [];
  readonly lines: SceneLine[] = [];

  constructor(random: Random, naming: Naming) {
    this.random = random;
    this.naming = naming;
  }

  deposit(owner: Identity, fields: Partial<SceneDeposit> = {}): SceneDeposit {
    const index = this.deposits.length;
    const deposit: SceneDeposit = {
      index,
      owner,
      accountIndex: 0,
      state: 'pending',
      transactionId: this.naming.transactionId(index),
      reference: this.naming.reference(index),
      amountMinor: this.naming.amountMinor,
      ...fields,
    };
    this.deposits.push(deposit);
    return deposit;
  }

  withdrawal(payee: Identity): SceneWithdrawal {
    const transactionId = this.naming.transactionId(1000 + this.withdrawals.length);
    const withdrawal = { transactionId, payee, amountMinor: this.naming.amountMinor };
    this.withdrawals.push(withdrawal);
    return withdrawal;
  }

  /** Other people's open deposits of the amount. */
  crowd(): void {
    for (let left = this.random.pick(CROWDS); left > 0; left -= 1) this.deposit(anybody(this.random));
  }

  typed({ reference }: SceneDeposit, phrase = ''): string {
    const right = typeReference(this.random, reference);
    return phrase === '' ? right : this.random.below(2) === 0 ? `${phrase} ${right}` : `${right} ${phrase}`;
  }

  /** A line by which somebody pays a deposit that it names, mostly in the text. */
  pay(channel: Channel, name: string, deposit: SceneDeposit, phrase: string): Partial<MatchableLine> {
    const { random } = this;
    const form = random.below(16);
    if (form > 1) return this.show(channel, name, this.typed(deposit, phrase));
    const shown = this.show(channel, name, phrase);
    if (form === 0) return { ...shown, structuredReference: deposit.reference };
    return { ...shown, endToEndId: deposit.transactionId };
  }

  /** A form that fits the name. */
  form(forms: readonly Form[] = FORMS): Form {
    return this.random.pick(forms);
  }

  channel(channels: readonly Channel[] = CHANNELS): Channel {
    return this.random.pick(channels);
  }

  /** The name as a form prints it, in full where the form changes nothing. */
  print(form: Form, person: Identity): Printed | null {
    return form.print(person, this.random);
  }

  show(channel: Channel, name: string, typed: string): Shown {
    return channel.write(
      { name, typed, amount: turkish(this.naming.amountMinor), query: this.query() },
      this.random,
    );
  }

  query(): string {
    return String(1_000_000_000 + this.random.below(900_000_000));
  }

  /** Adds a line and its truth. */
  add(fields: Partial<MatchableLine>, truth: Truth, more: Partial<SceneLine> = {}): void {
    const { day, currency, amountMinor } = this.naming;
    const line: MatchableLine = {
      bookingDate: day,
      valueDate: day,
      direction: 'credit',
      amountMinor,
      currency,
      status: 'booked',
      isCollective: false,
      paymentId: null,
      paymentCount: null,
      isSupplemented: false,
      isReversal: false,
      returnReason: null,
      counterpartyName: null,
      ultimateName: null,
      counterpartyIban: null,
      remittance: [],
      structuredReference: null,
      endToEndId: null,
      bankReference: null,
      transactionCode: null,
      ...fields,
    };
    this.lines.push({
      line,
      truth,
      accountIndex: 0,
      isRecognisable: false,
      detail: '',
      isCounted: true,
      ...more,
    });
  }

  scene(kind: string): Scene {
    const { deposits, withdrawals, lines } = this;
    const { currency, day } = this.naming;
    return { kind, currency, day, deposits, withdrawals, lines };
  }
}

/** Whether a printed name has exactly the words of somebody's: nobody can distinguish namesakes. */
export function isWordForWord(printed: string, { name }: Identity): boolean {
  return wordSet(printed) === wordSet(name);
}

/** `1.250,50` */
export function turkish(minor: number): string {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.')},${digits.slice(-2)}`;
}
