import { auditView, listAudit } from '../../src/audit/audit.ts';
import type { QueryFields } from '../bridge/builder.ts';
import { runs } from '../bridge/operation-field.ts';
import { objectFrom } from '../bridge/output.ts';

objectFrom('AuditRow', auditView, 'One command of a person or a key that changed something.');
const AuditPage = objectFrom('AuditPage', listAudit.output, 'Rows of the audit log, newest first.');

export const auditQueries: QueryFields = (t) => ({
  audit: t.field({ ...runs(listAudit), type: AuditPage }),
});
