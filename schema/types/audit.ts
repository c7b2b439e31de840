import { auditView, listAudit } from '../../src/operations/audit/audit.ts';
import type { QueryFields } from '../bridge/builder.ts';
import { AuditActorKind } from '../bridge/enums.ts';
import { objectFrom } from '../bridge/output.ts';
import { run } from '../bridge/run.ts';

objectFrom('AuditRow', auditView, 'One command of a person or a key that changed something.');
const AuditPage = objectFrom('AuditPage', listAudit.output, 'Rows of the audit log, newest first.');

export const auditQueries: QueryFields = (t) => ({
  audit: t.field({
    description: 'The commands of people and keys that changed something, newest first. For admins.',
    type: AuditPage,
    args: {
      actor: t.arg.string({ description: 'An appKey, or a user of the operating system.' }),
      actorKind: t.arg({ type: AuditActorKind }),
      operation: t.arg.string({ description: 'Such as updateClient.' }),
      target: t.arg.string({ description: 'The appKey or the id of what was changed.' }),
      from: t.arg({ type: 'DateTime' }),
      to: t.arg({ type: 'DateTime', description: 'Not included.' }),
      after: t.arg.string({ description: 'The nextCursor of the previous page.' }),
      limit: t.arg.int({ description: 'From 1 to 100; 50 by default.' }),
    },
    resolve: (_root, args, context) => run(listAudit, context, args),
  }),
});
