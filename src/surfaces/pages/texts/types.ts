import type { PaymentOutcome } from '../../../payments/view.ts';

/** The text of a page with a single message. */
export interface Message {
  readonly title: string;
  readonly text: string;
}

/** The texts of the page's script. */
export interface LiveTexts {
  readonly copied: string;
  readonly selected: string;
  readonly copyByHand: string;
  readonly timeOver: string;
  /** The text in the place of a warning until the service says how the payment has ended. */
  readonly over: string;
  readonly reconnecting: string;
  readonly connected: string;
  readonly failed: string;
  readonly sent: string;
  /** Warnings at five minutes and at one minute. */
  readonly fiveMinutes: string;
  readonly oneMinute: string;
  /** `{}` is replaced by the time of day. */
  readonly until: string;
}

/** Texts of a payment. In some, `{}` is replaced by a name, an amount or a time. */
export interface Texts {
  readonly language: string;
  readonly languages: string;
  readonly service: string;
  readonly merchant: string;
  readonly payTo: string;
  readonly amount: string;
  readonly timeLeft: string;
  readonly howTo: string;
  readonly iban: string;
  readonly accountName: string;
  /** How the holder of the account and the merchant belong together. */
  readonly belongs: string;
  readonly description: string;
  readonly descriptionHint: (currency: string) => string;
  readonly bank: string;
  /** The same, with the name that the paying account should have. */
  readonly howToFrom: string;
  /** What happens to money from the account of somebody else, by the policy of the merchant. */
  readonly otherPayer: Readonly<Record<'hold' | 'accept', string>>;
  /** The text above the amount when a part of it has come: what has come, and how to send the rest. */
  readonly partlyPaid: Message & { readonly rest: string };
  /** Enough has come, but the desk has to confirm it. */
  readonly arrived: Message;
  /** The deadline, on paper. */
  readonly payUntil: string;
  readonly copy: string;
  readonly markSent: string;
  /** The text above the title, how long a transfer takes, and until when it is looked for. */
  readonly sent: Message & {
    readonly noted: string;
    readonly duration: (currency: string) => string;
    readonly until: string;
  };
  readonly account: string;
  readonly cancel: string;
  readonly cancelSent: string;
  readonly cancelQuestion: Message;
  readonly cancelYes: string;
  readonly cancelNo: string;
  readonly cancelNoSent: string;
  readonly update: string;
  readonly codes: { readonly page: string; readonly epc: string };
  readonly outcomes: Readonly<Record<PaymentOutcome, Message>>;
  /** The outcomes of a payer who has said that the money was sent. */
  readonly outcomesIfSent: Readonly<Record<Exclude<PaymentOutcome, 'successful' | 'reversed'>, Message>>;
  readonly less: Message;
  readonly more: Message;
  readonly receipt: Readonly<
    Record<
      | 'received'
      | 'requested'
      | 'missing'
      | 'tooMuch'
      | 'payer'
      | 'reason'
      | 'createdAt'
      | 'confirmedAt'
      | 'endedAt'
      | 'reference'
      | 'transactionId'
      | 'processId',
      string
    >
  >;
  readonly back: string;
  readonly print: string;
  readonly printReceipt: string;
  /** The banner of a test, and what its developer decides in the place of the desk. */
  readonly test: Message & Readonly<Record<'controls' | 'settle' | 'reject' | 'expire', string>>;
  readonly notFound: Message;
  readonly tooMany: Message;
  readonly unavailable: Message;
  readonly refused: Message;
  readonly live: LiveTexts;
}
