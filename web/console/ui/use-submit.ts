import { useState } from 'preact/hooks';
import { type Problem, problemOf } from '../service/failures.ts';

/** What a form holds, by the names of its inputs. */
export type Values = ReadonlyMap<string, string>;

export interface Submission {
  readonly isBusy: boolean;
  readonly problem: Problem | undefined;
  /** For a form's `onSubmit`. */
  submit(event: SubmitEvent): void;
}

/** What a form does when it is sent: once at a time, and saying what went wrong. */
export function useSubmit(action: (values: Values) => Promise<unknown>): Submission {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const run = async (form: HTMLFormElement) => {
    setBusy(true);
    setProblem(undefined);
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
    try {
      await action(new Map(entries));
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

/** After the problems were drawn. */
function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const first = form.querySelector('[aria-invalid=true]');
    if (first instanceof HTMLElement) first.focus();
  });
}
