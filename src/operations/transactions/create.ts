import type { BankFact } from '../../domain/bank.ts';
import { ServiceError, validationError } from '../../domain/errors.ts';
import type { DepositDraft, Transaction, WithdrawalDraft } from '../../domain/transaction.ts';
import type { BankDirectory, Client } from '../admin/directory.ts';
import type { Context } from '../operation.ts';
import { refusalError } from './refusals.ts';

type CreateRequest = Omit<DepositDraft, 'clientId'> | Omit<WithdrawalDraft, 'clientId'>;

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
  const { dependencies } = context;
  const owner = await ownerOf(context, onBehalfOf);
  const bank = await findBank(dependencies.banks, request.bankId);
  const outcome = await dependencies.transactions.create(
    Object.assign({ clientId: owner.id }, request),
    bank,
  );
  if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
  return { owner, transaction: outcome.transaction, alreadyPending: outcome.alreadyPending };
}

/** A directory that is down is a fact like others: what is stored already is answered all the same. */
async function findBank(banks: BankDirectory, bankId: string): Promise<BankFact> {
  try {
    return (await banks.find(bankId)) ?? 'missing';
  } catch (error) {
    // A database that fails is no fact about banks: it has a cause, which the log is to show.
    const isFact = error instanceof ServiceError && error.details.cause === undefined;
    if (isFact && error.type === 'error_unavailable') return 'unreadable';
    throw error;
  }
}

async function ownerOf(
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
  if (merchant?.role !== 'merchant' || merchant.disabled)
    throw validationError([
      { path: 'onBehalfOf', message: 'onBehalfOf is not the appKey of an active merchant.' },
    ]);
  return merchant;
}
