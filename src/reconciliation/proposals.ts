import { z } from 'zod';
import { ServiceError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import { EXAMPLE_IDS } from '../operations/examples.ts';
import { fieldProblemView, viewProblems } from '../operations/field-problems.ts';
import {
  amountOut,
  fields,
  graphqlTypes,
  idText,
  listOf,
  objectOf,
  timestampOut,
  viewType,
} from '../operations/fields.ts';
import { lineId, transactionId } from '../operations/ids.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { OPERATORS, STAFF } from '../operations/permissions.ts';
import { project } from '../operations/project.ts';
import type { Deposit } from '../transactions/domain/transaction.ts';
import { holdSeconds, target } from '../transactions/transitions.ts';
import { confirmOnly } from './decide-lines.ts';
import { findProposals } from './find-proposals.ts';
import { MAX_PROPOSALS } from './limits.ts';
import type { StoredLine } from './read-store.ts';
import { notAllowed } from './refusals.ts';

/** A line with the one deposit that it can pay. */
const proposalView = viewType('LineProposal', 'A line with the one deposit that it can pay.', {
  lineId,
  fileId: z.string().describe('The file that brought the line first.'),
  bookingDate: z.string().nullable().describe('The booking date.'),
  payer: z.string().nullable().describe('The name of the payer, as the bank has it.'),
  remittance: z.array(z.string()).describe('The texts of the payer.'),
  amount: amountOut.describe('The amount of the line, which is that of the deposit.'),
  currency: z.string().describe('The currency, three letters.'),
  transactionId,
  sequence: z.number().describe('The sequence of the deposit. A confirm names it.'),
  name: z.string().describe('The name of the user.'),
  appKey: z.string().describe('The merchant.'),
  createdAt: timestampOut.describe('When the deposit was created.'),
});

const proposalList = viewType('LineProposals', 'Unambiguous proposals, newest first.', {
  items: z.array(proposalView).describe('The first of them.'),
  count: z.number().describe('How many there are among the newest 1,000 lines with proposals.'),
});

export const listProposals = operation({
  name: 'listProposals',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'List the lines whose proposal is unambiguous',
  description:
    'The amount is exact, the name fits, and nothing speaks against it; no other deposit fits as well, and no other line fits the deposit.',
  input: fields({
    fileId: idText.optional().describe('Only lines of this file.'),
    accountId: idText.optional().describe('Only lines of this account.'),
  }),
  output: proposalList,
  cost: ({ items }) => costOfItems(items.length),
  async run(context, { fileId, accountId }) {
    const found = (await findProposals(context)).filter(
      ({ stored }) =>
        (fileId === undefined || stored.fileId === fileId) &&
        (accountId === undefined || stored.accountId === accountId),
    );
    const shown = found.slice(0, MAX_PROPOSALS);
    const known = await context.dependencies.clients.findByIds([
      ...new Set(shown.map(({ deposit }) => deposit.clientId)),
    ]);
    const items = shown.map(({ stored, deposit }) =>
      viewProposal(stored, deposit, known.get(deposit.clientId)?.appKey ?? ''),
    );
    return { items, count: found.length };
  },
});

/** A line and the deposit that it is to pay. */
const proposalItem = objectOf('an object with lineId, transactionId and sequence', {
  lineId,
  transactionId: idText.describe('The deposit that it pays.'),
  sequence: target.sequence,
}).register(graphqlTypes, { name: 'ProposalItem' });

/** Why a line was not confirmed. */
const proposalError = viewType('ProposalError', 'Why a line was not confirmed.', {
  type: z.string().describe('The type of the failure.'),
  code: z.string().nullable().describe('The code of its first problem.'),
  message: z.string().describe('A sentence that says what to do.'),
  fields: z.array(fieldProblemView).describe('Each field that is wrong; empty if none is.'),
});

const proposalResult = viewType('ProposalResult', 'The outcome for one line.', {
  lineId,
  transactionId,
  error: proposalError.nullable().describe('Why it was not confirmed; null if it was.'),
});

export const confirmProposals = operation({
  name: 'confirmProposals',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Confirm up to 100 unambiguous proposals',
  description: 'One that is refused, or no longer unambiguous, does not stop the others.',
  input: fields({
    items: listOf(proposalItem, { of: 'lines', min: 1, max: MAX_PROPOSALS }).describe(
      'The lines, each with its deposit as it was seen.',
    ),
    holdSeconds,
  }),
  output: z.array(proposalResult),
  example: {
    items: [{ lineId: EXAMPLE_IDS.lineId, transactionId: EXAMPLE_IDS.transactionId, sequence: 1 }],
    holdSeconds: 8,
  },
  // Each item is a separate decision, and the request itself is charged for one.
  cost: (results) => results.length - 1,
  async run(context, { items, holdSeconds: seconds }) {
    const found = await findProposals(context);
    const depositOf = new Map(found.map(({ stored, deposit }) => [stored.id, deposit.id]));
    const results: z.infer<typeof proposalResult>[] = [];
    for (const { lineId, transactionId, sequence } of items) {
      const isSame = depositOf.get(lineId) === transactionId;
      const error = isSame
        ? await confirmOne(context, { lineIds: [lineId], transactionId, sequence, holdSeconds: seconds })
        : notAllowed(fault('proposal_unclear'));
      results.push({ lineId, transactionId, error: error && viewError(error) });
    }
    return results;
  },
});

/** Confirms a line with the same checks as a single confirm. @returns why it was refused. */
async function confirmOne(context: Context, request: Parameters<typeof confirmOnly>[1]) {
  try {
    await confirmOnly(context, request);
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error;
  }
}

function viewError({ type, message, details }: ServiceError): z.infer<typeof proposalError> {
  const fields = viewProblems(details.fields);
  return { type, code: fields[0]?.code ?? null, message, fields };
}

function viewProposal(
  { id: lineId, fileId, line }: StoredLine,
  deposit: Deposit,
  appKey: string,
): z.infer<typeof proposalView> {
  const bookingDate = line.bookingDate ?? line.valueDate;
  const { id: transactionId, sequence, name, createdAtMs } = deposit;
  const others = { lineId, fileId, bookingDate, payer: line.counterpartyName, transactionId, appKey };
  return project(proposalView, { ...line, sequence, name, createdAtMs }, others);
}
