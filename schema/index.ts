import { builder } from './bridge/builder.ts';
import { declareEnums } from './bridge/enums.ts';
import { declareScalars } from './bridge/scalars.ts';
import { administrationMutations, administrationQueries } from './types/administration.ts';
import { auditQueries } from './types/audit.ts';
import { profileMutations, profileQueries } from './types/bank-profiles.ts';
import { dayMutations, dayQueries } from './types/days.ts';
import { deskMutations, deskQueries } from './types/desk.ts';
import { eventMutations, eventQueries } from './types/events.ts';
import { policyMutations, policyQueries } from './types/match-policies.ts';
import { payoutProfileMutations, payoutProfileQueries } from './types/payout-profiles.ts';
import { payoutMutations, payoutQueries } from './types/payouts.ts';
import { presenceMutations } from './types/presence.ts';
import { templateMutations, templateQueries } from './types/reason-templates.ts';
import { sandboxMutations } from './types/sandbox.ts';
import { searchQueries } from './types/search.ts';
import { statementMutations, statementQueries } from './types/statements.ts';
import { transactionMutations, transactionQueries, transactionSubscriptions } from './types/transactions.ts';
import { transitionMutations } from './types/transitions.ts';

declareScalars();
declareEnums();
builder.queryType({
  fields: (t) => ({
    ...transactionQueries(t),
    ...deskQueries(t),
    ...eventQueries(t),
    ...administrationQueries(t),
    ...templateQueries(t),
    ...auditQueries(t),
    ...statementQueries(t),
    ...searchQueries(t),
    ...policyQueries(t),
    ...payoutQueries(t),
    ...dayQueries(t),
    ...payoutProfileQueries(t),
    ...profileQueries(t),
  }),
});
builder.mutationType({
  fields: (t) => ({
    ...transactionMutations(t),
    ...transitionMutations(t),
    ...deskMutations(t),
    ...eventMutations(t),
    ...administrationMutations(t),
    ...templateMutations(t),
    ...statementMutations(t),
    ...policyMutations(t),
    ...payoutMutations(t),
    ...dayMutations(t),
    ...presenceMutations(t),
    ...payoutProfileMutations(t),
    ...profileMutations(t),
    ...sandboxMutations(t),
  }),
});
builder.subscriptionType({ fields: transactionSubscriptions });

/** The whole schema. `schema.graphql` is its printed form. */
export const schema = builder.toSchema();
