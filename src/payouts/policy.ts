import { z } from 'zod';
import { ServiceError } from '../kernel/errors.ts';
import { minorToAmount } from '../kernel/money.ts';
import { fault, fieldProblem, issueText } from '../kernel/problems.ts';
import {
  amount,
  amountOut,
  fields,
  flag,
  formatTimestamp,
  graphqlTypes,
  listOf,
  oneOf,
  text,
  timestamp,
  timestampOut,
  viewType,
} from '../operations/fields.ts';
import { type Context, operation } from '../operations/operation.ts';
import { ADMINS, OPERATORS } from '../operations/permissions.ts';
import { type PayoutPolicy, WEEKDAYS } from './domain/policy.ts';

const MAX_CURRENCIES = 20;
const CURRENCY_CHARACTERS = 3;

const weekday = oneOf(WEEKDAYS, 'Weekday');
const above = amount.nullable().optional();
const time = text(5)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, issueText(fault('payout_time')))
  .nullable()
  .optional();

const DESCRIPTIONS = {
  currency: 'The currency, as a code of ISO 4217.',
  payoutAbove: 'A single payout above it needs a second approver; null for none.',
  batchAbove: 'A batch whose sum is above it needs a second approver; null for none.',
  dailyLimit: 'What one account pays at most on one execution day; null for no limit.',
  amounts: 'The amounts in each currency. A currency that is not in the list has none.',
  newPayeeByTwo: 'Whether a payee to whom nothing was paid for this user needs a second approver.',
  changedNameByTwo: 'Whether another account name than last time needs a second approver.',
  days: 'The days on which batches are approved and exported; empty for all.',
  fromTime: 'HH:MM in TIME_ZONE, from which batches are approved and exported; null for midnight.',
  untilTime: 'HH:MM in TIME_ZONE, until which they are; one before fromTime is that of the next day.',
  byHandAllowed:
    'Whether operators may claim withdrawals with real money, and settle them by hand. Those that were claimed before can be claimed again in any case, since no batch takes them.',
} as const;

const payoutAmountsInput = fields({
  currency: text(CURRENCY_CHARACTERS)
    .regex(/^[A-Z]{3}$/, issueText(fault('not_a_currency')))
    .describe(DESCRIPTIONS.currency),
  payoutAbove: above.describe(DESCRIPTIONS.payoutAbove),
  batchAbove: above.describe(DESCRIPTIONS.batchAbove),
  dailyLimit: above.describe(DESCRIPTIONS.dailyLimit),
}).register(graphqlTypes, { name: 'PayoutAmountsInput' });

const payoutAmountsView = viewType('PayoutAmounts', 'The amounts of the policy of payouts in one currency.', {
  currency: z.string().describe(DESCRIPTIONS.currency),
  payoutAbove: amountOut.nullable().describe(DESCRIPTIONS.payoutAbove),
  batchAbove: amountOut.nullable().describe(DESCRIPTIONS.batchAbove),
  dailyLimit: amountOut.nullable().describe(DESCRIPTIONS.dailyLimit),
});

const payoutPolicyView = viewType('PayoutPolicy', 'What payouts of the desk need.', {
  amounts: z.array(payoutAmountsView).describe(DESCRIPTIONS.amounts),
  newPayeeByTwo: z.boolean().describe(DESCRIPTIONS.newPayeeByTwo),
  changedNameByTwo: z.boolean().describe(DESCRIPTIONS.changedNameByTwo),
  days: z.array(weekday).describe(DESCRIPTIONS.days),
  fromTime: z.string().nullable().describe(DESCRIPTIONS.fromTime),
  untilTime: z.string().nullable().describe(DESCRIPTIONS.untilTime),
  byHandAllowed: z.boolean().describe(DESCRIPTIONS.byHandAllowed),
  updatedAt: timestampOut.nullable().describe('When it last changed; null if it never did.'),
});

export const getPayoutPolicy = operation({
  name: 'getPayoutPolicy',
  kind: 'query',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Read what payouts need: approvers, hours and limits',
  input: fields({}),
  output: payoutPolicyView,
  run: (context) => readPolicy(context),
});

