/** The closing balance of an account's statement, in minor units. */
export interface LastBalance {
  readonly closingMinor: number;
  /** The day, YYYY-MM-DD. */
  readonly day: string;
}

/** The signs of which account the lines of a statement belong to, if the file does not name it by IBAN. */
export interface AccountSigns {
  /** The account to which the lines would belong. */
  readonly accountId: string;
  /** How many of the lines name a deposit, by the account that the deposit was assigned to. */
  readonly depositLines: ReadonlyMap<string, number>;
  /** How many of the lines have the IBAN of an account of the operator in their texts, by that account. */
  readonly ibanLines: ReadonlyMap<string, number>;
  /** How many of the lines come from the account itself, or go to it. */
  readonly selfLines: number;
  /** The balance before the first line, in minor units; null if the file states none. */
  readonly openingMinor: number | null;
  /** The last balances before the first line, by account. */
  readonly lastBalances: ReadonlyMap<string, LastBalance>;
}

/** Why the lines look like those of another account. */
export type AccountWarning =
  | { readonly code: 'other-deposits'; readonly otherAccountId: string; readonly lineCount: number }
  | { readonly code: 'other-iban'; readonly otherAccountId: string; readonly lineCount: number }
  /** The other party of the lines is the account itself. */
  | { readonly code: 'own-iban'; readonly lineCount: number }
  /** The balance continues that of another account, and not that of this one. */
  | { readonly code: 'other-balance'; readonly otherAccountId: string; readonly openingMinor: number }
  | {
      readonly code: 'balance-gap';
      readonly openingMinor: number;
      readonly closingMinor: number;
      readonly day: string;
    };

/** Returns why lines look like those of another account; nothing if they do not. */
export function warnOfOtherAccount(signs: AccountSigns): readonly AccountWarning[] {
  const { accountId, depositLines, ibanLines, selfLines } = signs;
  const deposits = dominantOtherAccount(depositLines, accountId);
  const ibans = dominantOtherAccount(ibanLines, accountId);
  return [
    ...(deposits ? [{ code: 'other-deposits', ...deposits } as const] : []),
    ...(ibans ? [{ code: 'other-iban', ...ibans } as const] : []),
    ...(selfLines > 0 ? [{ code: 'own-iban', lineCount: selfLines } as const] : []),
    ...warnOfBalance(signs),
  ];
}

/**
 * Returns the other account that has most of the lines, if it has at least as many as the account itself. A few lines
 * can be strays.
 */
function dominantOtherAccount(lines: ReadonlyMap<string, number>, accountId: string) {
  const others = [...lines].filter(([id]) => id !== accountId).sort(([, a], [, b]) => b - a);
  const [most] = others;
  if (!most || most[1] < (lines.get(accountId) ?? 0)) return undefined;
  return { otherAccountId: most[0], lineCount: most[1] };
}

function warnOfBalance({ accountId, openingMinor, lastBalances }: AccountSigns): readonly AccountWarning[] {
  const own = lastBalances.get(accountId);
  if (openingMinor === null || own?.closingMinor === openingMinor) return [];
  const isContinued = ([, { closingMinor }]: readonly [string, LastBalance]) => closingMinor === openingMinor;
  // Many accounts are empty at the end of a day.
  const other = openingMinor === 0 ? undefined : [...lastBalances].find(isContinued);
  if (other) return [{ code: 'other-balance', otherAccountId: other[0], openingMinor }];
  return own ? [{ code: 'balance-gap', openingMinor, ...own }] : [];
}
