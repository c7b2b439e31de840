import { convertName } from '../../domain/names.ts';
import { amount, fields, idText, nameText } from '../fields.ts';
import { define } from '../operation.ts';
import { returnUrl } from '../payments/return-url.ts';
import { createTransaction } from './create.ts';
import { depositView, viewTransaction } from './views.ts';

/** The request fields of the specification, section 4.1, which withdrawals have too. */
export const requestFields = {
  bankId: idText,
  processId: idText,
  amount,
  userId: idText,
  userName: nameText,
  name: nameText,
  /** The appKey of the merchant that an operator acts for. Merchants leave it out. */
  onBehalfOf: idText.optional(),
};

const depositFields = {
  ...requestFields,
  /** Where the payment page leads the payer back to. */
  returnUrl: returnUrl.optional(),
};

/** Creates a deposit, or returns the stored deposit of the same request, or the pending deposit of the same user. */
export const createDeposit = define({
  name: 'createDeposit',
  kind: 'command',
  isIdempotent: true,
  input: fields(depositFields),
  output: depositView,
  async run(context, input) {
    const { owner, transaction, alreadyPending } = await createTransaction(context, input.onBehalfOf, {
      type: 'deposit',
      bankId: input.bankId,
      processId: input.processId,
      amountMinor: input.amount,
      userId: input.userId,
      userName: input.userName,
      name: input.name,
      convertedName: convertName(input.name),
      returnUrl: input.returnUrl,
    });
    const view = viewTransaction(transaction, owner, context.dependencies.publicUrl);
    return alreadyPending ? { ...view, alreadyPending: true } : view;
  },
});
