import type { ComponentChildren } from 'preact';
import { withDigitsFirst } from '../names.ts';
import type { Params } from '../router.ts';
import { SavedViews } from '../saved-views/saved-views.tsx';
import { texts } from '../texts/texts.ts';
import { useChoices } from './choices.ts';
import { type FilterName, isFiltered } from './filter.ts';

interface ChipsProps {
  readonly names: readonly FilterName[];
  readonly params: URLSearchParams;
  readonly onChange: (changes: Params) => void;
  /** The button that opens the other filters of a screen. */
  readonly more: ComponentChildren;
}

/** The filters that everybody needs, and the button that clears all of them. */
export function Chips({ names, params, onChange, more }: ChipsProps) {
  const t = texts().searchField;
  const { banks, accounts, clients } = useChoices();
  const bankId = params.get('bankId');
  const choice = (name: FilterName, label: string, options: readonly Option[]) => (
    <Choice
      label={label}
      value={params.get(name) ?? ''}
      options={options}
      onChoose={(value) => onChange({ [name]: value, ...(name === 'bankId' && { accountId: undefined }) })}
    />
  );
  const ownAccounts = accounts.filter((account) => !bankId || account.bankId === bankId);
  return (
    <fieldset class="chips">
      <legend class="visually-hidden">{t.filters}</legend>
      {choice('bankId', t.bank, banks?.map(({ bankId: id, name }) => [id, name]) ?? [['', t.noBanks]])}
      {choice(
        'accountId',
        t.account,
        ownAccounts.map(({ accountId, title }) => [accountId, withDigitsFirst(title)]),
      )}
      {choice(
        'appKey',
        t.client,
        clients.map(({ appKey, name }) => [appKey, name]),
      )}
      {more}
      <SavedViews />
      {isFiltered(params, names) && (
        <button
          type="button"
          class="chip clear"
          onClick={() => onChange(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          {t.clear}
        </button>
      )}
    </fieldset>
  );
}

type Option = readonly [value: string, title: string];

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChoose: (value: string) => void;
}

/** It has a fixed size until the options are loaded, because the rows below must not move under a click. */
function Choice({ label, value, options, onChoose }: ChoiceProps) {
  // A link can name a value that is no longer offered.
  const isUnknown = value !== '' && !options.some(([option]) => option === value);
  return (
    <select
      class={value ? 'chip on' : 'chip'}
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">{label}</option>
      {isUnknown && <option value={value}>{value}</option>}
      {options.map(([option, title]) => (
        <option key={option} value={option}>
          {title}
        </option>
      ))}
    </select>
  );
}
