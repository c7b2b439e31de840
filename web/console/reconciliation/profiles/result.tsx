import { amountIn, formatCount, formatDay, formatIban } from '../../format.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Message } from '../../ui/message.tsx';
import { Badge } from '../../ui/parts.tsx';
import { FileProblems } from '../import-outcome.tsx';
import { dayOf, signedAmount } from '../labels.ts';
import { ProfileProblems } from './problems.tsx';
import type { TriedProfile, TriedState } from './use-tried.ts';

type TriedLine = TriedProfile['lines'][number];

/** The sample as it would be read: the lines, and the problems with their places. */
export function ProfileResult({ tried, problem, isBusy }: TriedState) {
  const { profiles: t } = reconciliationTexts();
  const { lineCount = 0, lines = [], problems = [] } = tried ?? {};
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: next to the form it scrolls on its own, also with keys.
    <section class="profile-result" aria-label={t.result} aria-busy={isBusy} tabIndex={0}>
      <h3>{t.result}</h3>
      <p role="status">
        {tried ? <strong>{countOf(tried)}</strong> : isBusy ? t.reading : !problem && t.resultHint}
      </p>
      {problem && <ProfileProblems fields={problem.fields} />}
      {problem && Object.keys(problem.fields).length === 0 && (
        <p class="late">
          <Message problem={problem} />
        </p>
      )}
      {problems.length > 0 && <FileProblems problems={problems} />}
      {lines.length > 0 && (
        <DataTable
          label={t.resultTable}
          look="tried-rows"
          columns={lineColumns()}
          rows={lines}
          keyOf={({ place }) => place}
        />
      )}
      {lineCount > lines.length && <p class="hint">{t.more(formatCount(lineCount - lines.length))}</p>}
    </section>
  );
}

function countOf({ lineCount, problems }: TriedProfile): string {
  const { profiles: t } = reconciliationTexts();
  const lines = lineCount === 0 ? t.noLines : t.count(formatCount(lineCount));
  return problems.length === 0 ? lines : `${lines} · ${t.problemCount(formatCount(problems.length))}`;
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
          <bdi class={line.counterpartyName == null ? 'tried-fact' : undefined}>
            {line.counterpartyName ?? t.noName}
          </bdi>
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

/** All that was read of a line except its name and amount, so that a wrong column is noticed. */
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
