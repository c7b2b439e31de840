import type { Client } from '../admin/client-directory.ts';
import { fieldError, ServiceError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import { ERROR_STATUS } from '../operations/error-table.ts';
import type { CreateOutcome } from '../operations/observer.ts';
import type { Context } from '../operations/operation.ts';
import { isReturnAllowed } from '../payments/return-url.ts';
import { personOf } from '../payouts/domain/batch.ts';
import type { DepositDraft, Transaction, WithdrawalDraft } from './domain/transaction.ts';
import { refusalError } from './refusals.ts';
import { refuseOtherMode } from './scope.ts';
import type { CreationOrigin } from './store.ts';

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
export async function createTransaction<R extends CreateRequest>(
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
