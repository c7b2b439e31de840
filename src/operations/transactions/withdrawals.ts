import { normalizeIban } from '../../domain/iban.ts';
import { convertName } from '../../domain/names.ts';
import { fields, iban, nameText } from '../fields.ts';
import { define } from '../operation.ts';
import { createTransaction } from './create.ts';
import { requestFields } from './deposits.ts';
import { viewTransaction, withdrawalView } from './views.ts';

/** Creates a withdrawal (specification, section 4.2), or returns the stored withdrawal of the same request. */
export const createWithdrawal = define({
  name: 'createWithdrawal',
  kind: 'command',
  isIdempotent: true,
  input: fields({ ...requestFields, accountName: nameText, iban }),
  output: withdrawalView,
  async run(context, input) {
    const { owner, transaction } = await createTransaction(context, input.onBehalfOf, {
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
    return viewTransaction(transaction, owner, context.dependencies.publicUrl);
  },
});
