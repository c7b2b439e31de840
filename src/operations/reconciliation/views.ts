import { z } from 'zod';
import { LINE_STATES } from '../../domain/matching/decision.ts';
import { minorToAmount } from '../../domain/money.ts';
import { LINE_DIRECTIONS, STATEMENT_KINDS } from '../../domain/statement.ts';
import type { Dependencies } from '../dependencies.ts';
import { amountOut, formatTimestamp, graphqlTypes, timestampOut } from '../fields.ts';
import { STATEMENT_FORMATS } from './import-store.ts';
import type { ListedFile, StoredLine, StoredStatement } from './read-store.ts';

export const STORED_LINE_STATES = [...LINE_STATES, 'new', 'undone', 'put-away', 'replaced'] as const;

export const statementFileView = z.object({
  fileId: z.string(),
  name: z.string(),
  format: z.enum(STATEMENT_FORMATS).register(graphqlTypes, { name: 'StatementFormat' }),
  /** The profile of its bank; null for a format that needs none. */
  profileId: z.string().nullable(),
  sizeBytes: z.number(),
  lineCount: z.number(),
  /** The lines that no earlier file had. */
  addedCount: z.number(),
  importedAt: timestampOut,
  /** The name of the key that imported it; null for the command line and the watched folder. */
  importedBy: z.string().nullable(),
  /** The time when all its lines had been decided about; null until then. */
  matchedAt: timestampOut.nullable(),
  /** The accounts that its statements are of. */
  accountIds: z.array(z.string()),
  statementCount: z.number(),
  /** The statements of which nothing settles now. */
  heldCount: z.number(),
});

/** A calendar day, `2026-11-22`. */
const dateOut = z.string();

export const statementView = z.object({
  statementId: z.string(),
  fileId: z.string(),
  accountId: z.string(),
  kind: z.enum(STATEMENT_KINDS).register(graphqlTypes, { name: 'StatementKind' }),
  /** The id and the number that the bank gave it. */
  bankStatementId: z.string().nullable(),
  sequenceNumber: z.string().nullable(),
  opening: amountOut.nullable(),
  closing: amountOut.nullable(),
  firstDate: dateOut.nullable(),
  lastDate: dateOut.nullable(),
  lineCount: z.number(),
  /** Why nothing of it settles; null where its balances add up, and once an operator has released it. */
  heldReason: z.string().nullable(),
  /** The words of the operator who released it. */
  releaseReason: z.string().nullable(),
});

export const lineView = z.object({
  lineId: z.string(),
  statementId: z.string(),
  /** The file that brought it first. */
  fileId: z.string(),
  accountId: z.string(),
  place: z.string(),
  bookingDate: dateOut.nullable(),
  valueDate: dateOut.nullable(),
  direction: z.enum(LINE_DIRECTIONS).register(graphqlTypes, { name: 'LineDirection' }),
  amount: amountOut,
  currency: z.string(),
  isPending: z.boolean(),
  isReversal: z.boolean(),
  isCollective: z.boolean(),
  returnReason: z.string().nullable(),
  counterpartyName: z.string().nullable(),
  ultimateName: z.string().nullable(),
  counterpartyIban: z.string().nullable(),
  /** The texts of the payer. */
  remittance: z.array(z.string()),
  structuredReference: z.string().nullable(),
  endToEndId: z.string().nullable(),
  bankReference: z.string().nullable(),
  transactionCode: z.string().nullable(),
  state: z.string(),
  stateAt: timestampOut,
  /** The transaction that it was matched with. */
  transactionId: z.string().nullable(),
});

/** Views files, with the names of those who imported them. */
export async function viewFiles(
  { clients }: Pick<Dependencies, 'clients'>,
  files: readonly ListedFile[],
): Promise<z.infer<typeof statementFileView>[]> {
  const importers = files.flatMap(({ clientId }) => (clientId === null ? [] : [clientId]));
  const known = await clients.findByIds([...new Set(importers)]);
  return files.map((file) => {
    const { id: fileId, clientId, name, format, profileId, sizeBytes, lineCount, addedCount } = file;
    const { accountIds, statementCount, heldCount, createdAtMs, matchedAtMs } = file;
    return {
      ...{ fileId, name, format, profileId, sizeBytes, lineCount, addedCount },
      ...{ accountIds: [...accountIds], statementCount, heldCount },
      importedAt: formatTimestamp(createdAtMs),
      importedBy: clientId && (known.get(clientId)?.name ?? clientId),
      matchedAt: matchedAtMs === null ? null : formatTimestamp(matchedAtMs),
    };
  });
}

export function viewStatement(statement: StoredStatement): z.infer<typeof statementView> {
  const { openingMinor, closingMinor, id: statementId, ...rest } = statement;
  return {
    ...rest,
    statementId,
    opening: openingMinor === null ? null : minorToAmount(openingMinor),
    closing: closingMinor === null ? null : minorToAmount(closingMinor),
  };
}

export function viewLine({ id: lineId, line, stateAtMs, ...stored }: StoredLine): z.infer<typeof lineView> {
  const { amountMinor, status, remittance, raw: _, balanceAfterMinor: __, ...rest } = line;
  return {
    ...rest,
    ...stored,
    lineId,
    remittance: [...remittance],
    amount: minorToAmount(amountMinor),
    isPending: status === 'pending',
    stateAt: formatTimestamp(stateAtMs),
  };
}