const amountsList = listOf(payoutAmountsInput, { of: 'currencies', max: MAX_CURRENCIES }).refine(
  (amounts) => new Set(amounts.map(({ currency }) => currency)).size === amounts.length,
  issueText(fault('payout_currency_twice')),
);

export const setPayoutPolicy = operation({
  name: 'setPayoutPolicy',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Set what payouts need: approvers, hours and limits',
  description:
    'The request is the whole policy: what it leaves out is off, and paying by hand is allowed. A batch that is approved is judged by the new policy when it is exported.',
  input: fields({
    amounts: amountsList.optional().describe(DESCRIPTIONS.amounts),
    newPayeeByTwo: flag.optional().describe(DESCRIPTIONS.newPayeeByTwo),
    changedNameByTwo: flag.optional().describe(DESCRIPTIONS.changedNameByTwo),
    days: listOf(weekday, { of: 'days', max: WEEKDAYS.length }).optional().describe(DESCRIPTIONS.days),
    fromTime: time.describe(DESCRIPTIONS.fromTime),
    untilTime: time.describe(DESCRIPTIONS.untilTime),
    byHandAllowed: flag.optional().describe(DESCRIPTIONS.byHandAllowed),
    seenUpdatedAt: timestamp
      .nullable()
      .optional()
      .describe(
        'The updatedAt of the policy that you have seen: if somebody has changed it since, the request is refused. Without it the request replaces any policy.',
      ),
  }),
  refusals: ['error_stale_sequence'],
  output: payoutPolicyView,
  example: {
    amounts: [{ currency: 'TRY', batchAbove: 100_000, dailyLimit: 1_000_000 }],
    newPayeeByTwo: true,
  },
  async run(context, { seenUpdatedAt: seenUpdatedAtMs, ...given }) {
    const { meta, dependencies } = context;
    const change = { policy: policyOf(given), seenUpdatedAtMs, ...meta };
    if (!(await dependencies.db.run('setPayoutPolicy', change))) throw policyChanged();
    return readPolicy(context);
  },
});

function policyOf({
  amounts = [],
  days = [],
  ...given
}: Omit<z.infer<typeof setPayoutPolicy.input>, 'seenUpdatedAt'>): PayoutPolicy {
  return {
    amounts: amounts.map(({ currency, payoutAbove, batchAbove, dailyLimit }) => ({
      currency,
      rowAboveMinor: payoutAbove ?? null,
      batchAboveMinor: batchAbove ?? null,
      dailyLimitMinor: dailyLimit ?? null,
    })),
    isNewPayeeByTwo: given.newPayeeByTwo ?? false,
    isChangedNameByTwo: given.changedNameByTwo ?? false,
    days: WEEKDAYS.filter((day) => days.includes(day)),
    fromTime: given.fromTime ?? null,
    untilTime: given.untilTime ?? null,
    isByHandAllowed: given.byHandAllowed ?? true,
  };
}

function policyChanged(): ServiceError {
  return new ServiceError(
    'error_stale_sequence',
    'Somebody has changed the payout policy since you read it. Read it again, and then make your changes.',
    { fields: [fieldProblem('seenUpdatedAt', fault('policy_changed'))] },
  );
}

async function readPolicy({ dependencies }: Context): Promise<z.infer<typeof payoutPolicyView>> {
  const { policy, updatedAtMs } = await dependencies.db.read('findPayoutPolicy');
  return {
    amounts: policy.amounts.map(({ currency, rowAboveMinor, batchAboveMinor, dailyLimitMinor }) => ({
      currency,
      payoutAbove: amountOrNull(rowAboveMinor),
      batchAbove: amountOrNull(batchAboveMinor),
      dailyLimit: amountOrNull(dailyLimitMinor),
    })),
    newPayeeByTwo: policy.isNewPayeeByTwo,
    changedNameByTwo: policy.isChangedNameByTwo,
    days: [...policy.days],
    fromTime: policy.fromTime,
    untilTime: policy.untilTime,
    byHandAllowed: policy.isByHandAllowed,
    updatedAt: updatedAtMs === null ? null : formatTimestamp(updatedAtMs),
  };
}

const amountOrNull = (minor: number | null) => (minor === null ? null : minorToAmount(minor));
