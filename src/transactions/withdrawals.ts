import { normalizeIban } from '../kernel/iban.ts';
import { convertName } from '../kernel/names.ts';
import { CREATED } from '../operations/error-table.ts';
import { EXAMPLE_REQUEST } from '../operations/examples.ts';
import { iban, lenientFields, nameText } from '../operations/fields.ts';
import { operation } from '../operations/operation.ts';
import { CREATORS } from '../operations/permissions.ts';
import { createTransaction } from './create.ts';
import { requestFields } from './deposits.ts';
import { viewTransaction, withdrawalView } from './views.ts';

export const createWithdrawal = operation({
  name: 'createWithdrawal',
  kind: 'command',
  roles: CREATORS,
  modes: 'both',
  summary: 'Create a withdrawal',
  description:
    'The same request with the same `processId` returns the stored withdrawal, so it is safe to repeat.',
  refusals: CREATED,
  isIdempotent: true,
  input: lenientFields({
    ...requestFields,
    accountName: nameText.describe('The holder of the account that receives the money.'),
    iban: iban.describe('The IBAN to pay to. Blanks, hyphens and lower case are accepted.'),
  }),
  output: withdrawalView,
  example: {
    ...EXAMPLE_REQUEST,
    processId: 'payout-1001',
    amount: 250.5,
    accountName: 'Ada Yılmaz',
    iban: 'TR330006100519786457841326',
  },
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
