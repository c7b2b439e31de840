import { z } from 'zod';
import { AUDIT_ACTOR_KINDS, AUDIT_TARGET_KINDS } from '../../domain/audit.ts';
import {
  formatTimestamp,
  graphqlTypes,
  idText,
  oneOf,
  parameters,
  positionCursor,
  timestamp,
  timestampOut,
  wholeNumber,
} from '../fields.ts';
import { costOfItems, define } from '../operation.ts';

const PAGE_LIMIT = 100;

const actorKind = oneOf(AUDIT_ACTOR_KINDS).register(graphqlTypes, { name: 'AuditActorKind' });

/** One command of a person or a key, as the audit log keeps it. */
export const auditView = z.object({
  /** 1, 2, 3, … in the order of commits. */
  position: z.number(),
  occurredAt: timestampOut,
  actorKind,
  /** The appKey, or the user of the operating system; null for a payer. */
  actor: z.string().nullable(),
  /** The present name of the key; null for a payer and for the command line. */
  actorName: z.string().nullable(),
  /** The address of the client; null for the command line. */
  address: z.string().nullable(),
  operation: z.string(),
  targetKind: oneOf(AUDIT_TARGET_KINDS).register(graphqlTypes, { name: 'AuditTargetKind' }),
  target: z.string(),
  /** JSON, as it was hashed; null for a new target. */
  before: z.string().nullable(),
  /** JSON, as it was hashed; null for a removed target. */
  after: z.string().nullable(),
  requestId: z.string().nullable(),
  previousHash: z.string(),
  hash: z.string(),
});

export type AuditView = z.infer<typeof auditView>;

/** Lists commands of persons and keys that changed something, newest first. */
export const listAudit = define({
  name: 'listAudit',
  kind: 'query',
  input: parameters({
    after: positionCursor.optional(),
    limit: wholeNumber(1, PAGE_LIMIT).default(50),
    actor: idText.optional(),
    actorKind: actorKind.optional(),
    operation: idText.optional(),
    target: idText.optional(),
    from: timestamp.optional(),
    to: timestamp.optional(),
  }),
  output: z.object({ items: z.array(auditView), nextCursor: z.string().nullable() }),
  cost: ({ items }) => costOfItems(items.length),
  async run({ principal, dependencies: { audit, scans } }, { after, limit, target, from, to, ...filter }) {
    const { isTest } = principal.client;
    const conditions = { ...filter, isTest, targetId: target, fromMs: from, toMs: to };
    const page = await scans.run(principal, () => audit.list(conditions, { after, limit }));
    const items = page.items.map(({ occurredAtMs, targetId, ...row }) => ({
      ...row,
      occurredAt: formatTimestamp(occurredAtMs),
      target: targetId,
    }));
    return { items, nextCursor: page.next === undefined ? null : String(page.next) };
  },
});
