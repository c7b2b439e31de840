import { FormError, type Problem, problemOf } from '../service/failures.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { translateRefusal } from './line-refusals.ts';

/** Converts the error of a decision about a line. */
export function lineProblem(error: unknown): Problem {
  return translateRefusal(problemOf(error), reconciliationTexts());
}

/** Converts it for a form, which shows the message of what it catches. */
function lineFailure(error: unknown): unknown {
  const { message, detail, fields } = lineProblem(error);
  return detail === undefined ? new FormError(fields, message) : error;
}

/** Whether money is refused because it may be gone, or counted already. */
export function isDoubtful({ problems = [] }: Pick<Problem, 'problems'>): boolean {
  return problems.some(({ code }) => code === 'line_doubtful');
}

/** Fails a form with what the service has refused. */
export function refuseForm(error: unknown): never {
  throw lineFailure(error);
}
