import { EXAMPLE_PAYOUT_PROFILE } from '../../src/operations/examples.ts';
import { endToEndIdOf, messageIdOf } from '../../src/payouts/domain/file-ids.ts';
import { idOf, type ParityCase, parityCase, type ResponseTo, withdrawal } from './parity-cases.ts';
import { type Caller, PAYING_ACCOUNT } from './parity-fixtures.ts';
import { payment, statusFile, transaction } from './payouts/pain002-texts.ts';

const [FIRST, SECOND, THIRD] = ['a payout', 'another payout', 'a third payout'] as const;
const of = (kept: string, field: string) => (responseTo: ResponseTo) => responseTo(kept)[field];

/** A decision about the batch as it was when a case was kept. */
function decide(operation: string, name: string, kept: string, as: Caller, input = {}): ParityCase {
  const seen = { payoutId: of(kept, 'payoutId'), contentHash: of(kept, 'contentHash') };
  return parityCase(operation, name, { ...seen, ...input }, as);
}

function prepare(name: string, kept: readonly string[], as: Caller, keep?: string): ParityCase {
  const input = { transactionIds: kept.map(idOf), accountId: PAYING_ACCOUNT };
  return parityCase('preparePayout', name, input, as, keep === undefined ? undefined : { keep });
}

function profiles(): ParityCase[] {
  const ask = (operation: string, name: string, input: object, as: Caller = 'admin') =>
    parityCase(operation, name, { ...input }, as);
  const save = (name: string, profile: string) => ask('savePayoutProfile', name, { profile });
  const wrong = EXAMPLE_PAYOUT_PROFILE.replace('windows-1254', 'latin5');
  const choose = (name: string, input: object) =>
    ask('updatePayoutAccount', name, { accountId: PAYING_ACCOUNT, ...input });
  return [
    ...['[]', 'no', wrong, EXAMPLE_PAYOUT_PROFILE.replace('my-bank', 'sepa')].map((profile) =>
      save(`of ${profile}`, profile),
    ),
    save('well', EXAMPLE_PAYOUT_PROFILE),
    ask('listPayoutProfiles', 'with one more', {}, 'operator'),
    ask('getPayoutProfile', 'well', { profileId: 'my-bank' }, 'operator'),
    ask('getPayoutProfile', 'unknown', { profileId: 'none' }, 'operator'),
    ask('tryPayoutProfile', 'well', { profile: EXAMPLE_PAYOUT_PROFILE }),
    ask('tryPayoutProfile', 'wrong', { profile: wrong }),
    choose('with an unknown profile', { profileId: 'none' }),
    choose('with a wrong BIC', { bic: 'TR' }),
    choose('well', { profileId: 'my-bank', bic: 'TCZBTR2AXXX' }),
    ask('listPayoutAccounts', 'with a profile', {}, 'operator'),
    ask('removePayoutProfile', 'that is used', { profileId: 'my-bank' }),
    choose('another profile', { profileId: 'sepa' }),
    ask('removePayoutProfile', 'well', { profileId: 'my-bank' }),
    ask('removePayoutProfile', 'again', { profileId: 'my-bank' }),
    ask('removePayoutProfile', 'of the service', { profileId: 'sepa' }),
  ];
}
const POLICY = { amounts: [{ currency: 'TRY', payoutAbove: 1000, dailyLimit: 90_000 }], newPayeeByTwo: true };

const PAYEE = { iban: 'DE89370400440532013000', accountName: 'Ada', reason: 'By phone' };

/** About the one payout of the first batch. */
const ANSWER = {
  name: 'answer.xml',
  content: statusFile({
    original: messageIdOf(1),
    payments: payment(transaction(endToEndIdOf(1, 1), 'RJCT'), messageIdOf(1, 1)),
  }),
  isPasted: false,
};

