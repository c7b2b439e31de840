import { z } from 'zod';
import { validationError } from '../../domain/errors.ts';
import {
  DIFFERENCE_RULES,
  LATE_RULES,
  MAX_TOLERANCE_MINOR,
  MAX_TOLERANCE_PER_MILLE,
  type MatchPolicy,
  OTHER_PAYER_RULES,
  STRICT_POLICY,
} from '../../domain/matching/policy.ts';
import { minorToAmount } from '../../domain/money.ts';
import type { Client } from '../admin/client-directory.ts';
import { patchOf, unknownClient } from '../admin/fields.ts';
import { readAllClients } from '../admin/read-pages.ts';
import { auditOrigin } from '../audit/origin.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  amount,
  amountOut,
  fields,
  flag,
  formatTimestamp,
  graphqlTypes,
  idText,
  oneOf,
  parameters,
  timestampOut,
  wholeNumber,
} from '../fields.ts';
import { define } from '../operation.ts';
import type { ChosenPolicy, PolicyTarget } from './policy-store.ts';

const differenceRule = oneOf(DIFFERENCE_RULES).register(graphqlTypes, { name: 'MatchDifferenceRule' });
const lateRule = oneOf(LATE_RULES).register(graphqlTypes, { name: 'MatchLateRule' });
const otherPayerRule = oneOf(OTHER_PAYER_RULES).register(graphqlTypes, { name: 'MatchOtherPayerRule' });

const tolerance = amount
  .refine(
    (minor) => minor <= MAX_TOLERANCE_MINOR,
    `must be a number from 0.01 to ${minorToAmount(MAX_TOLERANCE_MINOR)}, or null for none.`,
  )
  .nullable()
  .optional();
const perMille = wholeNumber(0, MAX_TOLERANCE_PER_MILLE).optional();

/** The owner of the policy. A missing appKey must not mean all merchants: a variable can be unset by mistake. */
const targetFields = {
  appKey: idText.optional(),
  /** True for the policy of the desk. */
  desk: flag.optional(),
};

interface GivenTarget {
  readonly appKey?: string | undefined;
  readonly desk?: boolean | undefined;
}

const isOneTarget = ({ appKey, desk = false }: GivenTarget) => (appKey === undefined) === desk;

const ONE_TARGET =
  'The request names no policy, or two. Give either appKey, or desk: true for all merchants without their own.';

/** A policy, with whose it is. */
export const matchPolicyView = z.object({
  /** The merchant; null for the desk, whose policy holds for merchants without one of their own. */
  appKey: z.string().nullable(),
  name: z.string().nullable(),
  /** Whether somebody has chosen it; otherwise it is that of the desk. */
  isOwn: z.boolean(),
  /** The most that a payment may be lower by: the larger of both, and no more than a tenth of the deposit. */
  underpaidTolerance: amountOut.nullable(),
  underpaidTolerancePerMille: z.number(),
  /** The state in which a payment waits that is lower still. */
  underpaidBeyond: differenceRule,
  overpaidTolerance: amountOut.nullable(),
  overpaidTolerancePerMille: z.number(),
  overpaidBeyond: differenceRule,
  late: lateRule,
  /** The state in which a payment waits whose payer's name does not fit the user, or whether it settles. */
  otherPayer: otherPayerRule,
  updatedAt: timestampOut.nullable(),
});

export type MatchPolicyView = z.infer<typeof matchPolicyView>;

/** A policy after a change, with the number of lines that wait and are decided about anew. */
export const changedPolicyView = z.object({ policy: matchPolicyView, rematchedLines: z.number() });

/** Lists the policy of the desk, then those of all merchants by appKey. */
export const listMatchPolicies = define({
  name: 'listMatchPolicies',
  kind: 'query',
  input: parameters({}),
  output: z.array(matchPolicyView),
  async run({ dependencies }) {
    const chosen = await dependencies.statements.policies.list();
    const merchants = (await readAllClients(dependencies)).filter(({ role }) => role === 'merchant');
    return [null, ...merchants].map((client) => viewPolicy(client, chosen));
  },
});

