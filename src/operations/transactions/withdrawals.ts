import { normalizeIban } from '../../domain/iban.ts';
import { convertName } from '../../domain/names.ts';
import { fields, iban, nameText } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { createFor } from './create.ts';
import { depositFields } from './deposits.ts';
import { viewWithdrawal, withdrawalView } from './views.ts';

/** Creates a withdrawal (specification, section 4.2), or returns the one that the same request made. */
export const createWithdrawal = defineOperation({
  name: 'createWithdrawal',
  kind: 'command',
  input: fields({ ...depositFields, accountName: nameText, iban }),
  output: withdrawalView,
  async run(context, input) {
    const { owner, transaction } = await createFor(context, input.onBehalfOf, {
      type: 'withdrawal',
      bankId: input.bankId,
      processId: input.processId,
      amountMinor: input.amount,
      userId: input.userId,
      userName: input.userName,
      name: input.name,
      convertedName: convertName(input.name),
      accountName: input.accountName,
      iban: input.iban,
      ibanNormalized: normalizeIban(input.iban) ?? input.iban,
    });
    if (transaction.type !== 'withdrawal') throw new TypeError('a withdrawal request led to a deposit');
    return viewWithdrawal(transaction, owner);
  },
});
