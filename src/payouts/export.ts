import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { normalizeIban } from '../kernel/iban.ts';
import { fault } from '../kernel/problems.ts';
import { dayIn, formatDay } from '../kernel/time-zone.ts';
import { fields, idText, parameters } from '../operations/fields.ts';
import { type Context, operation } from '../operations/operation.ts';
import { OPERATORS } from '../operations/permissions.ts';
import { changeOf, refusals, seen } from './decide.ts';
import { hashPayout, type PayoutBatch, type PayoutFile, type PayoutRow } from './domain/batch.ts';
import { messageIdOf } from './domain/file-ids.ts';
import { BankFileRefusal } from './files/bank-file-refusal.ts';
import { BANK_FILE_PROFILES } from './files/built-in-profiles.ts';
import { wholeBankFile } from './files/write-file.ts';
import { payoutId } from './payouts.ts';
import { payoutMissing, payoutRefusal } from './refusals.ts';

const MEDIA_TYPE = 'application/xml';

export const payoutFileView = z.object({
  payoutId: z.string().describe('The batch.'),
  name: z.string().describe('The name of the file.'),
  mediaType: z.string().describe('Its media type.'),
  sha256: z.string().describe('The SHA-256 of its bytes, in hexadecimal.'),
  base64: z.string().describe('Its bytes, in Base64. They are always the same.'),
});

const viewFile = (id: string, { bytes, ...file }: PayoutFile) => ({
  payoutId: id,
  ...file,
  base64: Buffer.from(bytes).toString('base64'),
});

export const exportPayout = operation({
  name: 'exportPayout',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Export an approved batch as a file for the bank',
  description:
    'The file is stored, and given out again unchanged, whatever profile is asked for later. It settles nothing: that does a booked debit.',
  refusals,
  isIdempotent: true,
  input: fields({
    ...seen,
    profile: idText
      .default('iso20022')
      .describe(
        'The form of the file: `iso20022` is pain.001.001.09, `sepa` the same with the rules of SEPA, `sepa-2009` pain.001.001.03 with them.',
      ),
  }),
  output: payoutFileView,
  example: { profile: 'iso20022' },
  async run(context, { profile, ...target }) {
    const { dependencies, principal, meta } = context;
    const { db, timeZone } = dependencies;
    const whole = await db.read('findPayout', target.payoutId);
    if (!whole) throw payoutMissing();
    const { batch } = whole;
    if (batch.contentHash !== target.contentHash) throw payoutRefusal({ kind: 'changed', batch });
    if (batch.state === 'exported' || batch.state === 'paid') return readFile(context, batch.id);
    if (batch.state !== 'approved') throw payoutRefusal({ kind: 'wrong-state', batch });
    // The file is made of what was read here, and not of what the command will find.
    if (hashPayout(batch, whole.rows) !== target.contentHash) throw payoutRefusal({ kind: 'changed', batch });
    const outcome = await db.run('exportPayout', {
      ...changeOf(context, target),
      ...(await writeFile(context, whole, profile)),
      clientId: principal.client.id,
      today: formatDay(dayIn(timeZone, meta.nowMs)),
    });
    if (outcome.kind !== 'stored') throw payoutRefusal(outcome);
    return readFile(context, target.payoutId);
  },
});

export const getPayoutFile = operation({
  name: 'getPayoutFile',
  kind: 'query',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Read the file of a batch that was exported',
  input: parameters({ payoutId }),
  output: payoutFileView,
  run: (context, { payoutId: id }) => readFile(context, id),
});

async function readFile({ dependencies: { db } }: Context, id: string) {
  const whole = await db.read('findPayout', id);
  if (!whole) throw payoutMissing();
  const file = whole.batch.state === 'rejected' ? undefined : await db.read('findPayoutFile', id);
  if (file) return viewFile(id, file);
  const message = `names a batch that is ${whole.batch.state}, and has no file for a bank.`;
  throw fieldError('payoutId', fault('wrong_state', { status: whole.batch.state }, message));
}

async function writeFile(
  { dependencies: { db } }: Context,
  { batch, rows }: { readonly batch: PayoutBatch; readonly rows: readonly PayoutRow[] },
  profileId: string,
): Promise<{ readonly file: PayoutFile; readonly rowsPerPayment: number }> {
  const account = (await db.read('listEveryAccount')).find((one) => one.id === batch.accountId);
  const profile = BANK_FILE_PROFILES.find((one) => one.id === profileId);
  if (!account) throw payoutMissing();
  if (!profile)
    throw fieldError('profile', fault('not_one_of', { allowed: BANK_FILE_PROFILES.map((one) => one.id) }));
  try {
    const debtor = { name: account.accountName, iban: normalizeIban(account.iban) ?? account.iban };
    const { bytes, sha256 } = wholeBankFile(profile, contentOf(batch, rows, debtor));
    const file = { name: `${messageIdOf(batch.number)}.xml`, mediaType: MEDIA_TYPE, sha256, bytes };
    // Tables have no payments, so that all rows are of one.
    return { file, rowsPerPayment: 'maxRowsPerGroup' in profile ? profile.maxRowsPerGroup : rows.length };
  } catch (error) {
    if (!(error instanceof BankFileRefusal)) throw error;
    throw fieldError('payoutId', fault('malformed', `names a batch that becomes no file. ${error.message}`));
  }
}

function contentOf(
  batch: PayoutBatch,
  rows: readonly PayoutRow[],
  debtor: { readonly name: string; readonly iban: string },
) {
  return {
    batchNumber: batch.number,
    createdAtMs: batch.createdAtMs,
    executionDay: batch.executionDay,
    currency: batch.currency,
    debtor,
    initiator: debtor.name,
    count: batch.rowCount,
    sumMinor: batch.sumMinor,
    rows: rows.map(({ transactionId, endToEndId, amountMinor, accountName, iban }) => ({
      transactionId,
      endToEndId,
      amountMinor,
      currency: batch.currency,
      accountName,
      iban,
    })),
  };
}
