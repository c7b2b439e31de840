import type { z } from 'zod';
import { fieldError, type ServiceError } from '../kernel/errors.ts';
import { type Fault, fault, issueText } from '../kernel/problems.ts';
import {
  amount,
  flag,
  idText,
  listOf,
  oneOf,
  searchText,
  timestamp,
  transactionStatus,
  transactionType,
} from '../operations/fields.ts';
import { appKey, processId, userId } from '../operations/ids.ts';
import type { Context } from '../operations/operation.ts';
import { MAX_DAYS } from '../reconciliation/limits.ts';
import { MAX_TERMS, parseQuery } from './domain/query.ts';
import { ENDED_KINDS } from './domain/transaction.ts';
import { findScope, isDesk } from './scope.ts';
import type { TransactionFilter } from './store.ts';

export const endedKind = oneOf(ENDED_KINDS, 'EndedKind');

/** The text of a search field. */
export const queryText = searchText(200).refine(
  (query) => parseQuery(query).length <= MAX_TERMS,
  issueText(fault('too_many_words', { maximum: MAX_TERMS })),
);

/** The filters of a list of transactions. */
export const filterFields = {
  query: queryText.optional().describe('A search text: amounts, names, ids, references, the end of an IBAN.'),
  status: transactionStatus.optional().describe('Only transactions with this status.'),
  reason: listOf(endedKind, { of: 'kinds', min: 1, max: ENDED_KINDS.length })
    .optional()
    .describe('How unsuccessful ones ended; any of these.'),
  isLate: flag.optional().describe('Whether its money came, or may have come, after it had ended.'),
  isSent: flag.optional().describe('Whether the payer has said that the money was sent.'),
  isInPayout: flag.optional().describe('Whether a batch of payouts is going to pay it; not for merchants.'),
  isClaimedByMe: flag
    .optional()
    .describe('Whether it is pending, and the caller has claimed it last; not for merchants.'),
  type: transactionType.optional().describe('Whether it is a deposit or a withdrawal.'),
  appKey: appKey.optional(),
  bankId: idText.optional().describe('Only transactions of this bank.'),
  accountId: idText.optional().describe('The account that deposits are paid into.'),
  processId: processId.optional(),
  userId: userId.optional(),
  from: timestamp.optional().describe('Created at or after this time.'),
  to: timestamp.optional().describe('Created before this time.'),
  minAmount: amount.optional().describe('The smallest amount.'),
  maxAmount: amount.optional().describe('The largest amount.'),
  movedFrom: timestamp
    .optional()
    .describe('The money moved at or after this time: it became successful, or was reversed.'),
  movedTo: timestamp.optional().describe('The money moved before this time.'),
  movedAccountId: idText
    .optional()
    .describe(
      'The account on which the money moved: of a deposit its own, of a withdrawal that of its lines. With movedFrom; not for merchants.',
    ),
};

/** The longest time for which the movement of one account is listed: as many days as `listAccountDays` shows. */
const MAX_MOVED_MS = MAX_DAYS * 24 * 60 * 60 * 1000;

type FilterInput = z.output<z.ZodObject<typeof filterFields>>;

/** The conditions of a filter, within what the caller may see. @throws ServiceError error_validation. */
export async function toConditions(context: Context, input: FilterInput): Promise<TransactionFilter> {
  const { appKey, from, to, minAmount: minAmountMinor, maxAmount: maxAmountMinor, ...others } = input;
  const { movedFrom: movedFromMs, movedTo: movedToMs, ...rest } = others;
  refuseRanges(input);
  const { principal } = context;
  const isForDesk = isDesk(principal);
  if (!isForDesk && input.movedAccountId !== undefined) throw accountsAreOfTheDesk();
  for (const name of ['isInPayout', 'isClaimedByMe'] as const)
    if (!isForDesk && input[name] !== undefined)
      throw fieldError(name, fault('unwanted', 'is for keys that see all. Leave it out.'));
  refuseMoves(input, context.dependencies.runtime.nowMs());
  const scope = await findScope(context, appKey);
  const amounts = { minAmountMinor, maxAmountMinor };
  const desk = { isForDesk, callerId: principal.client.id };
  return { ...rest, ...scope, ...desk, fromMs: from, toMs: to, ...amounts, movedFromMs, movedToMs };
}

function refuseRanges({ from, to, movedFrom, movedTo, minAmount, maxAmount }: FilterInput): void {
  if (from !== undefined && to !== undefined && from >= to)
    throw fieldError('from', fault('from_after_to', 'must be before to.'));
  if (movedFrom !== undefined && movedTo !== undefined && movedFrom >= movedTo)
    throw fieldError('movedFrom', fault('from_after_to', 'must be before movedTo.'));
  if (minAmount !== undefined && maxAmount !== undefined && minAmount > maxAmount)
    throw fieldError('minAmount', fault('min_above_max'));
}

function accountsAreOfTheDesk(): ServiceError {
  const message = 'is for keys that see all accounts. Leave it out, and ask with movedFrom and movedTo.';
  return fieldError('movedAccountId', fault('unwanted', message));
}

function refuseMoves({ movedFrom, movedTo, movedAccountId }: FilterInput, nowMs: number): void {
  const refuse = (found: Fault) => fieldError('movedFrom', found);
  if (movedAccountId === undefined) return;
  if (movedFrom === undefined)
    throw refuse(fault('required', 'is required with movedAccountId: say since when.'));
  if ((movedTo ?? nowMs) - movedFrom <= MAX_MOVED_MS) return;
  const message = `must be at most ${MAX_DAYS} days before movedTo. Ask for one year after another.`;
  throw refuse(fault('too_many_days', { maximum: MAX_DAYS }, message));
}
