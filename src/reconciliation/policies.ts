import { z } from 'zod';
import type { Client } from '../admin/client-directory.ts';
import { patchOf, unknownClient } from '../admin/fields.ts';
import { readAllClients } from '../admin/read-pages.ts';
import { fieldError } from '../kernel/errors.ts';
import { AMOUNT_MIN_MINOR, minorToAmount } from '../kernel/money.ts';
import { fault, issueText } from '../kernel/problems.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import {
  amount,
  amountOut,
  fields,
  flag,
  formatTimestamp,
  idText,
  oneOf,
  timestampOut,
  viewType,
  wholeNumber,
} from '../operations/fields.ts';
import { operation } from '../operations/operation.ts';
import { ADMINS, OPERATORS } from '../operations/permissions.ts';
import {
  type ChosenPolicy,
  DIFFERENCE_RULES,
  LATE_RULES,
  MAX_TOLERANCE_MINOR,
  MAX_TOLERANCE_PER_MILLE,
  type MatchPolicy,
  OTHER_PAYER_RULES,
  type PolicyTarget,
  STRICT_POLICY,
} from './domain/matching/policy.ts';

const differenceRule = oneOf(DIFFERENCE_RULES, 'MatchDifferenceRule');
const lateRule = oneOf(LATE_RULES, 'MatchLateRule');
const otherPayerRule = oneOf(OTHER_PAYER_RULES, 'MatchOtherPayerRule');

const tolerance = amount
  .refine(
    (minor) => minor <= MAX_TOLERANCE_MINOR,
    issueText(
      fault(
        'not_an_amount',
        { minimum: minorToAmount(AMOUNT_MIN_MINOR), maximum: minorToAmount(MAX_TOLERANCE_MINOR) },
        `must be a number from 0.01 to ${minorToAmount(MAX_TOLERANCE_MINOR)}, or null for none.`,
      ),
    ),
  )
  .nullable()
  .optional();
const perMille = wholeNumber(0, MAX_TOLERANCE_PER_MILLE).optional();

/** The owner of the policy. A missing appKey must not mean all merchants: a variable can be unset by mistake. */
const targetFields = {
  appKey: idText.optional().describe('The merchant; give either it or desk.'),
  desk: flag.optional().describe('True for the policy of all merchants that have none.'),
};

interface TargetInput {
  readonly appKey?: string | undefined;
  readonly desk?: boolean | undefined;
}

const isOneTarget = ({ appKey, desk = false }: TargetInput) => (appKey === undefined) === desk;

const ONE_TARGET = issueText(
  fault(
    'choose_one',
    'The request names no policy, or two. Give either appKey, or desk: true for all merchants without their own.',
  ),
);

/** A policy with its owner. */
const matchPolicyView = viewType(
  'MatchPolicy',
  'What a merchant lets happen to payments without an operator; without an appKey, the policy of the desk.',
  {
    appKey: z
      .string()
      .nullable()
      .describe('The merchant; null for the desk, whose policy holds for merchants that have none.'),
    name: z.string().nullable().describe('The name of the merchant; null for the desk.'),
    isOwn: z.boolean().describe('Whether somebody has chosen it; otherwise it is that of the desk.'),
    underpaidTolerance: amountOut.nullable().describe('How much less still settles.'),
    underpaidTolerancePerMille: z.number().describe('The same in thousandths of the deposit.'),
    underpaidBeyond: differenceRule.describe('What happens to a payment that is lower still.'),
    overpaidTolerance: amountOut.nullable().describe('How much more still settles.'),
    overpaidTolerancePerMille: z.number().describe('The same in thousandths of the deposit.'),
    overpaidBeyond: differenceRule.describe('What happens to a payment that is higher still.'),
    late: lateRule.describe('What happens to the exact amount after the expiry.'),
    otherPayer: otherPayerRule.describe(
      'Whether a payment settles whose name does not fit the user of the deposit.',
    ),
    updatedAt: timestampOut.nullable().describe('When it last changed; null if it never did.'),
  },
);

export type MatchPolicyView = z.infer<typeof matchPolicyView>;

/** A policy after a change, with the number of waiting lines that are decided about again. */
const changedPolicyView = viewType(
  'ChangedMatchPolicy',
  'A policy after a change, with the number of lines that are decided again.',
  {
    policy: matchPolicyView.describe('The policy.'),
    rematchedLines: z.number().describe('The waiting lines that are matched again.'),
  },
);

export const listMatchPolicies = operation({
  name: 'listMatchPolicies',
  kind: 'query',
  roles: OPERATORS,
  modes: 'live',
  summary: 'List what settles although it is not exact',
  input: fields({}),
  output: z.array(matchPolicyView),
  async run({ dependencies }) {
    const chosen = await dependencies.db.read('listMatchPolicies');
    const merchants = (await readAllClients(dependencies)).filter(({ role }) => role === 'merchant');
    return [null, ...merchants].map((client) => viewPolicy(client, chosen));
  },
});

