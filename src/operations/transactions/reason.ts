import { type FieldProblem, validationError } from '../../domain/errors.ts';
import { type GivenReason, READERS } from '../../domain/reason.ts';
import { graphqlTypes, oneOf, text } from '../fields.ts';

const MAX_REASON_CHARACTERS = 200;

/** Reasons reserved for the service: an operator who used one would misstate who acted. */
const RESERVED_REASONS = ['expired', 'cancelled_by_client', 'cancelled_by_payer'];

/** The words of an operator about a transition. */
export const reason = text(MAX_REASON_CHARACTERS).refine(
  (value) => !RESERVED_REASONS.includes(value),
  `must not be one of ${RESERVED_REASONS.join(', ')}, which the service sets for actions of others.`,
);

/** The reader of the reason. */
export const seenBy = oneOf(READERS).register(graphqlTypes, { name: 'ReasonReader' });

/** @throws ServiceError error_validation when nothing was given that anybody could see. */
export function refuseSeenByAlone({ reason, seenBy }: GivenReason): void {
  if (seenBy === undefined || reason !== undefined) return;
  const problem: FieldProblem = {
    path: 'seenBy',
    message: 'seenBy says who is told the reason. Give a reason too, or leave seenBy out.',
  };
  throw validationError([problem]);
}
