import { ServiceError, validationError } from '../../domain/errors.ts';
import type { DepositDraft, Transaction, WithdrawalDraft } from '../../domain/transaction.ts';
import type { Client } from '../admin/directory.ts';
import type { Context } from '../operation.ts';
import { isReturnAllowed } from '../payments/return-url.ts';
import { refusalError } from './refusals.ts';

type CreateRequest = Omit<DepositDraft, 'clientId'> | Omit<WithdrawalDraft, 'clientId'>;

interface Created<T extends Transaction> {
  readonly owner: Client;
  readonly transaction: T;
  readonly alreadyPending: boolean;
}

/**
 * Creates a transaction for the calling merchant, or for the merchant that an operator names.
 * @throws ServiceError the refusal: the process id, the blacklist, the bank or its accounts.
 */
export async function createTransaction<R extends CreateRequest>(
  context: Context,
  onBehalfOf: string | undefined,
  request: R,
): Promise<Created<Extract<Transaction, Pick<R, 'type'>>>> {
  const { banks, transactions } = context.dependencies;
  const owner = await findOwner(context, onBehalfOf);
  // A repeat is answered with what is stored, although the merchant may have lost the host since.
  if (!mayReturn(request, owner) && !(await transactions.findByProcessId(owner.id, request.processId)))
    throw hostNotAllowed();
  const bank = await banks.find(request.bankId);
  const draft = Object.assign({ clientId: owner.id }, request);
  const outcome = await transactions.create(draft, bank);
  if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
  const { transaction, alreadyPending } = outcome;
  // A stored transaction of the other type conflicts with the request: see isSameRequest.
  return { owner, transaction: transaction as Extract<Transaction, Pick<R, 'type'>>, alreadyPending };
}

function mayReturn(request: CreateRequest, { returnHosts }: Client): boolean {
  if (request.type !== 'deposit' || !request.returnUrl) return true;
  return isReturnAllowed(request.returnUrl, returnHosts);
}

function hostNotAllowed(): ServiceError {
  const message =
    'returnUrl is on a host that is not allowed for the merchant. Use an allowed one, or have an admin add the host to returnHosts.';
  return validationError([{ path: 'returnUrl', message }]);
}

async function findOwner(
  { principal, dependencies }: Context,
  onBehalfOf: string | undefined,
): Promise<Client> {
  if (principal.role === 'merchant') {
    if (onBehalfOf !== undefined && onBehalfOf !== principal.client.appKey)
      throw new ServiceError(
        'not_authorized',
        'A merchant may not act onBehalfOf another. Leave the field out.',
      );
    return principal.client;
  }
  if (onBehalfOf === undefined)
    throw validationError([
      { path: 'onBehalfOf', message: 'onBehalfOf is required: name the appKey of the merchant.' },
    ]);
  const merchant = await dependencies.clients.findByAppKey(onBehalfOf);
  if (merchant?.role !== 'merchant' || merchant.disabledAtMs !== null)
    throw validationError([
      { path: 'onBehalfOf', message: 'onBehalfOf is not the appKey of an active merchant.' },
    ]);
  if (merchant.secrets.length === 0)
    throw validationError([
      {
        path: 'onBehalfOf',
        message: 'onBehalfOf names a merchant without a secret: rotate its secret first.',
      },
    ]);
  return merchant;
}
