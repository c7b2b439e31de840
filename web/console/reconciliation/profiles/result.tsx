import { formatCount, formatIban } from '../../format.ts';
import type { Problem } from '../../service/failures.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Message } from '../../ui/message.tsx';
import { Badge } from '../../ui/parts.tsx';
import { FileProblems } from '../import-outcome.tsx';
import { amountIn, dayOf, formatDay, signedAmount } from '../labels.ts';
import { ProfileProblems } from './problem-list.tsx';
import { wordOf } from './problems.ts';
import type { Tried, TriedState } from './use-tried.ts';

type TriedLine = Tried['lines'][number];

/** The sample as it would be read: what each column is taken for, the lines, and the problems with their places. */
export function ProfileResult({ tried, problem, isBusy }: TriedState) {
  const { profiles: t } = reconciliationTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: beside the form it scrolls by itself, also with keys.
    <section class="profile-result" aria-label={t.result} aria-busy={isBusy} tabIndex={0}>
      <h3>{t.result}</h3>
      <p class="tried-count" role="status">
        {tried ? <strong>{countOf(tried)}</strong> : isBusy ? t.reading : !problem && t.resultHint}
      </p>
      {problem && <Missing problem={problem} />}
      {tried && tried.problems.length > 0 && <FileProblems problems={tried.problems} />}
      {tried && <Taken columns={tried.columns} />}
      {tried && tried.lines.length > 0 && (
        <DataTable
          label={t.resultTable}
          look="tried-rows"
          columns={lineColumns()}
          rows={tried.lines}
          keyOf={({ place }) => place}
        />
      )}
      {tried && tried.lineCount > tried.lines.length && (
        <p class="hint">{t.more(formatCount(tried.lineCount - tried.lines.length))}</p>
      )}
    </section>
  );
}

function countOf({ lineCount, problems }: Tried): string {
  const { profiles: t } = reconciliationTexts();
  const lines = lineCount === 0 ? t.noLines : lineCount === 1 ? t.oneLine : t.count(formatCount(lineCount));
  if (problems.length === 0) return lines;
  return `${lines} · ${problems.length === 1 ? t.oneProblem : t.problemCount(formatCount(problems.length))}`;
}

/** The parts that the profile still lacks, or the reason why the service did not answer. */
function Missing({ problem }: { readonly problem: Problem }) {
  const { profiles: t } = reconciliationTexts();
  if (Object.keys(problem.fields).length === 0)
    return (
      <p class="late">
        <Message problem={problem} />
      </p>
    );
  return (
    <>
      <p>{t.missing}</p>
      <ProfileProblems fields={problem.fields} />
    </>
  );
}

function Taken({ columns }: Pick<Tried, 'columns'>) {
  const { profiles: t } = reconciliationTexts();
  const named = columns.filter(({ name }) => name !== '');
  if (named.length === 0) return null;
  return (
    <ul class="taken" aria-label={t.taken}>
      {named.map(({ name, role }, index) => (
        <li key={`${name} ${index}`} class={role == null ? 'unused' : undefined}>
          <bdi>{name}</bdi>: <span>{role == null ? t.unused : wordOf(role)}</span>
        </li>
      ))}
    </ul>
  );
}

function lineColumns(): readonly Column<TriedLine>[] {
  const { desk, profiles: t } = reconciliationTexts();
  return [
    {
      title: desk.name,
      isRowHeader: true,
      place: 'at-name',
      cell: (line) => (
        <span class="tried-line">
          {line.counterpartyName == null ? (
            <span class="tried-fact">{t.noName}</span>
          ) : (
            <bdi>{line.counterpartyName}</bdi>
          )}
          {factsOf(line).map((fact) => (
            <span key={fact} class="tried-fact">
              {fact}
            </span>
          ))}
        </span>
      ),
    },
    {
      title: desk.amount,
      kind: 'number',
      place: 'at-amount',
      cell: (line) => (
        <>
          <strong>{signedAmount(line)}</strong>
          {line.isPending && <Badge tone="neutral" text={t.notBooked} />}
          {line.returnReason && <Badge tone="bad" text={t.returned} />}
        </>
      ),
    },
  ];
}

/** All that was read of a line beside its name and amount, so that a wrong column is seen. */
function factsOf(line: TriedLine): readonly string[] {
  const { profiles: t } = reconciliationTexts();
  const { valueDate, bookingDate, balanceAfter, currency, counterpartyIban } = line;
  const days = [
    dayOf(line),
    valueDate != null && valueDate !== bookingDate && t.value(formatDay(valueDate)),
    line.transactionCode,
    line.bankReference,
    balanceAfter != null && t.balance(amountIn(currency, balanceAfter)),
  ];
  const texts = [line.remittance.join(' · '), counterpartyIban && formatIban(counterpartyIban)];
  return [days, texts].map((facts) => facts.filter(Boolean).join(' · ')).filter(Boolean);
}
