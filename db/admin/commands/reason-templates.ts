import { MAX_TEMPLATES_OF_KIND, type ReasonTemplate } from '../../../src/transactions/domain/reason.ts';
import { type Audited, appendAudit, lockAuditTip } from '../../audit/commands/append-audit.ts';
import { reasonTemplateValues } from '../../audit/commands/audit-values.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { templateFromRow, templateToRow } from '../rows/reason-templates.ts';

/** The outcome of saving a template. */
export type SavedTemplate = 'saved' | 'unknown' | 'duplicate' | 'full';

interface SaveReasonTemplate extends Audited {
  readonly template: ReasonTemplate;
  readonly isNew: boolean;
}

/** Adds a template, or changes one. */
export async function saveReasonTemplate(
  trx: DatabaseTransaction,
  { template, isNew, audit }: SaveReasonTemplate,
): Promise<SavedTemplate> {
  // One at a time, each after the commit of the one before: no text comes twice, and the limit is exact.
  await lockAuditTip(trx);
  const rows = await trx
    .selectFrom('reason_templates')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', template.id), eb('kind', '=', template.kind)]))
    .execute();
  const before = rows.find((row) => row.id === template.id);
  if (!before && !isNew) return 'unknown';
  const others = rows.filter((row) => row.kind === template.kind && row.id !== template.id);
  if (others.some((row) => row.text === template.text)) return 'duplicate';
  if (others.length >= MAX_TEMPLATES_OF_KIND) return 'full';
  const row = templateToRow(template);
  await trx
    .insertInto('reason_templates')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  await appendAudit(trx, audit, {
    targetKind: 'reasonTemplate',
    targetId: template.id,
    before: before ? reasonTemplateValues(templateFromRow(before)) : null,
    after: reasonTemplateValues(template),
  });
  return 'saved';
}

/** Removes a template. @returns whether there was such a template. */
export async function removeReasonTemplate(
  trx: DatabaseTransaction,
  { id, audit }: { readonly id: string } & Audited,
): Promise<boolean> {
  // In the order in which a save locks, so that neither waits for the other.
  await lockAuditTip(trx);
  const row = await trx.deleteFrom('reason_templates').where('id', '=', id).returningAll().executeTakeFirst();
  if (!row) return false;
  await appendAudit(trx, audit, {
    targetKind: 'reasonTemplate',
    targetId: id,
    before: reasonTemplateValues(templateFromRow(row)),
    after: null,
  });
  return true;
}
