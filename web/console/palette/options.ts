import { hasWord } from '../fold.ts';
import { formatCount, formatIban, formatMoney } from '../format.ts';
import { accountOf } from '../names.ts';
import { nameOf, signedAmount } from '../reconciliation/labels.ts';
import { hrefOf } from '../router.ts';
import type { ScreenLink } from '../sidebar.tsx';
import { paletteTexts } from '../texts/palette.ts';
import { texts } from '../texts/texts.ts';
import { outcomeOf, partyOf } from '../transactions/labels.ts';
import {
  describeFoundLine,
  describeFoundTransaction,
  type Found,
  type FoundLine,
  type FoundTransaction,
} from './words.ts';

/** Something that can be opened. */
export interface Option {
  readonly href: string;
  readonly title: string;
  /** The text at the end of its row. */
  readonly amount?: string;
  /** Its outcome. */
  readonly about?: string;
  readonly icon?: string;
}

export interface OptionGroup {
  readonly name: keyof ReturnType<typeof paletteTexts>['groups'];
  readonly options: readonly Option[];
  /** Whether these are the results of an earlier query. */
  readonly isOld?: boolean;
}

/** Returns the screens whose names have a word that begins with the typed text; all screens for an empty text. */
export function screenOptions(screens: readonly ScreenLink[], query: string): readonly Option[] {
  const { titles } = texts().shell;
  return screens
    .filter(({ path }) => hasWord(titles[path], query))
    .map(({ path }) => ({ href: hrefOf(path), title: titles[path], icon: path }));
}

interface Names {
  readonly clientOf: (appKey: string | null | undefined) => string;
  readonly accountTitleOf: (accountId: string) => string;
}

/** Returns what was found, by kind. Kinds without results are left out. */
export function foundOptions(found: Found, query: string, names: Names): readonly OptionGroup[] {
  const t = paletteTexts();
  const transactions = found.transactions.map((one) => transactionOption(one, { found, query, names }));
  const lines = found.lines.map((one) => lineOption(one, query, names));
  const payers = found.payers.map(({ name, iban, lineCount }) => ({
    href: hrefOf('reconciliation', { group: 'all', query: iban ?? name ?? '' }),
    title: name ?? formatIban(iban ?? ''),
    about: [name && iban && formatIban(iban), t.payerLines(formatCount(lineCount))]
      .filter(Boolean)
      .join(' · '),
  }));
  if (found.hasMoreTransactions)
    transactions.push({ href: hrefOf('search', { query }), title: t.allTransactions });
  if (found.hasMoreLines)
    lines.push({ href: hrefOf('reconciliation', { group: 'all', query }), title: t.allLines });
  const groups: readonly OptionGroup[] = [
    { name: 'transactions', options: transactions },
    { name: 'lines', options: lines },
    { name: 'payers', options: payers },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

interface Context {
  readonly found: Found;
  readonly query: string;
  readonly names: Names;
}

function transactionOption(one: FoundTransaction, { found, query, names }: Context): Option {
  const { transaction } = one;
  const { transactionId, type, amount, finalAmount } = transaction;
  const line = found.lines.find((known) => known.line.transactionId === transactionId);
  const account = line ? names.accountTitleOf(line.line.accountId) : accountOf(transaction);
  return {
    href: hrefOf('search', { query, open: transactionId }),
    title: `${partyOf(transaction)} · ${texts().ui.type[type]} · ${outcomeOf(transaction)}`,
    amount: formatMoney(finalAmount ?? amount),
    about: [
      describeFoundTransaction(one),
      account,
      line && paletteTexts().lineOf(line.fileName),
      names.clientOf(transaction.appKey),
    ]
      .filter(Boolean)
      .join(' · '),
  };
}

function lineOption(found: FoundLine, query: string, names: Names): Option {
  const { line, fileName } = found;
  const text = line.counterpartyName == null ? [] : line.remittance;
  return {
    href: hrefOf('reconciliation', { group: 'all', query, open: line.lineId }),
    title: [nameOf(line), ...text].join(' · '),
    amount: signedAmount(line),
    about: [
      describeFoundLine(found),
      names.accountTitleOf(line.accountId),
      paletteTexts().lineOf(fileName),
    ].join(' · '),
  };
}
