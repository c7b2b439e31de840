import { useChoices } from './choices.ts';

interface AccountOptionsProps {
  /** The account that is chosen at first, of a field whose value nobody else sets. */
  readonly initial?: string | undefined;
}

/** All accounts, by their short names, as options of a field. */
export function AccountOptions({ initial }: AccountOptionsProps) {
  const { accounts } = useChoices();
  return (
    <>
      {accounts.map(({ accountId, title }) => (
        <option
          key={accountId}
          value={accountId}
          selected={initial === undefined ? undefined : accountId === initial}
        >
          {title}
        </option>
      ))}
    </>
  );
}
