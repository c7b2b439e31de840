import { fieldError } from '../kernel/errors.ts';
import { fault, issueText } from '../kernel/problems.ts';
import { oneOf, text } from '../operations/fields.ts';
import { type GivenReason, isReservedReason, OWN_REASONS, READERS } from './domain/reason.ts';
import { MAX_REASON_CHARACTERS } from './limits.ts';

export const reason = text(MAX_REASON_CHARACTERS)
  .refine((value) => !isReservedReason(value), issueText(fault('reserved_reason', { reserved: OWN_REASONS })))
  .describe('The words of the operator.');

export const seenBy = oneOf(READERS, 'ReasonReader').describe('Who reads the reason.');

/** @throws ServiceError error_validation when `seenBy` is given without a reason. */
export function refuseSeenByAlone({ reason, seenBy }: GivenReason): void {
  if (seenBy === undefined || reason !== undefined) return;
  throw fieldError('seenBy', fault('reason_missing'));
}
