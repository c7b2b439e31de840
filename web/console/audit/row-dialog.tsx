import { type Column, DataTable } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Timestamp } from '../ui/parts.tsx';
import { type AuditRow, actorOf } from './labels.ts';

interface Change {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

const COLUMNS: readonly Column<Change>[] = [
  { title: 'Field', cell: ({ field }) => field },
  { title: 'Before', cell: ({ before }) => <span class="id">{before}</span> },
  { title: 'After', cell: ({ after }) => <span class="id">{after}</span> },
];

interface RowDialogProps {
  readonly row: AuditRow;
  readonly onClose: () => void;
}

/** One row of the audit log, with the values before and after. */
export function RowDialog({ row, onClose }: RowDialogProps) {
  const facts = [
    ['By', actorOf(row)],
    ['From', row.address],
    ['Target', `${row.targetKind} ${row.target}`],
    ['Request', row.requestId],
    ['Hash', row.hash],
    ['Hash of the row before', row.previousHash],
  ] as const;
  return (
    <Dialog title={`Row ${row.position}: ${row.operation}`} onClose={onClose}>
      <p>
        <Timestamp iso={row.occurredAt} />
      </p>
      <dl class="fields">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <span class="id">{value}</span>
                </dd>
              </div>
            ),
        )}
      </dl>
      <DataTable
        label="Before and after"
        columns={COLUMNS}
        rows={changesOf(row)}
        keyOf={({ field }) => field}
        classOf={({ before, after }) => (before === after ? undefined : 'selected')}
      />
      <div class="actions">
        <button type="button" class="primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function changesOf({ before, after }: AuditRow): readonly Change[] {
  const [from, to] = [read(before), read(after)];
  const names = [...new Set([...from.keys(), ...to.keys()])];
  return names.map((field) => ({ field, before: from.get(field) ?? '–', after: to.get(field) ?? '–' }));
}

function read(json: string | null | undefined): ReadonlyMap<string, string> {
  const values: unknown = JSON.parse(json ?? '{}');
  const entries = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  return new Map(
    entries.map(([field, value]) => [field, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
