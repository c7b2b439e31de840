import {
  changedPolicyView,
  listMatchPolicies,
  matchPolicyView,
  removeMatchPolicy,
  updateMatchPolicy,
} from '../../src/reconciliation/policies.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { inputFrom } from '../bridge/input.ts';
import { runs, runsInput } from '../bridge/operation-field.ts';
import { objectFrom } from '../bridge/output.ts';

const MatchPolicy = objectFrom(
  'MatchPolicy',
  matchPolicyView,
  'What a merchant lets happen to payments without an operator; without an appKey, the policy of the desk.',
);
const ChangedPolicy = objectFrom(
  'ChangedMatchPolicy',
  changedPolicyView,
  'A policy after a change, with the number of lines that are decided again.',
);
const PolicyInput = inputFrom('UpdateMatchPolicyInput', updateMatchPolicy.input);

export const policyQueries: QueryFields = (t) => ({
  matchPolicies: t.field({ ...runs(listMatchPolicies), type: [MatchPolicy] }),
});

export const policyMutations: MutationFields = (t) => ({
  updateMatchPolicy: t.field({ ...runsInput(updateMatchPolicy, PolicyInput), type: ChangedPolicy }),
  removeMatchPolicy: t.field({ ...runs(removeMatchPolicy), type: ChangedPolicy }),
});