export const updateMatchPolicy = operation({
  name: 'updateMatchPolicy',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Change what settles although it is not exact',
  description: 'Waiting lines are matched again.',
  refusals: ['error_site_not_found'],
  input: patchOf(['appKey', 'desk'], {
    ...targetFields,
    underpaidTolerance: tolerance.describe('How much less still settles.'),
    underpaidTolerancePerMille: perMille.describe('The same in thousandths of the deposit.'),
    underpaidBeyond: differenceRule.optional().describe('What happens to a payment that is lower still.'),
    overpaidTolerance: tolerance.describe('How much more still settles.'),
    overpaidTolerancePerMille: perMille.describe('The same in thousandths of the deposit.'),
    overpaidBeyond: differenceRule.optional().describe('What happens to a payment that is higher still.'),
    late: lateRule.optional().describe('What happens to the exact amount after the expiry.'),
    otherPayer: otherPayerRule
      .optional()
      .describe('Whether a payment settles whose name does not fit the user of the deposit.'),
  }).refine(isOneTarget, ONE_TARGET),
  output: changedPolicyView,
  example: { appKey: 'demo-merchant', underpaidTolerance: 5, late: 'accept' },
  async run(context, { appKey, desk: _desk, underpaidTolerance, overpaidTolerance, ...rest }) {
    const { dependencies } = context;
    const { client, target } = await findTarget(dependencies, appKey);
    const changes = {
      ...rest,
      underpaidToleranceMinor: underpaidTolerance === null ? 0 : underpaidTolerance,
      overpaidToleranceMinor: overpaidTolerance === null ? 0 : overpaidTolerance,
    };
    const { db, statements } = dependencies;
    const { rematchedCount } = await db.run('updateMatchPolicy', {
      target,
      changes: withoutUndefined(changes),
      terms: statements.matchTerms(),
      audit: context.meta.audit,
    });
    return { policy: viewPolicy(client, await db.read('listMatchPolicies')), rematchedLines: rematchedCount };
  },
});

export const removeMatchPolicy = operation({
  name: 'removeMatchPolicy',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Let a merchant follow the policy of the desk again',
  refusals: ['error_site_not_found'],
  input: fields(targetFields).refine(isOneTarget, ONE_TARGET),
  output: changedPolicyView,
  example: { appKey: 'demo-merchant' },
  async run(context, { appKey }) {
    const { dependencies } = context;
    const { client, target } = await findTarget(dependencies, appKey);
    const { db, statements } = dependencies;
    const change = { target, terms: statements.matchTerms(), audit: context.meta.audit };
    const { rematchedCount } = await db.run('removeMatchPolicy', change);
    return { policy: viewPolicy(client, await db.read('listMatchPolicies')), rematchedLines: rematchedCount };
  },
});

/** The desk in the audit log. No appKey has parentheses. */
const DESK_TARGET = '(desk)';

type NamedClient = Pick<Client, 'id' | 'appKey' | 'name'>;

/** @throws ServiceError error_site_not_found, or error_validation for a client without deposits. */
async function findTarget(
  { clients }: Dependencies,
  appKey: string | undefined,
): Promise<{ readonly client: NamedClient | null; readonly target: PolicyTarget }> {
  if (appKey === undefined) return { client: null, target: { clientId: null, name: DESK_TARGET } };
  const client = await clients.findByAppKey(appKey);
  if (!client) throw unknownClient();
  if (client.role !== 'merchant')
    throw fieldError(
      'appKey',
      fault('not_a_merchant', 'is not the key of a merchant. Only merchants have deposits.'),
    );
  return { client, target: { clientId: client.id, name: appKey } };
}

function viewPolicy(client: NamedClient | null, chosen: readonly ChosenPolicy[]): MatchPolicyView {
  const own = chosen.find(({ clientId }) => clientId === (client?.id ?? null));
  const holding = own ?? chosen.find(({ clientId }) => clientId === null);
  const { underpaidToleranceMinor, overpaidToleranceMinor, ...policy } = holding?.policy ?? STRICT_POLICY;
  return {
    appKey: client?.appKey ?? null,
    name: client?.name ?? null,
    isOwn: own !== undefined,
    ...policy,
    underpaidTolerance: underpaidToleranceMinor === 0 ? null : minorToAmount(underpaidToleranceMinor),
    overpaidTolerance: overpaidToleranceMinor === 0 ? null : minorToAmount(overpaidToleranceMinor),
    updatedAt: own ? formatTimestamp(own.updatedAtMs) : null,
  };
}

/** Drops the undefined fields, so that they keep their stored values. */
function withoutUndefined(changes: { readonly [F in keyof MatchPolicy]?: MatchPolicy[F] | undefined }) {
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<MatchPolicy>;
}
