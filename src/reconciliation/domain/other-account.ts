/** A balance that a statement of an account ended with, in minor units. */
export interface LastBalance {
  readonly closingMinor: number;
  /** The day, YYYY-MM-DD. */
  readonly day: string;
}

/** What shows of which account the lines of a statement are, where the file does not name one by its IBAN. */
export interface AccountSigns {
  /** The account that the lines would be of. */
  readonly accountId: string;
  /** How many of the lines name a deposit, by the account that this was assigned to. */
  readonly depositLines: ReadonlyMap<string, number>;
  /** How many of the lines have the IBAN of an account of the operator in their texts, by that account. */
  readonly ibanLines: ReadonlyMap<string, number>;
  /** How many of the lines come from the account itself, or go to it. */
  readonly selfLines: number;
  /** The balance before the first line, in minor units; null where the file states none. */
  readonly openingMinor: number | null;
  /** The last balances before the first line, by account. */
  readonly lastBalances: ReadonlyMap<string, LastBalance>;
}

/** Why the lines look like those of another account. */
export type AccountWarning =
  | { readonly code: 'other-deposits'; readonly otherAccountId: string; readonly lineCount: number }
  | { readonly code: 'other-iban'; readonly otherAccountId: string; readonly lineCount: number }
  /** The other side of lines is the account itself. */
  | { readonly code: 'own-iban'; readonly lineCount: number }
  /** The balance goes on from that of another account, and not from that of this one. */
  | { readonly code: 'other-balance'; readonly otherAccountId: string; readonly openingMinor: number }
  | {
      readonly code: 'balance-gap';
      readonly openingMinor: number;
      readonly closingMinor: number;
      readonly day: string;
    };

/** Tells why lines look like those of another account: none where nothing speaks for that. */
export function warnOfOtherAccount(signs: AccountSigns): readonly AccountWarning[] {
  const { accountId, depositLines, ibanLines, selfLines } = signs;
  const deposits = mostOfOther(depositLines, accountId);
  const ibans = mostOfOther(ibanLines, accountId);
  return [
    ...(deposits ? [{ code: 'other-deposits', ...deposits } as const] : []),
    ...(ibans ? [{ code: 'other-iban', ...ibans } as const] : []),
    ...(selfLines > 0 ? [{ code: 'own-iban', lineCount: selfLines } as const] : []),
    ...warnOfBalance(signs),
  ];
}

/** The other account that most lines are of, where as many are of it as of the account. A few can be strays. */
function mostOfOther(lines: ReadonlyMap<string, number>, accountId: string) {
  const others = [...lines].filter(([id]) => id !== accountId).sort(([, a], [, b]) => b - a);
  const [most] = others;
  if (!most || most[1] < (lines.get(accountId) ?? 0)) return undefined;
  return { otherAccountId: most[0], lineCount: most[1] };
}

function warnOfBalance({ accountId, openingMinor, lastBalances }: AccountSigns): readonly AccountWarning[] {
  const own = lastBalances.get(accountId);
  if (openingMinor === null || own?.closingMinor === openingMinor) return [];
  const isContinued = ([, { closingMinor }]: readonly [string, LastBalance]) => closingMinor === openingMinor;
  // Many accounts end a day empty.
  const other = openingMinor === 0 ? undefined : [...lastBalances].find(isContinued);
  if (other) return [{ code: 'other-balance', otherAccountId: other[0], openingMinor }];
  return own ? [{ code: 'balance-gap', openingMinor, ...own }] : [];
}
