import { z } from 'zod';
import { type ServiceError, validationError } from '../../domain/errors.ts';
import { MAX_TERMS, parseQuery } from '../../domain/query.ts';
import { ENDED_KINDS } from '../../domain/transaction.ts';
import {
  amount,
  flag,
  graphqlTypes,
  idText,
  oneOf,
  text,
  timestamp,
  transactionStatus,
  transactionType,
  typeProblem,
} from '../fields.ts';
import type { Context } from '../operation.ts';
import { MAX_DAYS } from '../reconciliation/day-range.ts';
import { findScope } from './scope.ts';
import type { TransactionFilter } from './store.ts';
import { isDesk } from './visible.ts';

export const endedKind = oneOf(ENDED_KINDS).register(graphqlTypes, { name: 'EndedKind' });

/** The filters of a list of transactions. */
export const filterFields = {
  /** The text that somebody typed into the one field: amounts, names, ids, references, the end of an IBAN. */
  query: text(200)
    .refine(
      (query) => parseQuery(query).length <= MAX_TERMS,
      `must have at most ${MAX_TERMS} different words. Leave some out.`,
    )
    .optional(),
  status: transactionStatus.optional(),
  /** How an unsuccessful transaction ended; any of these. */
  reason: z
    .array(endedKind, { error: typeProblem(`a list of ${ENDED_KINDS.join(', ')}`) })
    .min(1, 'must name at least one kind.')
    .max(ENDED_KINDS.length, 'must name each kind once.')
    .optional(),
  /** Expired although the payer said sent, or paid after the end. */
  isLate: flag.optional(),
  /** Whether the payer has said that the money was sent. */
  isSent: flag.optional(),
  type: transactionType.optional(),
  /** The client, for callers who see all. */
  appKey: idText.optional(),
  bankId: idText.optional(),
  /** The account that deposits are paid into. */
  accountId: idText.optional(),
  processId: idText.optional(),
  userId: idText.optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
  minAmount: amount.optional(),
  maxAmount: amount.optional(),
  /** Its money moved in this time: it became successful, or no longer was. */
  movedFrom: timestamp.optional(),
  movedTo: timestamp.optional(),
  /**
   * The account on which it moved, with `movedFrom`: of a deposit its own, of a withdrawal that of its lines. Merchants
   * know no accounts.
   */
  movedAccountId: idText.optional(),
};

/** The longest time for which the movement of one account is listed: as many days as `listAccountDays` shows. */
const MAX_MOVED_MS = MAX_DAYS * 24 * 60 * 60 * 1000;

type FilterInput = z.output<z.ZodObject<typeof filterFields>>;

/** The conditions of a filter, within what the caller may see. @throws ServiceError error_validation. */
export async function toConditions(context: Context, input: FilterInput): Promise<TransactionFilter> {
  const { appKey, from, to, minAmount: minAmountMinor, maxAmount: maxAmountMinor, ...others } = input;
  const { movedFrom: movedFromMs, movedTo: movedToMs, ...rest } = others;
  refuseRange({ from, to });
  const isForClient = !isDesk(context.principal);
  if (isForClient && input.movedAccountId !== undefined) throw accountsAreOfTheDesk();
  refuseMoves(input, context.dependencies.runtime.nowMs());
  const scope = await findScope(context, appKey);
  const amounts = { minAmountMinor, maxAmountMinor };
  return { ...rest, ...scope, isForClient, fromMs: from, toMs: to, ...amounts, movedFromMs, movedToMs };
}

function refuseRange({ from, to }: Pick<FilterInput, 'from' | 'to'>): void {
  if (from !== undefined && to !== undefined && from >= to)
    throw validationError([{ path: 'from', message: 'from must be before to.' }]);
}

function accountsAreOfTheDesk(): ServiceError {
  const message =
    'movedAccountId is for keys that see all accounts. Leave it out, and ask with movedFrom and movedTo.';
  return validationError([{ path: 'movedAccountId', message }]);
}

function refuseMoves({ movedFrom, movedTo, movedAccountId }: FilterInput, nowMs: number): void {
  const refuse = (message: string) => validationError([{ path: 'movedFrom', message }]);
  if (movedFrom !== undefined && movedTo !== undefined && movedFrom >= movedTo)
    throw refuse('movedFrom must be before movedTo.');
  if (movedAccountId === undefined) return;
  if (movedFrom === undefined) throw refuse('movedFrom is required with movedAccountId: say since when.');
  if ((movedTo ?? nowMs) - movedFrom <= MAX_MOVED_MS) return;
  const message = `movedFrom must be at most ${MAX_DAYS} days before movedTo. Ask for one year after another.`;
  throw refuse(message);
}
