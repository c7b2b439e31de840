import { convertName } from '../../domain/names.ts';
import { amount, fields, idText, nameText } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { createFor } from './create.ts';
import { depositView, viewDeposit } from './views.ts';

/** The request fields of the specification, section 4.1. */
export const depositFields = {
  bankId: idText,
  processId: idText,
  amount,
  userId: idText,
  userName: nameText,
  name: nameText,
  /** The appKey of the merchant that an operator acts for; merchants leave it out. */
  onBehalfOf: idText.optional(),
};

/** Creates a deposit, or returns the one that the same request or the same user already has. */
export const createDeposit = defineOperation({
  name: 'createDeposit',
  kind: 'command',
  input: fields(depositFields),
  output: depositView,
  async run(context, input) {
    const { owner, transaction, alreadyPending } = await createFor(context, input.onBehalfOf, {
      type: 'deposit',
      bankId: input.bankId,
      processId: input.processId,
      amountMinor: input.amount,
      userId: input.userId,
      userName: input.userName,
      name: input.name,
      convertedName: convertName(input.name),
    });
    if (transaction.type !== 'deposit') throw new TypeError('a deposit request led to a withdrawal');
    const view = viewDeposit(transaction, owner, context.dependencies.publicUrl);
    return alreadyPending ? { ...view, alreadyPending: true } : view;
  },
});
