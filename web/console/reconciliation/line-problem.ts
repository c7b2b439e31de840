import { FormError, type Problem, problemOf } from '../service/failures.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { translateRefusal } from './line-refusals.ts';

/** Converts the error of a decision about a line. */
export function lineProblem(error: unknown): Problem {
  return translateRefusal(problemOf(error), reconciliationTexts());
}

/** Whether money is refused because it may be gone, or counted already. */
export function isDoubtful({ problems = [] }: Pick<Problem, 'problems'>): boolean {
  return problems.some(({ code }) => code === 'line_doubtful');
}

/** Fails a form, which shows the message of what it catches, with what the service has refused. */
export function refuseForm(error: unknown): never {
  const { message, detail, fields } = lineProblem(error);
  throw detail === undefined ? new FormError(fields, message) : error;
}
