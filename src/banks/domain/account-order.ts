interface NamedAccount {
  readonly bank: string;
  readonly accountName: string;
  readonly iban: string;
}

/** The order of accounts wherever all of them are listed: by the name of the bank, the holder and the IBAN. */
export function byAccountName(left: NamedAccount, right: NamedAccount): number {
  const [one, other] = [left, right].map(({ bank, accountName, iban }) => `${bank}\n${accountName}\n${iban}`);
  return (one ?? '') < (other ?? '') ? -1 : 1;
}
