import {
  DIFFERENCE_RULES,
  LATE_RULES,
  OTHER_PAYER_RULES,
} from '../../reconciliation/domain/matching/policy.ts';
import {
  listMatchPolicies,
  type MatchPolicyView,
  removeMatchPolicy,
  updateMatchPolicy,
} from '../../reconciliation/policies.ts';
import { type CommandGroup, operationCommand } from './command.ts';
import { type Column, renderTable } from './table.ts';
import { orNone } from './values.ts';
import { count } from './verify.ts';

const toleranceOf = (amount: number | null, perMille: number) =>
  `${amount === null ? '0' : amount.toFixed(2)} / ${perMille}‰`;

const columns: readonly Column<MatchPolicyView>[] = [
  ['POLICY OF', (policy) => policy.appKey ?? 'the desk'],
  ['CHOSEN', (policy) => (policy.isOwn ? 'yes' : 'no')],
  ['LESS BY', (policy) => toleranceOf(policy.underpaidTolerance, policy.underpaidTolerancePerMille)],
  ['LESS STILL', (policy) => policy.underpaidBeyond],
  ['MORE BY', (policy) => toleranceOf(policy.overpaidTolerance, policy.overpaidTolerancePerMille)],
  ['MORE STILL', (policy) => policy.overpaidBeyond],
  ['LATE', (policy) => policy.late],
  ['OTHER PAYER', (policy) => policy.otherPayer],
];

interface Changed {
  readonly policy: MatchPolicyView;
  readonly rematchedLines: number;
}

const formatChanged = ({ policy, rematchedLines }: Changed) =>
  `${renderTable(columns, [policy])}${count(rematchedLines, 'waiting line')} will be matched again.\n`;

const target = [
  { syntax: '--app-key <appKey>', help: 'The merchant. Give either it or --desk.' },
  { syntax: '--desk', help: 'The policy of the desk, for all merchants without one of their own.' },
];

const tolerance = (side: 'underpaid' | 'overpaid', word: string) => [
  {
    syntax: `--${side}-tolerance <amount>`,
    help: `How much ${word} still settles, at most 1000, or none.`,
    parse: orNone(),
  },
  {
    syntax: `--${side}-tolerance-per-mille <number>`,
    help: `The same in thousandths of the deposit, from 0 to 100; the larger of both counts, up to a tenth of the deposit.`,
  },
  {
    syntax: `--${side}-beyond <rule>`,
    help: `What waits for a payment beyond that: one of ${DIFFERENCE_RULES.join(', ')}.`,
  },
];

/** Commands for what merchants let happen to payments without an operator. */
export const policyCommands: CommandGroup = {
  name: 'match-policies',
  summary: 'Manages which payments settle although they are not exact.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the policy of the desk, and those of all merchants.',
      operation: listMatchPolicies,
      example: 'match-policies list',
      format: (policies) => renderTable(columns, policies),
    }),
    operationCommand({
      name: 'set',
      summary: 'Changes the given parts of a policy. Waiting lines are matched again.',
      operation: updateMatchPolicy,
      parameters: [
        ...target,
        ...tolerance('underpaid', 'less'),
        ...tolerance('overpaid', 'more'),
        {
          syntax: '--late <rule>',
          help: `What happens to the exact amount after the expiry, within LATE_GRACE: one of ${LATE_RULES.join(', ')}.`,
        },
        {
          syntax: '--other-payer <rule>',
          help: `What happens to a payment whose name does not fit the user of the deposit: one of ${OTHER_PAYER_RULES.join(', ')}.`,
        },
      ],
      example: 'match-policies set --app-key acme-shop --underpaid-tolerance 5 --late accept',
      format: formatChanged,
    }),
    operationCommand({
      name: 'remove',
      summary: 'Removes a policy: a merchant follows the desk again.',
      operation: removeMatchPolicy,
      parameters: target,
      example: 'match-policies remove --app-key acme-shop',
      format: formatChanged,
    }),
  ],
};