/** Changes the given fields of a policy. Lines that wait and may be affected are decided about anew. */
export const updateMatchPolicy = define({
  name: 'updateMatchPolicy',
  kind: 'command',
  input: patchOf(['appKey', 'desk'], {
    ...targetFields,
    underpaidTolerance: tolerance,
    underpaidTolerancePerMille: perMille,
    underpaidBeyond: differenceRule.optional(),
    overpaidTolerance: tolerance,
    overpaidTolerancePerMille: perMille,
    overpaidBeyond: differenceRule.optional(),
    late: lateRule.optional(),
    otherPayer: otherPayerRule.optional(),
  }).refine(isOneTarget, ONE_TARGET),
  output: changedPolicyView,
  async run(context, { appKey, desk: _desk, underpaidTolerance, overpaidTolerance, ...rest }) {
    const { dependencies } = context;
    const { client, target } = await findTarget(dependencies, appKey);
    const changes = {
      ...rest,
      underpaidToleranceMinor: underpaidTolerance === null ? 0 : underpaidTolerance,
      overpaidToleranceMinor: overpaidTolerance === null ? 0 : overpaidTolerance,
    };
    const audit = auditOrigin(context, 'updateMatchPolicy');
    const { policies } = dependencies.statements;
    const { rematchedCount } = await policies.update(target, withoutUndefined(changes), audit);
    return { policy: viewPolicy(client, await policies.list()), rematchedLines: rematchedCount };
  },
});

/** Removes a policy: a merchant follows the desk again, and the desk holds whatever is not exact. */
export const removeMatchPolicy = define({
  name: 'removeMatchPolicy',
  kind: 'command',
  input: fields(targetFields).refine(isOneTarget, ONE_TARGET),
  output: changedPolicyView,
  async run(context, { appKey }) {
    const { dependencies } = context;
    const { client, target } = await findTarget(dependencies, appKey);
    const audit = auditOrigin(context, 'removeMatchPolicy');
    const { policies } = dependencies.statements;
    const { rematchedCount } = await policies.remove(target, audit);
    return { policy: viewPolicy(client, await policies.list()), rematchedLines: rematchedCount };
  },
});

/** The desk in the audit log. No appKey has parentheses. */
const DESK_TARGET = '(desk)';

type Named = Pick<Client, 'id' | 'appKey' | 'name'>;

/** @throws ServiceError error_site_not_found, or error_validation for a client without deposits. */
async function findTarget(
  { clients }: Dependencies,
  appKey: string | undefined,
): Promise<{ readonly client: Named | null; readonly target: PolicyTarget }> {
  if (appKey === undefined) return { client: null, target: { clientId: null, name: DESK_TARGET } };
  const client = await clients.findByAppKey(appKey);
  if (!client) throw unknownClient();
  if (client.role !== 'merchant')
    throw validationError([
      { path: 'appKey', message: 'appKey is not the key of a merchant. Only merchants have deposits.' },
    ]);
  return { client, target: { clientId: client.id, name: appKey } };
}

function viewPolicy(client: Named | null, chosen: readonly ChosenPolicy[]): MatchPolicyView {
  const own = chosen.find(({ clientId }) => clientId === (client?.id ?? null));
  const holding = own ?? chosen.find(({ clientId }) => clientId === null);
  const { underpaidToleranceMinor, overpaidToleranceMinor, ...policy } = holding?.policy ?? STRICT_POLICY;
  return {
    ...{ appKey: client?.appKey ?? null, name: client?.name ?? null, isOwn: own !== undefined },
    ...policy,
    underpaidTolerance: underpaidToleranceMinor === 0 ? null : minorToAmount(underpaidToleranceMinor),
    overpaidTolerance: overpaidToleranceMinor === 0 ? null : minorToAmount(overpaidToleranceMinor),
    updatedAt: own ? formatTimestamp(own.updatedAtMs) : null,
  };
}

/** Drops the fields that are not given: they stay as they are. */
function withoutUndefined(changes: { readonly [F in keyof MatchPolicy]?: MatchPolicy[F] | undefined }) {
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<MatchPolicy>;
}
