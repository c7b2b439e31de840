import {
  changedPolicyView,
  listMatchPolicies,
  matchPolicyView,
  removeMatchPolicy,
  updateMatchPolicy,
} from '../../src/operations/reconciliation/policies.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { inputFrom } from '../bridge/input.ts';
import { objectFrom } from '../bridge/output.ts';
import { run } from '../bridge/run.ts';

const MatchPolicy = objectFrom(
  'MatchPolicy',
  matchPolicyView,
  'What a merchant lets happen to payments without an operator; without an appKey, the policy of the desk.',
);
const ChangedPolicy = objectFrom(
  'ChangedMatchPolicy',
  changedPolicyView,
  'A policy after a change, with the number of lines that are decided about anew.',
);
const PolicyInput = inputFrom('UpdateMatchPolicyInput', updateMatchPolicy.input);

export const policyQueries: QueryFields = (t) => ({
  matchPolicies: t.field({
    description: 'The policy of the desk, then those of all merchants by appKey.',
    type: [MatchPolicy],
    resolve: (_root, args, context) => run(listMatchPolicies, context, args),
  }),
});

export const policyMutations: MutationFields = (t) => ({
  updateMatchPolicy: t.field({
    description:
      'Changes the given fields of a policy: of a merchant by its appKey, or of the desk with desk: true.',
    type: ChangedPolicy,
    args: { input: t.arg({ type: PolicyInput, required: true }) },
    resolve: (_root, { input }, context) => run(updateMatchPolicy, context, input),
  }),
  removeMatchPolicy: t.field({
    description: 'Removes a policy: a merchant follows the desk again.',
    type: ChangedPolicy,
    args: {
      appKey: t.arg.string({ description: 'The merchant; give either it or the desk.' }),
      desk: t.arg.boolean({ description: 'True for the policy of the desk.' }),
    },
    resolve: (_root, args, context) => run(removeMatchPolicy, context, args),
  }),
});
