import { z } from 'zod';

/** Example ids. Readers replace them by those of their own transactions, events, statements and lines. */
export const EXAMPLE_IDS = {
  transactionId: '6b00c8cc92ab21e9e76aa5d1',
  eventId: '6b00c8cc9e6d1afcfc688914',
  fileId: '6b00c8cd07c5ab91de20f310',
  statementId: '6b00c8cd1f3a7be2c4d90f11',
  lineId: '6b00c8cd5e8b12d7a6f3c422',
  otherLineId: '6b00c8cd5e8b12d7a6f3c423',
  payoutId: '6b00c8cd90ab34cd56ef7801',
  contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  accountId: '6b00c8c14d7f90aa35be1d02',
} as const;

/** The fields that requests for deposits and for withdrawals have in common. */
export const EXAMPLE_REQUEST = {
  bankId: '507f1f77bcf86cd799439011',
  userId: '987654',
  userName: 'ada',
  name: 'Ada Yılmaz',
} as const;

export const EXAMPLE_REASON = 'The bank has confirmed it';

/** Lines in the form in which a user copies them from the page of a bank. */
export const EXAMPLE_LINES = '21.11.2026\t1.250,50\tADA YILMAZ havale\n21.11.2026\t-15,00\tMasraf';

/** A profile: the description of how to read the tables of a bank. */
export const EXAMPLE_PROFILE = JSON.stringify({
  id: 'my-bank',
  title: 'My Bank',
  columns: { date: ['Date'], amount: ['Amount'], description: ['Description'] },
  required: ['description'],
  decimal: 'comma',
  dates: ['dd.mm.yyyy'],
  direction: { kind: 'signed' },
  senders: [],
  defaultCurrency: 'TRY',
});

/** A profile of files for payouts. */
export const EXAMPLE_PAYOUT_PROFILE = JSON.stringify({
  id: 'my-bank',
  title: 'My Bank',
  format: 'csv',
  characters: 'latin',
  encoding: 'windows-1254',
  columns: [
    { header: 'IBAN', value: 'iban' },
    { header: 'Alıcı', value: 'name', width: 35 },
    { header: 'Tutar', value: 'amount' },
    { header: 'Açıklama', value: 'reference' },
  ],
});

interface WithExample {
  readonly input: z.ZodType;
  readonly example?: Readonly<Record<string, unknown>>;
}

/**
 * An input that a service with demo data can be sent. Required ids that the example of an operation leaves out are those
 * of EXAMPLE_IDS.
 */
export function exampleOf({ input, example }: WithExample): Readonly<Record<string, unknown>> {
  const shape = input instanceof z.ZodObject ? input.shape : {};
  const isRequired = (name: string) => name in shape && !shape[name].safeParse(undefined).success;
  const ids = Object.entries(EXAMPLE_IDS).filter(([name]) => isRequired(name));
  return { ...Object.fromEntries(ids), ...example };
}
