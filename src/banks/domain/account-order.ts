interface NamedAccount {
  readonly bank: string;
  readonly accountName: string;
  readonly iban: string;
}

const { compare } = new Intl.Collator('tr');

/** The order of accounts wherever all of them are listed: by the name of the bank, the holder and the IBAN. */
export function byAccountName(left: NamedAccount, right: NamedAccount): number {
  const [one, other] = [left, right].map(({ bank, accountName, iban }) => `${bank}\n${accountName}\n${iban}`);
  return compare(one ?? '', other ?? '');
}
