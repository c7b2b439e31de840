import type { ReasonTemplate } from '../../../src/transactions/domain/reason.ts';
import type { Database } from '../../tables.ts';
import { templateFromRow } from '../rows/reason-templates.ts';

/** Lists all templates of reasons, oldest first: the time of creation is the start of an id. */
export async function listReasonTemplates(db: Database): Promise<ReasonTemplate[]> {
  const rows = await db.selectFrom('reason_templates').selectAll().orderBy('id').execute();
  return rows.map(templateFromRow);
}
