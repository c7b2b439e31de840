import type { Database } from '../../tables.ts';

interface FormOfBatch {
  readonly batchId: string;
  readonly accountId: string;
  /** The profile with which the file is written. */
  readonly profileId: string;
  /** The position in the audit log before the form was read. */
  readonly formReadAt: number;
}

/**
 * Whether the form of a batch's file (its profile, or the account's choice of a profile) was changed after the last
 * approval, or after it was read for the file. The form can decide whom the bank pays, so people approve again. Only a
 * caller that has locked the tip of the audit log can rely on `false`.
 */
export async function isFormChanged(
  db: Database,
  { batchId, accountId, profileId, formReadAt }: FormOfBatch,
): Promise<boolean> {
  const approval = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('target_id', '=', batchId)
    .where('operation', '=', 'approvePayout')
    .executeTakeFirst();
  const changes = await db
    .selectFrom('audit')
    .select(['target_kind', 'before_json', 'after_json'])
    .where('position', '>', Math.min(approval?.position ?? 0, formReadAt))
    .where((eb) =>
      eb.or([
        eb.and({ target_kind: 'payoutProfile', target_id: profileId }),
        eb.and({ target_kind: 'account', target_id: accountId }),
      ]),
    )
    .execute();
  return changes.some(
    ({ target_kind: kind, before_json: before, after_json: after }) =>
      kind === 'payoutProfile' || profileIn(before) !== profileIn(after),
  );
}

/** Returns the profile in the values of an account; undefined if they are about something else. */
function profileIn(json: string | null): unknown {
  return json === null ? undefined : JSON.parse(json).payoutProfile;
}
