import { anybody } from './identity.ts';
import { may, type SharedKind, WHOLE, waits } from './kinds.ts';
import { payment } from './kinds-of-payments.ts';
import { ascii } from './letters.ts';
import { isWordForWord, type Stage } from './stage.ts';

/** The amount was debited on the same day or the next: to the payer, under any form of the name, or without a name. */
function sentBack(stage: Stage): boolean {
  const { random } = stage;
  const { owner, deposit, show } = payment(stage);
  const form = stage.form();
  const printed = stage.print(form, owner);
  if (!printed) return false;
  stage.add(show(stage.typed(deposit)), waits(deposit), { detail: form.name });
  const isNamed = random.below(4) > 0;
  const name = isNamed ? printed.text : '';
  const text = random.pick(['', 'IADE', 'GIDEN FAST', 'Para iadesi', 'sorgu no 1234567890']);
  const channel = stage.channel();
  const shown = isNamed ? stage.show(channel, name, text) : { remittance: text === '' ? [] : [text] };
  const mark = random.below(4) === 0 ? { isReversal: true } : {};
  const counterpartyIban = isNamed && random.below(2) === 0 ? owner.iban : null;
  const day = random.below(3) === 0 ? nextDay(stage.naming.day, 1) : stage.naming.day;
  const dates = { bookingDate: day, valueDate: day };
  const debit = { ...shown, ...mark, ...dates, direction: 'debit', counterpartyIban } as const;
  stage.add(debit, waits(null), { isCounted: false });
  return true;
}

/** The amount was debited on the day before: it cannot be a return of this payment. */
function sentBefore(stage: Stage): boolean {
  const { owner, deposit, show } = payment(stage);
  stage.add(show(stage.typed(deposit)), may(deposit), { detail: 'the day before', isRecognisable: true });
  const day = nextDay(stage.naming.day, -1);
  stage.add(
    { direction: 'debit', counterpartyName: ascii(owner.name), bookingDate: day, valueDate: day },
    waits(null),
    { isCounted: false },
  );
  return true;
}

function nextDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The amount was debited to somebody else. */
function paidOthers(stage: Stage): boolean {
  const { random } = stage;
  const { owner, deposit, show, name } = payment(stage);
  const other = anybody(random);
  const out = stage.print(stage.form(WHOLE), other)?.text ?? '';
  if (isWordForWord(out, owner)) return false;
  stage.add(show(stage.typed(deposit)), may(deposit), {
    isRecognisable: true,
    detail: name === '' ? '' : 'to others',
  });
  stage.add({ direction: 'debit', counterpartyName: out, counterpartyIban: other.iban }, waits(null), {
    isCounted: false,
  });
  return true;
}

/** The amount was debited as a payout to the payer. */
function paidOut(stage: Stage): boolean {
  const { owner, deposit, show } = payment(stage);
  const { transactionId } = stage.withdrawal(owner);
  stage.add(show(stage.typed(deposit)), may(deposit), { detail: 'explained by a withdrawal' });
  stage.add(
    {
      direction: 'debit',
      counterpartyName: ascii(owner.name),
      endToEndId: transactionId,
      counterpartyIban: owner.iban,
    },
    waits(null),
    { isCounted: false },
  );
  return true;
}

/** A payout comes back, with the reference of a deposit of the same user on it. */
function payoutBack(stage: Stage): boolean {
  const { owner, deposit } = payment(stage);
  const { transactionId } = stage.withdrawal(owner);
  const typed = stage.random.below(2) === 0 ? stage.typed(deposit) : 'iade';
  stage.add(
    {
      counterpartyName: ascii(owner.name),
      endToEndId: transactionId,
      remittance: [typed],
      counterpartyIban: owner.iban,
    },
    waits(null),
  );
  return true;
}

/** Payments with a debit at about the same time. */
export const KINDS_OF_MONEY_OUT: readonly SharedKind[] = [
  [8, 'sent back', sentBack],
  [4, 'money out to others', paidOthers],
  [2, 'money out before', sentBefore],
  [3, 'money out as a payout', paidOut],
  [2, 'payout back', payoutBack],
];
