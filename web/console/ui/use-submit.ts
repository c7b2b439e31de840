import { useState } from 'preact/hooks';
import { type Problem, problemOf } from '../service/failures.ts';

/** Values of a form, by the names of its inputs. */
export type Values = ReadonlyMap<string, string>;

export interface Submission {
  readonly isBusy: boolean;
  readonly problem: Problem | undefined;
  /** Handler for a form's `onSubmit`. */
  submit(event: SubmitEvent): void;
}

/** Runs an action when a form is submitted, one at a time, and keeps its failure for display. */
export function useSubmit(action: (values: Values, form: HTMLFormElement) => Promise<unknown>): Submission {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const run = async (form: HTMLFormElement) => {
    setBusy(true);
    setProblem(undefined);
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
    try {
      await action(new Map(entries), form);
    } catch (error) {
      setProblem(problemOf(error));
      focusFirstProblem(form);
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    problem,
    submit(event) {
      event.preventDefault();
      if (!isBusy && event.currentTarget instanceof HTMLFormElement) void run(event.currentTarget);
    },
  };
}

/** Focuses the first invalid field after the next render. */
function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const first = form.querySelector('[aria-invalid=true]');
    if (first instanceof HTMLElement) first.focus();
  });
}
