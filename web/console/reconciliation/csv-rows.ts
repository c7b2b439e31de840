import { type CsvForm, wordsOf, writeRow, writeTitles } from '../search/csv.ts';
import { type Export, writePages } from '../search/export.tsx';
import type { Session } from '../session/session.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import type { ReconciliationTexts } from '../texts/types.ts';
import type { AccountDays, Day } from './day-values.ts';
import { LinesDocument, type LinesQueryVariables } from './gql/graphql.ts';
import { placeOf, stateOf } from './labels.ts';
import type { Line } from './line-types.ts';

const PAGE_SIZE = 100;

type Value = string | null | undefined;
type Words = ReturnType<typeof wordsOf>;

type LineColumn = keyof ReconciliationTexts['days']['lineColumns'];

/** The facts that the columns of lines need in addition to the line. */
interface LineTerms {
  readonly words: Words;
  readonly isForPeople: boolean;
  readonly titleOf: (accountId: string) => string;
}

const LINE_CELLS: Readonly<Record<LineColumn, (line: Line, terms: LineTerms) => Value>> = {
  bookingDate: ({ bookingDate }) => bookingDate,
  valueDate: ({ valueDate }) => valueDate,
  amount: ({ direction, amount }, { words }) => words.amount(direction === 'debit' ? -amount : amount),
  currency: ({ currency }) => currency,
  state: ({ state }, { isForPeople }) => (isForPeople ? stateOf(state) : state),
  name: ({ counterpartyName }) => counterpartyName,
  ultimateName: ({ ultimateName }) => ultimateName,
  iban: ({ counterpartyIban }) => counterpartyIban,
  text: ({ remittance }) => remittance.join(' · '),
  structuredReference: ({ structuredReference }) => structuredReference,
  endToEndId: ({ endToEndId }) => endToEndId,
  bankReference: ({ bankReference }) => bankReference,
  transactionCode: ({ transactionCode }) => transactionCode,
  returnReason: ({ returnReason }) => returnReason,
  isPending: ({ isPending }, { words }) => words.flag(isPending),
  transactionId: ({ transactionId }) => transactionId,
  account: ({ accountId }, { titleOf }) => titleOf(accountId),
  accountId: ({ accountId }) => accountId,
  lineId: ({ lineId }) => lineId,
  statementId: ({ statementId }) => statementId,
  fileId: ({ fileId }) => fileId,
  place: ({ place }, { isForPeople }) => (isForPeople ? placeOf(place) : place),
};

const LINE_COLUMNS = Object.keys(LINE_CELLS) as readonly LineColumn[];

interface LinesToWrite {
  readonly filter: Omit<LinesQueryVariables, 'after' | 'limit'>;
  readonly titleOf: (accountId: string) => string;
}

/** Writes all lines of a filter. @throws errors of requests and of the file. */
export async function writeLines(
  { request }: Session,
  { filter, titleOf }: LinesToWrite,
  begun: Export,
): Promise<number> {
  const { form, file } = begun;
  const terms = { words: wordsOf(form), isForPeople: form === 'semicolon', titleOf };
  const { lineColumns } = reconciliationTexts().days;
  await file.write(titlesOf(LINE_COLUMNS, lineColumns, form));
  const readAfter = async (after: string | null) =>
    (await request(LinesDocument, { ...filter, after, limit: PAGE_SIZE })).statementLines;
  const cellsOf = (line: Line) => LINE_COLUMNS.map((name) => LINE_CELLS[name](line, terms) ?? '');
  return writePages(begun, readAfter, (items) => items.map((line) => writeRow(cellsOf(line), form)).join(''));
}

type DayColumn = keyof ReconciliationTexts['days']['dayColumns'];
type DaySum = Exclude<DayColumn, 'day' | 'currency' | 'lineCount'>;

/** Writes the days that are shown. @throws errors of the file. */
export async function writeDays({ days, currency }: AccountDays, { form, file }: Export): Promise<number> {
  const { dayColumns } = reconciliationTexts().days;
  const names = Object.keys(dayColumns) as readonly DayColumn[];
  const { amount } = wordsOf(form);
  const cellOf = (day: Day, name: DayColumn): string => {
    if (name === 'day') return day.day;
    if (name === 'currency') return currency;
    return (name === 'lineCount' ? String(day.lineCount) : amount(day[name satisfies DaySum])) ?? '';
  };
  await file.write(titlesOf(names, dayColumns, form));
  await file.write(
    days
      .map((day) =>
        writeRow(
          names.map((name) => cellOf(day, name)),
          form,
        ),
      )
      .join(''),
  );
  return days.length;
}

function titlesOf<N extends string>(
  names: readonly N[],
  titles: Readonly<Record<N, string>>,
  form: CsvForm,
): string {
  return writeTitles(
    names.map((name) => (form === 'semicolon' ? titles[name] : name)),
    form,
  );
}