/** The way of two batches: one is exported, and one is rejected. */
export function payoutCases(): ParityCase[] {
  const [batch, smaller, part, other] = ['the batch', 'the smaller batch', 'a part', 'the other batch'];
  return [
    parityCase('setPayoutPolicy', 'of nothing', {}, 'admin'),
    ...[FIRST, SECOND, THIRD].map((keep) => withdrawal(keep)),
    prepare('well', [FIRST, SECOND], 'operator', batch),
    prepare('of one that is in a batch', [SECOND, THIRD], 'operator'),
    parityCase('cancelTransaction', 'in a batch', { transactionId: idOf(FIRST) }, 'other'),
    parityCase('claimWithdrawal', 'in a batch', { transactionId: idOf(FIRST) }, 'operator'),
    decide('addToPayout', 'by another person', batch, 'admin', { transactionIds: [idOf(THIRD)] }),
    decide('addToPayout', 'what is in it', batch, 'operator', { transactionIds: [idOf(FIRST)] }),
    parityCase('listPayoutRows', 'a page', { payoutId: of(batch, 'payoutId'), after: 1, limit: 1 }, 'viewer'),
    parityCase('listPayoutRows', 'of no batch', { payoutId: 'none' }, 'operator'),
    decide('approvePayout', 'by its maker', batch, 'operator'),
    decide('exportPayout', 'too early', batch, 'operator'),
    {
      ...decide('removeFromPayout', 'one of two', batch, 'admin', { transactionIds: [idOf(SECOND)] }),
      keep: smaller,
    },
    decide('approvePayout', 'of what it was', batch, 'admin'),
    decide('removeFromPayout', 'the last', smaller, 'admin', { transactionIds: [idOf(FIRST)] }),
    decide('approvePayout', 'well', smaller, 'admin'),
    decide('approvePayout', 'again', smaller, 'admin'),
    decide('exportPayout', 'in no form', smaller, 'operator', { profile: 'none' }),
    decide('exportPayout', 'in another currency', smaller, 'operator', { profile: 'sepa' }),
    decide('exportPayout', 'well', smaller, 'operator'),
    decide('exportPayout', 'again', smaller, 'admin'),
    decide('rejectPayout', 'by who exported it', smaller, 'operator', { reason: 'no' }),
    prepare('by the admin', [SECOND], 'admin', part),
    {
      ...decide('addToPayout', 'well', part, 'admin', { transactionIds: [idOf(THIRD)] }),
      keep: other,
    },
    parityCase('getPayoutFile', 'too early', { payoutId: of(other, 'payoutId') }, 'operator'),
    parityCase('getPayoutFile', 'well', { payoutId: of(smaller, 'payoutId') }, 'operator'),
    decide('rejectPayout', 'well', other, 'operator', { reason: 'not today' }),
    ...(['viewer', 'operator'] as const).map((as) =>
      parityCase('getPayout', `as ${as}`, { payoutId: of(smaller, 'payoutId') }, as),
    ),
    ...profiles(),
    parityCase('getPayoutPolicy', 'of nothing', {}, 'operator'),
    parityCase('setPayoutPolicy', 'well', POLICY, 'admin'),
    parityCase('setPayoutPolicy', 'with a wrong time', { fromTime: '9' }, 'admin'),
    parityCase('getPayoutPolicy', 'of one', {}, 'operator'),
    ...(['viewer', 'operator'] as const).map((as) =>
      parityCase('reviewPayout', `as ${as}`, { payoutId: of(smaller, 'payoutId') }, as),
    ),
    parityCase('giveBackStatementLine', 'of no line', { lineId: 'none', reason: 'no' }, 'operator'),
    parityCase('listRefunds', 'of no line', { lineId: 'none' }, 'viewer'),
    parityCase(
      'changePayee',
      'of what nobody has refused',
      // Other words than later: the sign of an equal request in the same second was used.
      { ...PAYEE, transactionId: idOf(FIRST), reason: 'Too early' },
      'operator',
    ),
    parityCase('importStatementText', 'of a bank that refuses a payout', ANSWER, 'admin'),
    parityCase('changePayee', 'well', { ...PAYEE, transactionId: idOf(FIRST) }, 'operator'),
    parityCase('listOverduePayouts', 'none', {}, 'viewer'),
    parityCase('listPayouts', 'all', {}, 'viewer'),
    parityCase('listPayouts', 'of a state', { state: 'rejected', limit: 1 }, 'operator'),
  ];
}
