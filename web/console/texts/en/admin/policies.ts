export const policies = {
  what: 'the matching',
  button: 'Matching',
  buttonOfDesk: 'Matching of all merchants',
  titleOf: (name: string) => `Matching of payments: ${name}`,
  titleOfDesk: 'Matching of payments: all merchants without their own choice',
  about:
    'A payment with the right reference and the exact amount always settles. Choose what else does. Waiting lines are matched again when you save.',
  aboutDesk:
    'This holds for every merchant that has no choice of its own. Waiting lines are matched again when you save.',
  gone: 'This merchant is no longer there.',
  ofDesk: 'So far this merchant follows the choice for all merchants.',
  followDesk: 'Follow the choice for all merchants again',
  strictAgain: 'Hold whatever is not exact again',
  underpaid: 'Less than asked for',
  overpaid: 'More than asked for',
  tolerance: 'Settles up to a difference of',
  toleranceHint: 'An amount, at most 1000. Empty: none. The amount received is credited.',
  perMille: 'Or up to thousandths of the amount',
  perMilleHint: '0 to 100. The larger of both counts, and never more than a tenth of the deposit.',
  beyond: 'A larger difference',
  differences: { hold: 'waits for an operator', return: 'is to be returned to the payer' },
  late: 'The exact amount after the expiry',
  lateHint: 'It is accepted only within the grace that the service allows, three days by default.',
  lates: {
    hold: 'waits for an operator',
    accept: 'is accepted, and corrects the deposit',
    return: 'is to be returned to the payer',
  },
  nameRule: 'Payments without a reference',
  nameRuleHint: 'Name and amount must be exact, and of one payment and one deposit alone.',
  nameRules: {
    off: 'never settle by themselves',
    iban: 'settle by the name, from an IBAN that the user has paid from before',
    ibanOrAmount: 'settle by the name, from such an IBAN or with an amount that nobody else has',
  },
  saved: (lines: number) =>
    lines === 0
      ? 'The matching is saved.'
      : lines === 1
        ? 'The matching is saved; 1 waiting line is matched again.'
        : `The matching is saved; ${lines} waiting lines are matched again.`,
};
