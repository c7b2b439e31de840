import { z } from 'zod';
import type { Dependencies } from '../operations/dependencies.ts';
import { amountOut, formatTimestamp, oneOf, timestampOut, viewType } from '../operations/fields.ts';
import { fileId, lineId, statementId } from '../operations/ids.ts';
import type { Context } from '../operations/operation.ts';
import { project } from '../operations/project.ts';
import { plannedView, viewPlan } from '../transactions/desk-views.ts';
import { LINE_DIRECTIONS, STATEMENT_KINDS } from './domain/statement.ts';
import { STATEMENT_FORMATS } from './import-store.ts';
import type { ListedFile, StoredLine, StoredStatement } from './read-store.ts';

const takenBackView = viewType('TakenBackFile', 'Who took an import back, when and why.', {
  at: timestampOut.describe('When it was taken back.'),
  by: z.string().describe('The name of the key that took it back.'),
  reason: z.string().describe("The operator's reason."),
});

export const statementFileView = viewType('StatementFile', 'A file of a bank that was imported.', {
  fileId,
  name: z.string().describe('The name of the file.'),
  format: oneOf(STATEMENT_FORMATS, 'StatementFormat').describe('The format of the file.'),
  profileId: z
    .string()
    .nullable()
    .describe('The profile of the bank, for a table; by default the one whose columns fit.'),
  sizeBytes: z.number().describe('The size in bytes.'),
  lineCount: z.number().describe('The lines in it.'),
  addedCount: z.number().describe('The lines that no earlier statement had.'),
  importedAt: timestampOut.describe('When it was imported.'),
  importedBy: z
    .string()
    .nullable()
    .describe('The name of the key that imported it; null for the command line and the watched folder.'),
  matchedAt: timestampOut
    .nullable()
    .describe('The time when all its lines had been decided about; null until then.'),
  accountIds: z.array(z.string()).describe('The accounts of its statements.'),
  statementCount: z.number().describe('The statements in it.'),
  heldCount: z.number().describe('The held statements: none of their lines settles anything now.'),
  waitingCount: z.number().describe('The lines that it brought first and that wait for a person.'),
  takenBack: takenBackView
    .nullable()
    .describe('Who took the import back, when and why; null unless somebody did.'),
});

/** A calendar day, `2026-11-22`. */
const dateOut = z.string();

export const statementView = viewType('BankStatement', 'A statement of a bank account.', {
  statementId,
  fileId,
  accountId: z.string().describe('The account.'),
  kind: oneOf(STATEMENT_KINDS, 'StatementKind').describe('The kind of statement.'),
  bankStatementId: z.string().nullable().describe('The id that the bank gave the statement.'),
  sequenceNumber: z.string().nullable().describe('The number that the bank gave the statement.'),
  opening: amountOut.nullable().describe('The balance at the start.'),
  closing: amountOut.nullable().describe('The balance at the end.'),
  firstDate: dateOut.nullable().describe('The first day.'),
  lastDate: dateOut.nullable().describe('The last day.'),
  lineCount: z.number().describe('The lines in it.'),
  heldReason: z
    .string()
    .nullable()
    .describe(
      'Why none of its lines settles anything; null if its balances add up, or once an operator has released it.',
    ),
  releaseReason: z.string().nullable().describe('The reason of the operator who released it.'),
});

/** A planned confirm of a line: its transaction, and the status that this will get. */
const plannedLineView = viewType(
  'PlannedConfirm',
  'A confirmation of a line that takes effect at a set time unless it is undone.',
  {
    ...plannedView.shape,
    transactionId: z.string().describe('The transaction that it will pay.'),
  },
);

