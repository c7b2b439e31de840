import { z } from 'zod';
import { formatTimestamp, oneOf, timestampOut, viewType } from '../operations/fields.ts';
import type { Context } from '../operations/operation.ts';
import type { LineOrigin, StoredLine } from '../reconciliation/read-store.ts';
import { lineView, loadLineView } from '../reconciliation/views.ts';
import { changeView } from '../transactions/changes.ts';
import { ACTOR_KINDS } from '../transactions/domain/transition.ts';
import { transactionDetail } from '../transactions/views.ts';

/** A line with its file, and who decided about it last. */
export const foundLine = viewType('FoundLine', 'A line with its file, and who decided about it.', {
  line: lineView.describe('The line.'),
  fileName: z.string().describe('The name of the file that brought it first.'),
  rule: z
    .string()
    .nullable()
    .describe('The rule that decided; `operator` for a person, null before any decision.'),
  actor: oneOf(ACTOR_KINDS, 'ActorKind').nullable().describe('Who decided; null before any decision.'),
  actorName: z.string().nullable().describe('The name of the key that decided; null for the service itself.'),
  note: z.string().nullable().describe('The note of the operator.'),
  decidedAt: timestampOut.nullable().describe('When it was decided; null before any decision.'),
});

export type FoundLine = z.infer<typeof foundLine>;

/** A transaction with its last change. */
export const foundTransaction = viewType('FoundTransaction', 'A transaction with its last change.', {
  transaction: transactionDetail.describe('The transaction.'),
  lastChange: changeView.nullable().describe('What happened to it last; null since its creation.'),
});

/** Somebody who has paid, as the lines of banks name them. */
export const foundPayer = viewType('FoundPayer', 'Somebody who has paid, as the lines of banks name them.', {
  name: z.string().nullable().describe('The name, as the newest line has it.'),
  iban: z.string().nullable().describe('The IBAN, if the bank has given it.'),
  lineCount: z.number().describe('The found lines of this payer.'),
  lastLineId: z.string().describe('The newest of these lines.'),
});

/** Shows lines with their files, in the given order. */
export async function viewFoundLines(context: Context, lines: readonly StoredLine[]): Promise<FoundLine[]> {
  if (lines.length === 0) return [];
  const { db, clients } = context.dependencies;
  const origins = await db.read(
    'findLineOrigins',
    lines.map(({ id }) => id),
  );
  const byLine = new Map(origins.map((origin) => [origin.lineId, origin]));
  const known = await clients.findByIds(origins.flatMap(({ decision }) => decision?.actor.clientId ?? []));
  const viewLine = await loadLineView(context);
  return lines.map((line) => {
    const { fileName = '', decision }: Partial<LineOrigin> = byLine.get(line.id) ?? {};
    return {
      line: viewLine(line),
      fileName,
      rule: decision?.rule ?? null,
      actor: decision?.actor.kind ?? null,
      actorName: known.get(decision?.actor.clientId ?? '')?.name ?? null,
      note: decision?.note ?? null,
      decidedAt: decision ? formatTimestamp(decision.decidedAtMs) : null,
    };
  });
}
