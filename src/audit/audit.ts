import { z } from 'zod';
import {
  formatTimestamp,
  graphqlTypes,
  idText,
  oneOf,
  parameters,
  positionCursor,
  timestamp,
  timestampOut,
} from '../operations/fields.ts';
import { costOfItems, operation } from '../operations/operation.ts';
import { pageLimit, pageOf } from '../operations/paging.ts';
import { ADMINS } from '../operations/permissions.ts';
import { AUDIT_ACTOR_KINDS, AUDIT_TARGET_KINDS } from './domain/audit.ts';

const PAGE_LIMIT = 100;

const actorKind = oneOf(AUDIT_ACTOR_KINDS).register(graphqlTypes, { name: 'AuditActorKind' });

/** One command of a person or a key, as the audit log keeps it. */
export const auditView = z.object({
  position: z.number().describe('1, 2, 3, … in the order of commits.'),
  occurredAt: timestampOut.describe('When it happened.'),
  actorKind: actorKind.describe('What kind of actor it was.'),
  actor: z.string().nullable().describe('The appKey, or the user of the operating system; null for a payer.'),
  actorName: z
    .string()
    .nullable()
    .describe('The present name of the key; null for a payer and for the command line.'),
  address: z.string().nullable().describe('The address of the client; null for the command line.'),
  operation: z.string().describe('The operation, such as updateClient.'),
  targetKind: oneOf(AUDIT_TARGET_KINDS)
    .register(graphqlTypes, { name: 'AuditTargetKind' })
    .describe('What kind of thing was changed.'),
  target: z.string().describe('The appKey or the id of what was changed.'),
  before: z.string().nullable().describe('JSON, as it was hashed; null for a new target.'),
  after: z.string().nullable().describe('JSON, as it was hashed; null for a removed target.'),
  requestId: z.string().nullable().describe('The request; null for the command line.'),
  previousHash: z.string().describe('The hash of the row before.'),
  hash: z.string().describe('The hash of the row.'),
});

export type AuditView = z.infer<typeof auditView>;

export const listAudit = operation({
  name: 'listAudit',
  kind: 'query',
  roles: ADMINS,
  modes: 'both',
  summary: 'List the commands of people and keys that changed something, newest first',
  input: parameters({
    after: positionCursor.optional().describe('Where the page begins: the `nextCursor` of the page before.'),
    limit: pageLimit(PAGE_LIMIT),
    actor: idText.optional().describe('An appKey, or a user of the operating system.'),
    actorKind: actorKind.optional().describe('Only actors of this kind.'),
    operation: idText.optional().describe('Such as updateClient.'),
    target: idText.optional().describe('The appKey or the id of what was changed.'),
    from: timestamp.optional().describe('Only what happened at or after this time.'),
    to: timestamp.optional().describe('Only what happened before this time.'),
  }),
  output: pageOf(auditView),
  example: { operation: 'updateClient' },
  cost: ({ items }) => costOfItems(items.length),
  async run({ principal, dependencies: { db, scans } }, { after, limit, target, from, to, ...filter }) {
    const { isTest } = principal.client;
    const conditions = { ...filter, isTest, targetId: target, fromMs: from, toMs: to };
    const page = await scans.run(principal, () =>
      db.query('listAudit', { filter: conditions, page: { after, limit } }),
    );
    const items = page.items.map(({ occurredAtMs, targetId, ...row }) => ({
      ...row,
      occurredAt: formatTimestamp(occurredAtMs),
      target: targetId,
    }));
    return { items, nextCursor: page.next === undefined ? null : String(page.next) };
  },
});
