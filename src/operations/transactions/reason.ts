import { type FieldProblem, validationError } from '../../domain/errors.ts';
import { type GivenReason, isReservedReason, OWN_REASONS, READERS } from '../../domain/reason.ts';
import { graphqlTypes, oneOf, text } from '../fields.ts';

const MAX_REASON_CHARACTERS = 200;

/** The words of an operator about a transition. */
export const reason = text(MAX_REASON_CHARACTERS).refine(
  (value) => !isReservedReason(value),
  `must not be one of ${OWN_REASONS.join(', ')}, in any spelling: the service sets them. Say it in your own words, or leave the reason out.`,
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
