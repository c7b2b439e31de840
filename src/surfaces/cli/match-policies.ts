import type { MatchPolicyView } from '../../reconciliation/policies.ts';
import * as operations from '../operation-list.ts';
import { type ShownColumns, tableOf } from './columns.ts';
import type { CommandGroup } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { count } from './verify.ts';

const toleranceOf = (amount: number | null, perMille: number) =>
  `${amount === null ? '0' : amount.toFixed(2)} / ${perMille}‰`;

const shows: ShownColumns<MatchPolicyView> = [
  ['POLICY OF', (policy) => policy.appKey ?? 'the desk'],
  'isOwn:CHOSEN',
  ['LESS BY', (policy) => toleranceOf(policy.underpaidTolerance, policy.underpaidTolerancePerMille)],
  'underpaidBeyond:LESS_STILL',
  ['MORE BY', (policy) => toleranceOf(policy.overpaidTolerance, policy.overpaidTolerancePerMille)],
  'overpaidBeyond:MORE_STILL late otherPayer',
];
const formatPolicy = tableOf(operations.updateMatchPolicy.output.shape.policy, shows);

interface Changed {
  readonly policy: MatchPolicyView;
  readonly rematchedLines: number;
}

const formatChanged = ({ policy, rematchedLines }: Changed) =>
  `${formatPolicy(policy)}${count(rematchedLines, 'waiting line')} will be matched again.\n`;

const target = [
  { syntax: '--app-key <appKey>', help: 'The merchant. Give either it or --desk.' },
  { syntax: '--desk', help: 'The policy of the desk, for all merchants that have none.' },
];

/** Commands for what merchants allow to happen to payments without an operator. */
export const policyCommands: CommandGroup = {
  name: 'match-policies',
  summary: 'Manages which payments settle although they are not exact.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the policy of the desk, and those of all merchants.',
      operation: operations.listMatchPolicies,
      example: 'match-policies list',
      shows,
    }),
    operationCommand({
      name: 'set',
      summary: 'Changes the given parts of a policy. Waiting lines are matched again.',
      operation: operations.updateMatchPolicy,
      parameters: [
        ...target,
        '--underpaid-tolerance <amount> --underpaid-tolerance-per-mille <number> --underpaid-beyond <rule>',
        '--overpaid-tolerance <amount> --overpaid-tolerance-per-mille <number> --overpaid-beyond <rule>',
        '--late <rule> --other-payer <rule>',
      ],
      example: 'match-policies set --app-key acme-shop --underpaid-tolerance 5 --late accept',
      format: formatChanged,
    }),
    operationCommand({
      name: 'remove',
      summary: 'Removes a policy: a merchant follows the desk again.',
      operation: operations.removeMatchPolicy,
      parameters: target,
      example: 'match-policies remove --app-key acme-shop',
      format: formatChanged,
    }),
  ],
};
