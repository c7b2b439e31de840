import { bankRefusal } from '../domain/bank.ts';
import { ServiceError, validationError } from '../domain/errors.ts';
import type { DepositDraft, Transaction, WithdrawalDraft } from '../domain/transaction.ts';
import type { Context } from './operation.ts';
import type { BankDirectory, Client } from './ports.ts';

type Completed = 'clientId' | 'bankName' | 'currency';
type CreateRequest = Omit<DepositDraft, Completed> | Omit<WithdrawalDraft, Completed>;

interface Created {
  readonly owner: Client;
  readonly transaction: Transaction;
  readonly alreadyPending: boolean;
}

/**
 * Creates a transaction for the merchant that asks, or for the one that an operator names.
 * @throws ServiceError what stands in the way: the process id, the blacklist, the bank, its accounts.
 */
export async function createFor(
  context: Context,
  onBehalfOf: string | undefined,
  request: CreateRequest,
): Promise<Created> {
  const { services } = context;
  const owner = await ownerOf(context, onBehalfOf);
  const { bankName, refusal } = await askBank(services.banks, request);
  const draft = Object.assign({ clientId: owner.id, bankName, currency: services.currency }, request);
  const outcome = await services.transactions.create(draft, refusal);
  if (outcome.kind === 'refused') throw outcome.error;
  return { owner, transaction: outcome.transaction, alreadyPending: outcome.alreadyPending };
}

/** A directory that is down is one more refusal: what stands in the store already is answered all the same. */
async function askBank(
  banks: BankDirectory,
  request: CreateRequest,
): Promise<{ readonly bankName: string; readonly refusal: ServiceError | undefined }> {
  try {
    const bank = await banks.find(request.bankId);
    return { bankName: bank?.name ?? '', refusal: bankRefusal(bank, request) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { bankName: '', refusal: error };
  }
}

async function ownerOf({ principal, services }: Context, onBehalfOf: string | undefined): Promise<Client> {
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
  const merchant = await services.clients.findByAppKey(onBehalfOf);
  if (merchant?.role !== 'merchant' || merchant.disabled)
    throw validationError([
      { path: 'onBehalfOf', message: 'onBehalfOf is not the appKey of an active merchant.' },
    ]);
  return merchant;
}
