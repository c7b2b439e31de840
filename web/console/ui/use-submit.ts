import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { type Problem, problemOf } from '../service/failures.ts';
import { SignedInContext } from '../session/context.ts';
import { useIsShown } from './use-is-shown.ts';

/** Values of a form, by the names of its inputs. */
export type Values = ReadonlyMap<string, string>;

export interface Submission {
  readonly isBusy: boolean;
  readonly problem: Problem | undefined;
  /** Handler for a form's `onSubmit`. */
  submit(event: SubmitEvent): void;
}

interface Failed {
  readonly form: HTMLFormElement;
  readonly problem: Problem;
}

/**
 * Runs an action when a form is submitted, one at a time, and stores its failure for display. If the form has
 * disappeared by then, a notice shows the failure, with the title of its dialog or screen.
 */
export function useSubmit(action: (values: Values, form: HTMLFormElement) => Promise<unknown>): Submission {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed>();
  const signedIn = useContext(SignedInContext);
  const isShown = useIsShown();
  // The next key is for the invalid field. Fields read the problem from their form and are drawn right after this
  // effect, so the focus waits for them, but no longer: it would be taken from another field.
  useLayoutEffect(() => {
    if (failed) queueMicrotask(() => focusFirstProblem(failed.form));
  }, [failed]);
  const run = async (form: HTMLFormElement) => {
    setBusy(true);
    setFailed(undefined);
    const title = (form.closest('dialog') ?? document).querySelector('h1, h2')?.textContent;
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
    try {
      await action(new Map(entries), form);
    } catch (error) {
      const problem = problemOf(error);
      if (isShown()) setFailed({ form, problem });
      // Without its form a refusal has to name the fields itself.
      else signedIn?.notify(`${title}: ${[problem.message, ...Object.values(problem.fields)].join(' ')}`);
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    problem: failed?.problem,
    submit(event) {
      event.preventDefault();
      if (!isBusy && event.currentTarget instanceof HTMLFormElement) void run(event.currentTarget);
    },
  };
}

/** Focuses the first invalid field. */
function focusFirstProblem(form: HTMLFormElement): void {
  const first = form.querySelector('[aria-invalid=true]');
  if (first instanceof HTMLElement) first.focus();
}
