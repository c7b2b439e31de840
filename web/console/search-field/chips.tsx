import type { Params } from '../router.ts';
import { SavedViews } from '../saved-views/saved-views.tsx';
import { texts } from '../texts/texts.ts';
import { useChoices } from './choices.ts';
import { ENDED_KINDS, type FilterName, isFiltered, readKinds } from './filter.ts';

interface ChipsProps {
  readonly names: readonly FilterName[];
  readonly params: URLSearchParams;
  readonly onChange: (changes: Params) => void;
}

/** The filters of a list, each as a chip that turns on and off. */
export function Chips({ names, params, onChange }: ChipsProps) {
  const t = texts().searchField;
  const { banks, accounts, clients } = useChoices();
  const bankId = params.get('bankId');
  const kinds = readKinds(params.get('reason'));
  const toggle = (name: FilterName, value: string, title: string) => (
    <Toggle
      isOn={params.get(name) === value}
      title={title}
      onToggle={(isOn) => onChange({ [name]: isOn ? value : undefined })}
    />
  );
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
      {names.includes('type') && (
        <>
          {toggle('type', 'deposit', t.deposits)}
          {toggle('type', 'withdrawal', t.withdrawals)}
          {toggle('isSent', 'true', t.sent)}
        </>
      )}
      {names.includes('reason') &&
        ENDED_KINDS.map((kind) => (
          <Toggle
            key={kind}
            isOn={kinds.includes(kind)}
            title={t.kinds[kind]}
            onToggle={(isOn) => {
              const chosen = ENDED_KINDS.filter((known) => (known === kind ? isOn : kinds.includes(known)));
              onChange({ reason: chosen.join(','), ...(isOn && { status: undefined, isLate: undefined }) });
            }}
          />
        ))}
      {choice('bankId', t.bank, banks?.map(({ bankId: id, name }) => [id, name]) ?? [['', t.noBanks]])}
      {choice(
        'accountId',
        t.account,
        ownAccounts.map(({ accountId, title }) => [accountId, title]),
      )}
      {choice(
        'appKey',
        t.client,
        clients.map(({ appKey, name }) => [appKey, name]),
      )}
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

interface ToggleProps {
  readonly title: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

function Toggle({ title, isOn, onToggle }: ToggleProps) {
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={() => onToggle(!isOn)}>
      {title}
    </button>
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
  // A link may name one that is no longer offered.
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
