import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Timestamp } from '../ui/parts.tsx';
import { type AuditRow, actorOf, fieldOf, operationOf, shownValue, valuesOf } from './labels.ts';

import { TargetLink } from './target-link.tsx';

interface Change {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

interface RowDialogProps {
  readonly row: AuditRow;
  readonly onClose: () => void;
}

/** One row of the audit log, with the values before and after. */
export function RowDialog({ row, onClose }: RowDialogProps) {
  const t = adminTexts().audit;
  const facts = [
    [t.by, row.actorName],
    [row.actorKind === 'key' ? t.key : t.by, actorOf(row)],
    [t.address, row.address],
    [t.target, <TargetLink key="target" kind={row.targetKind} id={row.target} />],
    [t.targetId, row.target],
    [t.request, row.requestId],
    [t.hash, row.hash],
    [t.previousHash, row.previousHash],
  ] as const;
  return (
    <Dialog title={t.rowTitle(String(row.position), operationOf(row))} onClose={onClose}>
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
        label={t.beforeAndAfter}
        look="plain"
        columns={columns()}
        rows={changesOf(row)}
        keyOf={({ field }) => field}
        classOf={({ before, after }) => (before === after ? undefined : 'selected')}
      />
      <div class="actions">
        <button type="button" class="primary" onClick={onClose}>
          {texts().ui.close}
        </button>
      </div>
    </Dialog>
  );
}

function columns(): readonly Column<Change>[] {
  const t = adminTexts().audit;
  return [
    { title: t.field, cell: ({ field }) => fieldOf(field) },
    { title: t.before, cell: ({ before }) => <span class="id">{before}</span> },
    { title: t.after, cell: ({ after }) => <span class="id">{after}</span> },
  ];
}

function changesOf({ before, after }: AuditRow): readonly Change[] {
  const [from, to] = [valuesOf(before), valuesOf(after)];
  const names = [...new Set([...from.keys(), ...to.keys()])];
  const changes = names.map((field) => ({
    field,
    before: shownValue(field, from.get(field)),
    after: shownValue(field, to.get(field)),
  }));
  // A value that was and is empty did not change.
  return changes.filter(({ before, after }) => before !== '–' || after !== '–');
}
