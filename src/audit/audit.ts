import { z } from 'zod';
import {
  fields,
  formatTimestamp,
  idText,
  NO_CURSOR,
  oneOf,
  timestamp,
  timestampOut,
  typeProblem,
  viewType,
} from '../operations/fields.ts';
import { costOfItems, operation } from '../operations/operation.ts';
import { pageLimit, pageOf } from '../operations/paging.ts';
import { ADMINS } from '../operations/permissions.ts';
import { queryText } from '../transactions/filter.ts';
import { findTargets } from './about.ts';
import { AUDIT_ACTOR_KINDS, AUDIT_TARGET_KINDS } from './domain/audit.ts';

/** Where a page of the audit log begins. */
interface AuditCursor {
  /** The position of the last row of the previous page. */
  readonly position: number;
  /** With `about`: only what was there before this time is searched, in epoch milliseconds. All pages have the same. */
  readonly untilMs?: number;
}

const SECOND_MS = 1_000;

/** The cursor of a page as `writeCursor` writes it. */
const auditCursor = z
  .string({ error: typeProblem('a cursor') })
  .regex(/^[1-9]\d{0,14}(-[1-9]\d{0,10})?$/, NO_CURSOR)
  .transform((text): AuditCursor => {
    const [position = 0, untilSeconds] = text.split('-').map(Number);
    return { position, ...(untilSeconds !== undefined && { untilMs: untilSeconds * SECOND_MS }) };
  });

/** Writes the cursor of the next page. */
function writeCursor({ position, untilMs }: AuditCursor): string {
  return untilMs === undefined ? String(position) : `${position}-${untilMs / SECOND_MS}`;
}

/** The end of this second: ids tell no less than seconds, and what was just made is found. */
function endOfSecond(nowMs: number): number {
  return (Math.floor(nowMs / SECOND_MS) + 1) * SECOND_MS;
}

const PAGE_LIMIT = 100;

const actorKind = oneOf(AUDIT_ACTOR_KINDS, 'AuditActorKind');

/** One command of a person or a key, as the audit log keeps it. */
const auditView = viewType('AuditRow', 'One command of a person or a key that changed something.', {
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
  targetKind: oneOf(AUDIT_TARGET_KINDS, 'AuditTargetKind').describe('What kind of thing was changed.'),
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
  input: fields({
    after: auditCursor.optional().describe('Where the page begins: the `nextCursor` of the previous page.'),
    limit: pageLimit(PAGE_LIMIT),
    actor: idText.optional().describe('An appKey, or a user of the operating system.'),
    actorKind: actorKind.optional().describe('Only actors of this kind.'),
    operation: idText.optional().describe('Such as updateClient.'),
    target: idText.optional().describe('The appKey or the id of what was changed.'),
    about: queryText
      .optional()
      .describe(
        'What it is about, as somebody types it: a reference, a name, an amount, an IBAN, an id. Of what a search finds, the newest 50 transactions and lines count.',
      ),
    from: timestamp.optional().describe('Only what happened at or after this time.'),
    to: timestamp.optional().describe('Only what happened before this time.'),
  }),
  output: pageOf(auditView, { name: 'AuditPage', description: 'Rows of the audit log, newest first.' }),
  example: { operation: 'updateClient' },
  cost: ({ items }) => costOfItems(items.length),
  async run(context, { after, limit, target, about, from, to, ...filter }) {
    const { principal } = context;
    const { db, scans, runtime } = context.dependencies;
    const untilMs = after?.untilMs ?? endOfSecond(runtime.nowMs());
    const targetIds = [
      target === undefined ? undefined : [target],
      about === undefined ? undefined : await findTargets(context, { query: about, untilMs }),
    ].reduce(both);
    const conditions = { ...filter, isTest: principal.client.isTest, targetIds, fromMs: from, toMs: to };
    const page = await scans.run(principal, () =>
      db.query('listAudit', { filter: conditions, page: { after: after?.position, limit } }),
    );
    const items = page.items.map(({ occurredAtMs, targetId, ...row }) => ({
      ...row,
      occurredAt: formatTimestamp(occurredAtMs),
      target: targetId,
    }));
    const { next } = page;
    if (next === undefined) return { items, nextCursor: null };
    return { items, nextCursor: writeCursor({ position: next, ...(about !== undefined && { untilMs }) }) };
  },
});

type Ids = readonly string[] | undefined;

/** The ids of both lists; a list that is left out has all. */
function both(some: Ids, others: Ids): Ids {
  if (some === undefined || others === undefined) return some ?? others;
  return some.filter((id) => others.includes(id));
}
