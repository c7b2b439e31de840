import { convertName } from '../kernel/names.ts';
import { CREATED } from '../operations/error-table.ts';
import { EXAMPLE_REQUEST } from '../operations/examples.ts';
import { amount, idText, lenientFields, nameText } from '../operations/fields.ts';
import { bankId, processId, userId } from '../operations/ids.ts';
import { operation } from '../operations/operation.ts';
import { CREATORS } from '../operations/permissions.ts';
import { returnUrl } from '../payments/return-url.ts';
import { createTransaction } from './create.ts';
import { depositView, viewTransaction } from './views.ts';

/** The request fields of the specification, section 4.1, which withdrawals have too. */
export const requestFields = {
  bankId,
  processId,
  amount: amount.describe('The amount, with at most two digits after the point.'),
  userId,
  userName: nameText.describe('The name of the user at the client.'),
  name: nameText.describe('The name of the payer or payee.'),
  onBehalfOf: idText
    .nullish()
    .describe('The appKey of the merchant that an operator acts for. Merchants leave it out.'),
};

const depositFields = {
  ...requestFields,
  returnUrl: returnUrl.nullish().describe('The URL that the payment page leads its payer back to.'),
};

export const createDeposit = operation({
  name: 'createDeposit',
  kind: 'command',
  roles: CREATORS,
  modes: 'both',
  summary: 'Create a deposit',
  description:
    'The same request with the same `processId` returns the stored deposit, so it is safe to repeat. A user who has a pending deposit gets that one, with its own `processId` and amount, and `alreadyPending: true`: compare the `processId` before you send a payer to its `url`.',
  refusals: [...CREATED, 'error_no_account_available'],
  isIdempotent: true,
  input: lenientFields(depositFields),
  output: depositView,
  example: { ...EXAMPLE_REQUEST, processId: 'order-1001', amount: 500 },
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