export const lineView = viewType('StatementLine', 'A movement of money on a bank account.', {
  lineId,
  statementId,
  fileId: z.string().describe('The file that brought it first.'),
  accountId: z.string().describe('The account.'),
  place: z.string().describe('Where it stands in the file.'),
  bookingDate: dateOut.nullable().describe('The booking date.'),
  valueDate: dateOut.nullable().describe('The value date.'),
  direction: oneOf(LINE_DIRECTIONS, 'LineDirection').describe(
    '`credit` is an incoming payment, `debit` an outgoing one.',
  ),
  amount: amountOut.describe('The amount, with at most two digits after the point.'),
  currency: z.string().describe('The currency, three letters.'),
  isPending: z.boolean().describe('Whether the bank has not booked it yet.'),
  isReversal: z.boolean().describe('Whether it reverses an earlier line.'),
  isCollective: z
    .boolean()
    .describe('Whether it is the sum of several payments that the bank booked together.'),
  returnReason: z.string().nullable().describe('Why the money came back.'),
  counterpartyName: z.string().nullable().describe('The name of the other side, as the bank has it.'),
  ultimateName: z.string().nullable().describe('The name of the ultimate payer or payee.'),
  counterpartyIban: z.string().nullable().describe('The IBAN of the other side.'),
  remittance: z.array(z.string()).describe('The texts of the payer.'),
  structuredReference: z.string().nullable().describe('The structured reference of the payment.'),
  endToEndId: z.string().nullable().describe('The id that the payer gave the payment.'),
  bankReference: z.string().nullable().describe('The reference of the bank.'),
  transactionCode: z.string().nullable().describe('The code of the bank for the kind of the line.'),
  state: z.string().describe('The state.'),
  stateAt: timestampOut.describe('Since when it has this state.'),
  transactionId: z.string().nullable().describe('The transaction that it was matched with.'),
  planned: plannedLineView
    .nullable()
    .describe(
      'A confirmation that takes effect at a set time unless it is undone before; null if nothing is planned.',
    ),
});

/** Views files, with the names of those who imported them. */
export async function viewFiles(
  { clients }: Pick<Dependencies, 'clients'>,
  files: readonly ListedFile[],
): Promise<z.infer<typeof statementFileView>[]> {
  const people = files.flatMap(({ clientId, takenBack }) =>
    [clientId ?? [], takenBack?.clientId ?? []].flat(),
  );
  const known = await clients.findByIds([...new Set(people)]);
  const nameOf = (id: string) => known.get(id)?.name ?? id;
  return files.map((file) =>
    project(statementFileView, file, {
      fileId: file.id,
      importedAt: formatTimestamp(file.createdAtMs),
      importedBy: file.clientId && nameOf(file.clientId),
      takenBack: file.takenBack && {
        at: formatTimestamp(file.takenBack.atMs),
        by: nameOf(file.takenBack.clientId),
        reason: file.takenBack.reason,
      },
    }),
  );
}

/** Reads a file that is in the list of files. */
export async function readFileView(
  dependencies: Pick<Dependencies, 'clients' | 'db'>,
  fileId: string,
): Promise<z.infer<typeof statementFileView>> {
  const { items } = await dependencies.db.query('listStatementFiles', {
    filter: { fileId },
    page: { limit: 1 },
  });
  const [file] = await viewFiles(dependencies, items);
  if (!file) throw new Error(`the file ${fileId} is not in the list of files`);
  return file;
}

export function viewStatement(statement: StoredStatement): z.infer<typeof statementView> {
  return project(statementView, statement, { statementId: statement.id });
}

/** Loads the planned confirms. @returns a function that views a line. */
export async function loadLineView(
  context: Pick<Context, 'dependencies'>,
): Promise<(line: StoredLine) => z.infer<typeof lineView>> {
  const { db, clients } = context.dependencies;
  const plans = await db.read('findPlansOfLines');
  const makers = [...plans.values()].flatMap(({ actor }) => actor.clientId ?? []);
  const people = await clients.findByIds(makers);
  return ({ id: lineId, line, ...stored }) => {
    const plan = plans.get(lineId);
    const planned = viewPlan(context, plan, people);
    return project(
      lineView,
      { ...line, ...stored },
      {
        lineId,
        isPending: line.status === 'pending',
        planned: planned && plan ? { ...planned, transactionId: plan.transactionId } : null,
      },
    );
  };
}
