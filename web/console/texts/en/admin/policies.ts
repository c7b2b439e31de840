export const policies = {
  what: 'the matching',
  button: 'Matching',
  buttonOfDesk: 'Matching of all merchants',
  titleOf: (name: string) => `Matching of payments: ${name}`,
  titleOfDesk: 'Matching of payments: all merchants without their own choice',
  about:
    'A payment by the user, with the right reference and the exact amount, settles by itself. Choose what else settles. Waiting lines are matched again when you save.',
  aboutDesk:
    'This applies to every merchant without its own choice. Waiting lines are matched again when you save.',
  gone: 'This merchant no longer exists.',
  ofDesk: 'So far this merchant follows the choice for all merchants.',
  followDesk: 'Follow the choice for all merchants again',
  strictAgain: 'Hold everything that is not exact again',
  underpaid: 'Less than asked for',
  overpaid: 'More than asked for',
  tolerance: 'Settles up to a difference of',
  toleranceHint: 'An amount, at most 1000. Empty: none. The amount received is credited.',
  perMille: 'Or up to this many thousandths of the amount',
  perMilleHint: '0 to 100. The larger of both counts, and never more than a tenth of the deposit.',
  beyond: 'A larger difference',
  differences: { hold: 'waits for an operator', return: 'is to be returned to the payer' },
  late: 'The exact amount after the expiry',
  lateHint: 'It is accepted only within the grace period of the service, three days by default.',
  lates: {
    hold: 'waits for an operator',
    accept: 'is accepted, and corrects the deposit',
    return: 'is to be returned to the payer',
  },
  otherPayer: 'A payer whose name does not match the user',
  otherPayerHint:
    'It is never accepted if the payer could be the user of another deposit of the same amount that waits.',
  otherPayers: { hold: 'waits for an operator', accept: 'is accepted' },
  saved: (lines: number) =>
    lines === 0
      ? 'The matching is saved.'
      : lines === 1
        ? 'The matching is saved; 1 waiting line is matched again.'
        : `The matching is saved; ${lines} waiting lines are matched again.`,
};
