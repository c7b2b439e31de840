import {
  type AccountFigures,
  COMPARED,
  type ComparedFigure,
  comparedValue,
  type DayFigures,
} from './figures.ts';

/** The name of an account when its day was closed. */
export interface AccountName {
  readonly bank: string;
  readonly accountName: string;
  readonly iban: string;
}

/** The figures of a day with the names of its accounts, as a closing stores them. */
export interface NamedFigures extends DayFigures {
  readonly accounts: readonly (AccountFigures & AccountName)[];
}

/** A day that somebody has closed. A later closing of the same day supersedes it, and does not change it. */
export interface DayClosing {
  readonly id: string;
  /** `2026-11-28`. */
  readonly day: string;
  /** 1 for the first closing of the day, 2 for the next. */
  readonly number: number;
  /** The person: see `personOf` of the payouts. */
  readonly closedBy: string;
  readonly clientId: string;
  readonly closedAtMs: number;
  /** A hand-over note; null for none. */
  readonly note: string | null;
  /** Why it was closed although figures were missing; null where none were. */
  readonly reason: string | null;
  readonly figuresHash: string;
  readonly figures: NamedFigures;
}

/** A closing without its figures, which can be long. */
export type ClosingHead = Omit<DayClosing, 'figures'>;

/** Whether this closing was made by the same request: the same key, with the same texts, for the same figures. */
export function isRepeated(made: RepeatTerms, request: RepeatTerms): boolean {
  return REPEAT_KEYS.every((key) => made[key] === request[key]);
}

const REPEAT_KEYS = ['clientId', 'figuresHash', 'note', 'reason'] as const;
type RepeatTerms = Pick<DayClosing, (typeof REPEAT_KEYS)[number]>;

/** An amount in minor units, or a count. */
type ChangedFigure = ComparedFigure | 'unassignedMinor';
type WithoutUnit<F> = F extends `${infer Amount}Minor` ? Amount : F;
type ShownFigure = WithoutUnit<ChangedFigure>;

/** Returns the name of a figure as callers see it: amounts have no unit there. */
export function shownFigure(figure: ChangedFigure): ShownFigure {
  return figure.replace(/Minor$/, '') as ShownFigure;
}

export const SHOWN_FIGURES = [...COMPARED, 'unassignedMinor' as const].map(shownFigure) as [
  ShownFigure,
  ...ShownFigure[],
];

/** A figure that has changed since its day was closed. A value is null if the account was not part of the day. */
export interface FigureChange {
  /** Null for the withdrawals that no account shows yet. */
  readonly accountId: string | null;
  readonly figure: ChangedFigure;
  readonly closed: number | null;
  readonly now: number | null;
}

/**
 * Lists what has changed since a day was closed, in the present order of the accounts. The list is empty exactly if
 * both have the same hash.
 */
export function changesSince(closed: DayFigures, now: DayFigures): FigureChange[] {
  const before = new Map(closed.accounts.map((account) => [account.accountId, account]));
  const after = new Map(now.accounts.map((account) => [account.accountId, account]));
  const ofAccounts = [...new Set([...after.keys(), ...before.keys()])].flatMap((accountId) =>
    COMPARED.flatMap((figure) => {
      const [one, other] = [before.get(accountId), after.get(accountId)];
      if (comparedValue(one, figure) === comparedValue(other, figure)) return [];
      return [{ accountId, figure, closed: one?.[figure] ?? null, now: other?.[figure] ?? null }];
    }),
  );
  if (closed.unassignedMinor === now.unassignedMinor) return ofAccounts;
  const unassigned = { closed: closed.unassignedMinor, now: now.unassignedMinor };
  return [...ofAccounts, { accountId: null, figure: 'unassignedMinor', ...unassigned }];
}
