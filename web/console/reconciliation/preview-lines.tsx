import { hrefOf } from '../router.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Badge } from '../ui/parts.tsx';
import { dayOf, nameOf, ruleOf, signedAmount, stateOf, textOf, toneOf } from './labels.ts';
import type { Preview } from './send-import.ts';

type PreviewLine = Preview['lines'][number];

interface PreviewLinesProps {
  /** The name of the file. */
  readonly name: string;
  readonly lines: readonly PreviewLine[];
}

/** The lines of a file, each with what an import would do about it. */
export function PreviewLines({ name, lines }: PreviewLinesProps) {
  const { preview: t } = reconciliationTexts();
  return (
    <DataTable
      label={t.table(name)}
      look="rows preview-rows"
      isScrolled
      columns={columns()}
      rows={lines}
      keyOf={({ place }) => place}
      classOf={({ isNew }) => (isNew === false ? 'known' : undefined)}
    />
  );
}

function columns(): readonly Column<PreviewLine>[] {
  const { desk: t, preview } = reconciliationTexts();
  return [
    {
      title: t.name,
      isRowHeader: true,
      place: 'at-name',
      cell: (line) => (
        <span class="party">
          <span class="lines">
            <bdi>{nameOf(line)}</bdi>
            <span class="line">
              <span class="line-text">{[dayOf(line), textOf(line)].filter(Boolean).join(' · ')}</span>
            </span>
          </span>
        </span>
      ),
    },
    { title: preview.why, place: 'at-rule', cell: (line) => <Why {...line} /> },
    {
      title: t.amount,
      kind: 'number',
      place: 'at-amount',
      cell: (line) => (
        <>
          <strong>{signedAmount(line)}</strong>
          <StateBadge {...line} />
        </>
      ),
    },
  ];
}

function StateBadge({ state, isNew }: PreviewLine) {
  const { preview: t } = reconciliationTexts();
  if (isNew === false) return <Badge tone="neutral" text={t.knownLine} />;
  return state == null ? null : <Badge tone={toneOf(state)} text={stateOf(state)} />;
}

/** The rule that would decide, and the transaction that it would settle. */
function Why({ rule, transactionId, candidateIds }: PreviewLine) {
  const { preview: t } = reconciliationTexts();
  const id = transactionId ?? candidateIds[0];
  return (
    <span class="lines">
      {rule != null && <span class="line-text">{ruleOf(rule)}</span>}
      {id !== undefined && (
        <a href={hrefOf('search', { open: id })}>
          {transactionId == null ? t.candidates(candidateIds.length) : t.settles}
        </a>
      )}
    </span>
  );
}
