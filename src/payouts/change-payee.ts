import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { normalizeIban } from '../kernel/iban.ts';
import { type Fault, fault } from '../kernel/problems.ts';
import { fields, iban, idText, nameText, text, viewType } from '../operations/fields.ts';
import { operation } from '../operations/operation.ts';
import { OPERATORS } from '../operations/permissions.ts';
import { personOf } from './domain/batch.ts';
import type { ChangedPayee } from './domain/refund.ts';
import { MAX_REASON_CHARACTERS } from './limits.ts';
import { payeeBlacklisted } from './refunds.ts';

/** The payee that the next batch pays. */
const payeeView = viewType('Payee', 'The payee that the next batch pays.', {
  transactionId: z.string().describe('The withdrawal, or the refund.'),
  accountName: z.string().describe('The holder of the account that is paid.'),
  iban: z.string().describe('That account.'),
  isChangedPayee: z
    .boolean()
    .describe('Whether it is another one than the merchant, or the line of the bank, has named.'),
});

export const changePayee = operation({
  name: 'changePayee',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Name another payee for a payout that the bank refused',
  description:
    'What the merchant asked for stays as it is. The next batch pays this payee, once another person has approved it.',
  input: fields({
    transactionId: idText.describe('The withdrawal, or the refund.'),
    iban: iban.describe('The account that is to be paid.'),
    accountName: nameText.describe('The holder of that account.'),
    reason: text(MAX_REASON_CHARACTERS).describe('Why, and who named it, in up to 500 characters.'),
  }),
  output: payeeView,
  example: {
    iban: 'NO9386011117947',
    accountName: 'Ada Yılmaz',
    reason: 'The merchant has confirmed it by phone',
  },
  async run({ dependencies, principal, meta }, { transactionId, iban: given, accountName, reason }) {
    const { db, runtime } = dependencies;
    const outcome = await db.run('changePayee', {
      id: runtime.newId(),
      transactionId,
      accountName,
      iban: normalizeIban(given) ?? given,
      reason,
      person: personOf(principal.client),
      clientId: principal.client.id,
      ...meta,
    });
    if (outcome.kind !== 'stored') throw refusalError(transactionId, outcome);
    const { payee } = outcome;
    return { transactionId, accountName, iban: payee.iban, isChangedPayee: payee.isChanged };
  },
});

function refusalError(transactionId: string, outcome: Exclude<ChangedPayee, { kind: 'stored' }>) {
  const unfit = (reason: string, words: string): Fault =>
    fault('unfit_for_payout', { transactionId, reason }, words);
  switch (outcome.kind) {
    case 'missing':
      // An unknown id can be any text, such as a person's name, so the error does not repeat it.
      return fieldError(
        'transactionId',
        fault(
          'unfit_for_payout',
          { reason: 'missing' },
          'is neither a withdrawal with real money nor a refund.',
        ),
      );
    case 'not-pending':
      return fieldError('transactionId', unfit('not-pending', 'was already decided, and will not be paid.'));
    case 'in-payout': {
      const words = `is in batch ${outcome.batchNumber}. Take it out of the batch first.`;
      return fieldError('transactionId', unfit('in-payout', words));
    }
    case 'not-refused':
      return fieldError(
        'transactionId',
        unfit('not-refused', 'was not refused by a bank, so its payee cannot be changed.'),
      );
    case 'blacklisted':
      return fieldError('iban', payeeBlacklisted());
  }
}
