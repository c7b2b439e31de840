import type { Client } from '../admin/client-directory.ts';
import { fieldError, ServiceError } from '../kernel/errors.ts';
import { normalizeIban } from '../kernel/iban.ts';
import { convertName } from '../kernel/names.ts';
import { fault } from '../kernel/problems.ts';
import { CREATED, ERROR_STATUS } from '../operations/error-table.ts';
import { EXAMPLE_REQUEST } from '../operations/examples.ts';
import { amount, iban, idText, lenientFields, nameText } from '../operations/fields.ts';
import { bankId, processId, userId } from '../operations/ids.ts';
import type { CreateOutcome } from '../operations/observer.ts';
import { type Context, operation } from '../operations/operation.ts';
import { CREATORS } from '../operations/permissions.ts';
import { isReturnAllowed, returnUrl } from '../payments/return-url.ts';
import { personOf } from '../payouts/domain/batch.ts';
import type { DepositDraft, Transaction, WithdrawalDraft } from './domain/transaction.ts';
import { refusalError } from './refusals.ts';
import { refuseOtherMode } from './scope.ts';
import type { CreationOrigin } from './store.ts';
import { depositView, viewTransaction, withdrawalView } from './views.ts';

type CreateRequest = Omit<DepositDraft, 'clientId'> | Omit<WithdrawalDraft, 'clientId'>;

interface CreatedTransaction<T extends Transaction> {
  readonly owner: Client;
  readonly transaction: T;
  readonly alreadyPending: boolean;
  readonly isNew: boolean;
}

/**
 * Creates a transaction for the calling merchant, or for the merchant that an operator names.
 * @throws ServiceError the refusal: the process id, the blacklist, the bank or its accounts.
 */
async function createTransaction<R extends CreateRequest>(
  context: Context,
  onBehalfOf: string | null | undefined,
  request: R,
): Promise<CreatedTransaction<Extract<Transaction, Pick<R, 'type'>>>> {
  const { observer } = context.dependencies;
  // A test key creates only tests, for itself and for others.
  if (!observer || context.principal.client.isTest) return store(context, onBehalfOf, request);
  try {
    const created = await store(context, onBehalfOf, request);
    observer.create(request.type, outcomeOf(created, request));
    return created;
  } catch (error) {
    const isRefused = error instanceof ServiceError && ERROR_STATUS[error.type] < 500;
    observer.create(request.type, isRefused ? 'refused' : 'failed');
    throw error;
  }
}

function outcomeOf(
  { isNew, transaction }: CreatedTransaction<Transaction>,
  { processId }: CreateRequest,
): CreateOutcome {
  if (isNew) return 'created';
  return transaction.processId === processId ? 'repeated' : 'already_pending';
}

async function store<R extends CreateRequest>(
  context: Context,
  onBehalfOf: string | null | undefined,
  request: R,
): Promise<CreatedTransaction<Extract<Transaction, Pick<R, 'type'>>>> {
  const { banks, transactions, db } = context.dependencies;
  const owner = await findOwner(context, onBehalfOf);
  // A repeat is answered with what is stored, although the merchant may have lost the host since.
  if (
    !hasAllowedReturn(request, owner) &&
    !(await db.read('findByProcessId', { clientId: owner.id, processId: request.processId }))
  )
    throw hostNotAllowed();
  const bank = await banks.find(request.bankId);
  const draft = Object.assign({ clientId: owner.id, isTest: owner.isTest }, request);
  const outcome = await transactions.create(draft, bank, originOf(context));
  if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
  const { transaction, alreadyPending, isNew } = outcome;
  // A stored transaction of the other type conflicts with the request: see differingField.
  return { owner, transaction: transaction as Extract<Transaction, Pick<R, 'type'>>, alreadyPending, isNew };
}

function originOf({ principal: { role, client }, meta: { traceparent, audit } }: Context): CreationOrigin {
  if (role === 'merchant') return { traceparent };
  return { traceparent, onBehalf: { person: personOf(client), clientId: client.id, audit } };
}

function hasAllowedReturn(request: CreateRequest, { returnHosts }: Client): boolean {
  if (request.type !== 'deposit' || !request.returnUrl) return true;
  return isReturnAllowed(request.returnUrl, returnHosts);
}

function hostNotAllowed(): ServiceError {
  return fieldError('returnUrl', fault('host_not_allowed'));
}

async function findOwner(
  { principal, dependencies }: Context,
  onBehalfOf: string | null | undefined,
): Promise<Client> {
  if (principal.role === 'merchant') {
    if (onBehalfOf != null && onBehalfOf !== principal.client.appKey)
      throw new ServiceError(
        'not_authorized',
        'A merchant may not act onBehalfOf another. Leave the field out.',
      );
    return principal.client;
  }
  if (onBehalfOf == null)
    throw fieldError('onBehalfOf', fault('required', 'is required: name the appKey of the merchant.'));
  const merchant = await dependencies.clients.findByAppKey(onBehalfOf);
  if (merchant?.role !== 'merchant' || merchant.disabledAtMs !== null)
    throw fieldError('onBehalfOf', fault('not_a_merchant', 'is not the appKey of an active merchant.'));
  refuseOtherMode(merchant, principal.client.isTest, 'onBehalfOf');
  if (merchant.secrets.length === 0) throw fieldError('onBehalfOf', fault('no_secret'));
  return merchant;
}

/** The request fields of the specification, section 4.1, which withdrawals have too. */
const requestFields = {
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
