import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ReasonReader } from '../gql/schema.ts';
import { FormError } from '../service/failures.ts';
import { texts } from '../texts/texts.ts';
import { Field, TextField } from '../ui/form.tsx';
import { areShortcutsOn } from '../ui/shortcut-setting.ts';
import type { Values } from '../ui/use-submit.ts';
import { ACTIONS, type Action } from './actions.ts';
import { type ReasonTemplate, useFreshTemplates, useTemplatesOf } from './templates.tsx';

export const READERS = ['merchant', 'payer', 'nobody'] as const satisfies readonly ReasonReader[];

const TYPING = 'input:not([type=radio]):not([type=checkbox]), select, textarea';
/** The value of the option to write the reason. */
const OWN_WORDS = '';

interface ReasonFieldsProps {
  readonly action: Action;
}

/** The choice of a reason by its number, or the field to write one. */
export function ReasonFields({ action }: ReasonFieldsProps) {
  const templates = useTemplatesOf(action);
  // A settle must be quick, so it has no templates.
  useFreshTemplates(action !== 'settle');
  const [chosen, setChosen] = useState(OWN_WORDS);
  const group = useRef<HTMLFieldSetElement>(null);
  const { pick, pickOptional, pickHint, ownWords, readers } = texts().templates;
  const isRequired = ACTIONS[action].reason === 'required';
  // A digit would be typed into the amount, which has the focus.
  const isAmountFirst = ACTIONS[action].takesAmount && !isRequired;
  const choose = (id: string) => {
    setChosen(id);
    // The next Enter confirms.
    requestAnimationFrame(() => find(group.current, `input[value="${CSS.escape(id)}"]`)?.focus());
  };
  useDigits((digit) => {
    const template = templates[digit - 1];
    if (template) choose(template.id);
    return template !== undefined;
  });
  const isGone = chosen !== OWN_WORDS && !templates.some(({ id }) => id === chosen);
  const gone = isGone && <input type="hidden" name="template" value={chosen} />;
  if (templates.length === 0)
    return (
      <>
        {gone}
        <OwnWords action={action} />
      </>
    );
  return (
    <fieldset class="reasons" ref={group} onKeyDown={(event) => typeOwnWords(event, group.current)}>
      <legend>{isRequired ? pick : pickOptional}</legend>
      {templates.map((template, index) => (
        <label key={template.id} class="reason">
          <input
            type="radio"
            name="template"
            value={template.id}
            checked={chosen === template.id}
            onChange={() => setChosen(template.id)}
          />
          <kbd>{isAmountFirst ? `Alt+${index + 1}` : index + 1}</kbd>
          <bdi>{template.text}</bdi>
          <span class="hint">{readers[template.seenBy]}</span>
        </label>
      ))}
      <label class="reason">
        <input
          type="radio"
          name="template"
          value={OWN_WORDS}
          checked={chosen === OWN_WORDS}
          autofocus={!isAmountFirst && action !== 'cancel'}
          onChange={() => setChosen(OWN_WORDS)}
        />
        {ownWords}
      </label>
      {gone}
      <div class="own-words" onInput={() => setChosen(OWN_WORDS)}>
        <OwnWords action={action} isBelowChoice />
      </div>
      <p class="hint for-keys">{pickHint}</p>
    </fieldset>
  );
}

interface OwnWordsProps extends ReasonFieldsProps {
  readonly isBelowChoice?: boolean;
}

/** The field for a written reason, and the choice of its readers. A settle is quick: the merchant reads its reason. */
function OwnWords({ action, isBelowChoice = false }: OwnWordsProps) {
  const { reason, reasonOptional, reasonSent } = texts().transactions;
  const { seenBy, readersLong, ownWordsLabel } = texts().templates;
  const label = ACTIONS[action].reason === 'required' ? reason : reasonOptional;
  if (action === 'settle') return <TextField label={label} name="reason" hint={reasonSent} />;
  return (
    <>
      <TextField label={isBelowChoice ? ownWordsLabel : label} name="reason" />
      <Field label={seenBy} name="seenBy">
        {(input) => (
          <select {...input}>
            {READERS.map((reader) => (
              <option key={reader} value={reader}>
                {readersLong[reader]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}

interface GivenReason {
  readonly reason: string | undefined;
  readonly seenBy: ReasonReader | undefined;
}

/**
 * Reads the chosen or written reason of a form.
 * @throws FormError when the chosen one was removed while the form was open.
 */
export function readReason(values: Values, templates: readonly ReasonTemplate[]): GivenReason {
  const id = values.get('template');
  const template = id ? templates.find((one) => one.id === id) : undefined;
  if (template) return { reason: template.text, seenBy: template.seenBy };
  const reason = values.get('reason')?.trim() || undefined;
  if (id && reason === undefined) throw new FormError({ reason: texts().templates.removedMeanwhile });
  const seenBy = READERS.find((reader) => reader === values.get('seenBy'));
  return { reason, seenBy: reason === undefined ? undefined : seenBy };
}

/** Calls back with each digit that is pressed outside of text, or with Alt. */
function useDigits(onDigit: (digit: number) => boolean): void {
  const latest = useRef(onDigit);
  latest.current = onDigit;
  // A number can directly follow the key that opens the dialog.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, altKey } = event;
      if (event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
      if (!altKey && (target.closest(TYPING) || !areShortcutsOn())) return;
      // Alt changes the characters of some keyboards, but not the places of their keys.
      const digit = /^[1-9]$/.exec(event.key)?.[0] ?? (altKey ? /[1-9]$/.exec(event.code)?.[0] : undefined);
      if (digit !== undefined && latest.current(Number(digit))) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Text that is typed on the choice goes into the field. */
function typeOwnWords(event: KeyboardEvent, group: HTMLElement | null): void {
  const { key, target } = event;
  const isText = key.length === 1 && !/[\d ]/.test(key) && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isText || !(target instanceof HTMLInputElement) || target.type !== 'radio') return;
  find(group, 'input[name=reason]')?.focus();
}

function find(group: HTMLElement | null, selector: string): HTMLInputElement | null {
  return group?.querySelector<HTMLInputElement>(selector) ?? null;
}
