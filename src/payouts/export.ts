import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import { dayIn, formatDay } from '../kernel/time-zone.ts';
import { fields, idText, viewType } from '../operations/fields.ts';
import { fileOut } from '../operations/file-out.ts';
import { type Context, operation } from '../operations/operation.ts';
import { OPERATORS } from '../operations/permissions.ts';
import { fileFields, viewFile, writeBatch } from './batch-file.ts';
import { changeOf, refusals, seen } from './decide.ts';
import type { PayoutBatch, PayoutFile, PayoutRow } from './domain/batch.ts';
import { isContentOf } from './domain/content.ts';
import { isUnchanged } from './domain/stored-file.ts';
import type { BankFileProfile } from './files/bank-file-profile.ts';
import { payoutId } from './payouts.ts';
import { DEFAULT_PROFILE_ID, findFileProfile, listProfileIds } from './profile-catalog.ts';
import { fileChanged, payoutMissing, payoutRefusal } from './refusals.ts';

const payoutFileView = viewType('PayoutFile', 'The file of a batch for the bank.', {
  payoutId: z.string().describe('The batch.'),
  ...fileFields,
});

export const exportPayout = operation({
  name: 'exportPayout',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Export an approved batch as a file for the bank',
  description:
    'The file is stored, and given out again unchanged, whatever profile is asked for later. It settles nothing: a booked debit does that. If the profile of the file was changed after the last approval, or the account was given another profile, the batch waits for approvals again.',
  refusals,
  isIdempotent: true,
  input: fields({
    ...seen,
    profile: idText
      .optional()
      .describe(
        'The profile of the file; by default that of the account, or else `iso20022`, which is pain.001.001.09. `sepa` is the same with the rules of SEPA, `sepa-2009` pain.001.001.03 with them.',
      ),
  }),
  output: payoutFileView,
  example: { profile: 'iso20022' },
  async run(context, { profile, ...target }) {
    const { dependencies, principal, meta } = context;
    const { db, timeZone } = dependencies;
    // In a reader thread, because thousands of rows would hold up all other requests.
    const whole = await db.query('findPayout', target.payoutId);
    if (!whole) throw payoutMissing();
    const { batch } = whole;
    if (batch.contentHash !== target.contentHash) throw payoutRefusal({ kind: 'changed', batch });
    if (isSent(batch)) return readFile(context, batch.id);
    if (batch.state !== 'approved') throw payoutRefusal({ kind: 'wrong-state', batch });
    // The file is written from what was read here, not from what the command will find.
    if (!isContentOf(batch, whole.rows)) throw payoutRefusal({ kind: 'changed', batch });
    const outcome = await db.run('exportPayout', {
      ...changeOf(context, target),
      ...(await writeFile(db, whole, profile)),
      clientId: principal.client.id,
      timeZone,
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
  input: fields({ payoutId }),
  output: payoutFileView,
  run: (context, { payoutId: id }) => readFile(context, id),
});

export const downloadPayoutFile = operation({
  name: 'downloadPayoutFile',
  kind: 'query',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Download the file of a batch that was exported',
  description:
    'The response is the file itself. Its ETag is the SHA-256 of its bytes, which are always the same. A batch gives none once one of its payouts was rejected, or refused by the bank.',
  input: fields({ payoutId }),
  output: fileOut,
  run: ({ dependencies: { db } }, { payoutId: id }) => findFile(db, id),
});

/** Whether a batch was exported and not refused: it waits for the bank, or was paid. */
const isSent = ({ state }: PayoutBatch) => state === 'exported' || state === 'paid';

type Reads = Pick<Context['dependencies']['db'], 'read'>;

async function readFile({ dependencies: { db } }: Context, id: string) {
  return { payoutId: id, ...viewFile(await findFile(db, id)) };
}

/**
 * @throws ServiceError error_internal for a file that is not the one that was exported; error_validation while a
 * restore holds payouts, since the batch may have been taken back and paid in another way after the backup.
 */
async function findFile(db: Reads, id: string): Promise<PayoutFile> {
  const whole = await db.read('findPayoutPage', { id, after: 0, limit: 1 });
  if (!whole) throw payoutMissing();
  const { batch, isFileGivenOut } = whole;
  if (await db.read('holdsPayouts')) {
    const message = `names batch ${batch.number}, whose file is held since the database was restored or has lost commits: what it pays may have been paid by now. An admin lets payouts go on, once the bank statements are imported.`;
    throw fieldError('payoutId', fault('restored', message));
  }
  const stored = isFileGivenOut ? await db.read('findPayoutFile', id) : undefined;
  if (!stored) {
    const message = isSent(batch)
      ? `names batch ${batch.number}, some payouts of which were rejected or refused: another file can pay them, so this one can no longer be downloaded. If the bank does not have it, let another person reject the rest, and prepare a new batch.`
      : `names a batch that is ${batch.state}, and has no file for a bank.`;
    throw fieldError('payoutId', fault('wrong_state', { status: batch.state }, message));
  }
  if (!isUnchanged(stored, batch)) throw fileChanged(batch);
  const { contentHash: _, ...file } = stored;
  return file;
}

interface Content {
  readonly batch: PayoutBatch;
  readonly rows: readonly PayoutRow[];
}

async function writeFile(db: Reads, { batch, rows }: Content, given: string | undefined) {
  /** Read before the form of the file, so that a later change of the form is noticed. */
  const formReadAt = await db.read('readAuditPosition');
  const pays = (await db.read('listPayoutAccounts')).find((one) => one.accountId === batch.accountId);
  const profileId = given ?? pays?.profileId ?? DEFAULT_PROFILE_ID;
  const profile = await chooseProfile(db, profileId);
  const payer = { ...batch.payer, bic: pays?.bic };
  const file = await writeBatch(profile, { ...batch, payer, rows }, 'payoutId');
  // Tables have no payment groups, so all rows belong to one.
  const rowsPerPayment = 'maxRowsPerGroup' in profile ? profile.maxRowsPerGroup : rows.length;
  return { formReadAt, file, profileId, rowsPerPayment };
}

/** @throws ServiceError error_validation for a profile that is unknown, or that this version cannot use. */
async function chooseProfile(db: Reads, id: string): Promise<BankFileProfile> {
  const found = await findFileProfile(db, id);
  if (found && 'profile' in found) return found.profile;
  if (found) {
    const message = `names the profile ${id}, which this version cannot use. Save it again: ${found.problems[0]?.message}`;
    throw fieldError('profile', fault('malformed', message));
  }
  throw fieldError('profile', fault('not_one_of', { allowed: await listProfileIds(db) }));
}
