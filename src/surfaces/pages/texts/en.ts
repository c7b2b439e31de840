/** Texts of a payment. In some, `{}` is replaced by a name, an amount or a time. */
export const en = {
  language: 'English',
  languages: 'Language',
  service: 'Bank transfer',
  merchant: 'Merchant',
  payTo: 'Payment to',
  amount: 'Amount',
  timeLeft: 'Time left',
  howTo: 'In your banking app, send exactly this amount to this account, in one transfer.',
  iban: 'IBAN',
  accountName: 'Recipient name (account holder)',
  /** Why the account holder is not the merchant. */
  belongs:
    'This account collects payments for {}. As the recipient, enter the account holder, not the merchant.',
  description: 'Reference',
  descriptionHint: (currency: string): string =>
    `Write only this in the description${currency === 'TRY' ? ' (açıklama)' : ''} of the transfer. It helps us find your payment.`,
  bank: 'Bank',
  /** As `howTo`, with the name that the paying account should have. */
  howToFrom: 'Send exactly this amount from an account in the name of {}, in one transfer.',
  /** What happens to money from the account of somebody else, by the policy of the merchant. */
  otherPayer: {
    hold: 'A transfer from another person’s account is checked by hand first, and can be returned.',
    accept: 'If you pay from another person’s account, we can find the money only by the reference.',
  },
  /** Shown above the amount when part of it has arrived: how much, and how to send the rest. */
  partlyPaid: {
    title: 'Part of the money has arrived',
    text: 'We have received {}. Send the rest to the same account, with the same reference.',
    rest: 'Still to pay',
  },
  /** Enough has arrived, but an operator has to confirm it. */
  arrived: {
    title: 'Your money has arrived',
    text: 'It is being checked. There is nothing more to send; this page shows when the payment is confirmed.',
  },
  /** The deadline, on paper. */
  payUntil: 'Pay by {}.',
  copy: 'Copy',
  markSent: 'I have sent the money',
  /** After the payer has said that the money was sent: how long a transfer takes, and until when we look for it. */
  sent: {
    title: 'We are looking for your transfer',
    noted: 'You have told us that you sent the money',
    text: 'You can close this page. Its link shows the status of your payment at any time.',
    duration: (currency: string): string =>
      currency === 'TRY'
        ? 'FAST, and transfers within a bank, usually arrive within minutes. An EFT outside banking hours arrives on the next working day.'
        : 'Instant transfers usually arrive within minutes, others by the next working day.',
    until: 'We keep looking for it until {}, even after the time to pay.',
  },
  account: 'The account you sent the money to',
  cancel: 'Cancel payment',
  cancelSent: 'I have not sent it: cancel payment',
  cancelQuestion: {
    title: 'Cancel this payment?',
    text: 'Money that you send afterwards may not be matched to this payment. If you have already sent it, do not cancel.',
  },
  cancelYes: 'Yes, cancel it',
  cancelNo: 'Keep paying',
  cancelNoSent: 'Do not cancel',
  update: 'Refresh',
  codes: {
    page: 'Open this page on your phone',
    epc: 'Scan with your banking app to pay',
  },
  outcomes: {
    successful: {
      title: 'Payment received',
      text: 'The money has arrived. There is nothing left to do; you can close this page.',
    },
    unsuccessful: {
      title: 'Payment not completed',
      text: 'This payment did not go through. Please do not send money for it. If you have already sent it, give the merchant the numbers below and your bank’s receipt.',
    },
    reversed: {
      title: 'Payment reversed',
      text: 'This payment was confirmed first and reversed later. Ask the merchant why, with the numbers below and your bank’s receipt.',
    },
    expired: {
      title: 'The time to pay is over',
      text: 'Please do not send money for this payment any more; you can start a new one at the merchant. If you have already sent it, give the merchant the numbers below and your bank’s receipt.',
    },
    cancelled: {
      title: 'Payment cancelled',
      text: 'Please do not send money for this payment any more; you can start a new one at the merchant. If you have already sent it, give the merchant the numbers below and your bank’s receipt.',
    },
  },
  /** The outcomes of a payer who has said that the money was sent. */
  outcomesIfSent: {
    unsuccessful: {
      title: 'Payment not completed',
      text: 'You told us that you sent the money, but this payment did not go through. Give the merchant the numbers below and your bank’s receipt.',
    },
    expired: {
      title: 'We have not found your transfer yet',
      text: 'The time to pay has ended. Your transfer can still be matched to it when it arrives. Give the merchant the numbers below and your bank’s receipt.',
    },
    cancelled: {
      title: 'Payment cancelled',
      text: 'You told us that you sent the money. If it has left your account, give the merchant the numbers below and your bank’s receipt.',
    },
  },
  less: {
    title: 'Less money arrived than was asked for',
    text: '{} is missing. Ask the merchant how to pay the rest.',
  },
  more: {
    title: 'Payment received',
    text: '{} more than was asked for has arrived. Ask the merchant what will happen to it.',
  },
  receipt: {
    received: 'Received',
    requested: 'Asked for',
    missing: 'Missing',
    tooMuch: 'Overpaid',
    payer: 'Payer',
    reason: 'Reason',
    createdAt: 'Requested on',
    confirmedAt: 'Confirmed on',
    endedAt: 'Ended on',
    reference: 'Reference',
    transactionId: 'Payment number',
    processId: 'Merchant’s reference',
  },
  back: 'Back to {}',
  print: 'Print',
  printReceipt: 'Print receipt',
  /** The banner of a test, and the buttons with which its developer decides instead of an operator. */
  test: {
    title: 'This is a test.',
    text: 'Send no money: there is no such account, and nothing is paid.',
    controls: 'Decide the test',
    settle: 'Payment received',
    reject: 'Payment rejected',
    expire: 'Time over',
  },
  notFound: {
    title: 'This payment link does not work',
    text: 'It may be incomplete. Go back to where you got it, and open it from there again.',
  },
  tooMany: { title: 'Too many attempts', text: 'Please wait a minute, then open your payment link again.' },
  unavailable: {
    title: 'Something went wrong',
    text: 'We cannot show your payment at the moment. Please wait a little, then load this page again. If you have sent the money, do not send it again.',
  },
  refused: { title: 'That did not work', text: 'Please open your payment link again.' },
  /** The texts of the page's script. */
  live: {
    copied: 'Copied',
    selected: 'Selected',
    copyByHand: 'Selected: copy it now',
    timeOver: 'Time is over',
    /** Replaces a warning until the service says how the payment has ended. */
    over: 'The time is over. Please do not send money any more.',
    reconnecting: 'Connection lost. Reconnecting …',
    connected: 'Connected again.',
    failed: 'That did not work. Please try again.',
    sent: 'Noted: you have sent the money.',
    fiveMinutes: 'Less than 5 minutes left. If you have sent the money, press “I have sent the money” now.',
    oneMinute: 'Less than 1 minute left. If you have sent the money, press “I have sent the money” now.',
    until: 'until {}',
  },
};

export type Texts = typeof en;

/** The text of a page with a single message. */
export type Message = Texts['notFound'];
