import { type ComponentChildren, type ComponentProps, createContext, type RefObject } from 'preact';
import { useContext, useId } from 'preact/hooks';
import type { Problem } from '../service/failures.ts';
import { texts } from '../texts/texts.ts';
import { Message } from './message.tsx';
import type { Submission } from './use-submit.ts';

/** The state of the form around a field. A field outside a form is neither sent nor refused. */
const FormContext = createContext<Pick<Submission, 'isBusy' | 'problem'>>({
  isBusy: false,
  problem: undefined,
});

/** Returns why the surrounding form was refused. */
export function useProblem(): Problem | undefined {
  return useContext(FormContext).problem;
}

interface FormProps extends Omit<ComponentProps<'form'>, 'ref' | 'onSubmit'> {
  readonly submission: Submission;
  readonly formRef?: RefObject<HTMLFormElement | null>;
}

/** A form whose fields show their problems. */
export function Form({ submission, formRef, ...attributes }: FormProps) {
  return (
    <FormContext.Provider value={submission}>
      <form ref={formRef ?? null} onSubmit={submission.submit} {...attributes} />
    </FormContext.Provider>
  );
}

export interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: string | undefined;
}

/** Returns the messages about a field and its parts. */
function fieldProblem(problem: Problem | undefined, name: string): string | undefined {
  const entries = Object.entries(problem?.fields ?? {});
  const own = entries.filter(([path]) => path === name || path.startsWith(`${name}.`));
  return own.map(([, message]) => message).join(' ') || undefined;
}

interface InputAttributes {
  readonly id: string;
  readonly name: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface FrameProps extends FieldProps {
  /** The failure; by default that of the form. */
  readonly problem?: Problem | undefined;
  readonly children: (input: InputAttributes) => ComponentChildren;
}

/** A label, an input, its hint and its error message. */
export function Field({ label, name, problem, hint, children }: FrameProps) {
  const id = useId();
  const own = useProblem();
  const message = fieldProblem(problem ?? own, name);
  const about = [hint && `${id}-hint`, message && `${id}-problem`].filter(Boolean).join(' ');
  const input = {
    id,
    name,
    'aria-invalid': Boolean(message),
    'aria-describedby': about || undefined,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(input)}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {message && (
        <p class="field-problem" id={`${id}-problem`}>
          {message}
        </p>
      )}
    </div>
  );
}

interface InputProps extends FieldProps {
  readonly defaultValue?: string;
  readonly inputMode?: 'decimal' | 'numeric' | 'url';
  readonly autocomplete?: 'off' | 'username';
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly autofocus?: boolean;
  /** Selects the text when the field gets the focus, so that typing replaces it. */
  readonly isSelectedOnFocus?: boolean;
}

/** A text field of one line. */
export function TextField({ label, name, hint, isSelectedOnFocus, ...rest }: InputProps) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(input) => (
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          onFocus={(event) => isSelectedOnFocus && event.currentTarget.select()}
          {...rest}
          {...input}
        />
      )}
    </Field>
  );
}

interface CheckProps {
  readonly label: string;
  readonly name: string;
  readonly checked?: boolean;
  readonly hint?: string;
}

/** A checkbox with its label and its hint. */
export function CheckField({ label, name, checked, hint }: CheckProps) {
  const id = useId();
  return (
    <div class="field">
      <label class="check">
        <input type="checkbox" name={name} defaultChecked={checked} aria-describedby={hint && id} /> {label}
      </label>
      {hint && (
        <p class="hint" id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}

export interface ActionsProps {
  readonly label: string;
  readonly tone?: 'primary' | 'danger' | 'plain';
  readonly onCancel?: () => void;
  /** Disables sending. */
  readonly disabled?: boolean;
  /** The button that has the focus, in a dialog without fields: `back`, unless Enter is allowed to decide. */
  readonly focused?: 'submit' | 'back' | undefined;
}

/** The error message of a whole form, and its buttons. */
export function FormActions({ label, tone = 'primary', onCancel, disabled, focused }: ActionsProps) {
  const { problem, isBusy } = useContext(FormContext);
  return (
    <>
      <p class="form-problem" role="alert">
        {problem && <Message problem={problem} />}
      </p>
      <div class="actions">
        <button type="submit" class={tone} autofocus={focused === 'submit'} disabled={isBusy || disabled}>
          {isBusy ? texts().ui.working : label}
        </button>
        {onCancel && (
          <button type="button" autofocus={focused === 'back'} onClick={onCancel}>
            {texts().ui.back}
          </button>
        )}
      </div>
    </>
  );
}
