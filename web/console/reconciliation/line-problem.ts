import { FormError, type Problem, problemOf } from '../service/failures.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { translateRefusal } from './line-refusals.ts';

/** Converts the error of a decision about a line. */
export function lineProblem(error: unknown): Problem {
  return translateRefusal(problemOf(error), reconciliationTexts());
}

/** Whether the refusal is that the money may be gone, or is already counted. */
export function isDoubtful({ problems = [] }: Pick<Problem, 'problems'>): boolean {
  return problems.some(({ code }) => code === 'line_doubtful');
}

/** Throws the service's refusal as an error whose message the form shows. */
export function refuseForm(error: unknown): never {
  const { message, detail, fields } = lineProblem(error);
  throw detail === undefined ? new FormError(fields, message) : error;
}
