import { cleanTexts } from '../../kernel/texts.ts';
import { lineKeyOf } from './line-key.ts';
import { readLine } from './matching/line-reading.ts';
import { lookupsOf, payoutNamesOf } from './matching/lookups.ts';
import type { DebitKind } from './matching/model.ts';
import type { StatementLine, StatementPart } from './statement.ts';

type LinePart = Extract<StatementPart, { kind: 'line' }>;

/** A line to be stored, with the values by which it is compared and looked up. */
export interface KeyedLine {
  /** Without characters that a database cannot store. */
  readonly line: StatementLine;
  /** See `lineKeyOf`. */
  readonly key: string;
  /**
   * The references of deposits and the ids of transactions and payouts that it names, each once. If a debit names no
   * payout, the id of its payment instead.
   */
  readonly references: readonly string[];
  readonly debitKind: DebitKind | null;
}

/** A part of a file whose lines are keyed. */
export type KeyedPart = Exclude<StatementPart, LinePart> | (LinePart & { readonly keyed: KeyedLine });

/**
 * Adds the keys to a part of a file, if it is a line. This is slow for a hostile line, so it runs in the reading
 * thread.
 */
export function keyPart(part: StatementPart): KeyedPart {
  if (part.kind !== 'line') return part;
  const line = cleanTexts(part.line);
  const reading = readLine(line);
  const { references, transactionIds, debitKind } = lookupsOf(line, reading);
  const names = [...references, ...transactionIds, ...payoutNamesOf(line, reading)];
  const keyed = {
    line,
    key: lineKeyOf(line),
    references: [...new Set(names)],
    debitKind,
  };
  return { ...part, keyed };
}

/** The characters of a line that are searched for references and names. */
export function charactersOf({
  remittance,
  counterpartyName,
}: Pick<StatementLine, 'remittance' | 'counterpartyName'>): number {
  return remittance.reduce((sum, { length }) => sum + length, counterpartyName?.length ?? 0);
}
