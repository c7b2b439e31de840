/** The ids in bank files. Banks repeat them in their reports and in statements. */

/**
 * The id of the message of a batch (`MsgId`), `P000000042`; with a part, the id of a payment group in it (`PmtInfId`),
 * `P000000042-G0001`. The numbers are padded to lengths at which no piece of an id can be the reference of a deposit.
 * @param part the group, from 1.
 * @throws RangeError for anything but positive whole numbers.
 */
export function messageIdOf(batchNumber: number, part?: number): string {
  const messageId = `P${digits(batchNumber, 9)}`;
  return part === undefined ? messageId : `${messageId}-G${digits(part, 4)}`;
}

/**
 * The id of a payout in a batch (`EndToEndId`), `P000000042-000007`.
 * @param rowNumber its place in the batch, from 1.
 * @throws RangeError for anything but positive whole numbers.
 */
export function endToEndIdOf(batchNumber: number, rowNumber: number): string {
  return `${messageIdOf(batchNumber)}-${digits(rowNumber, 6)}`;
}

function digits(number: number, width: number): string {
  if (!Number.isSafeInteger(number) || number < 1)
    throw new RangeError(`${number} is not a positive whole number, so it cannot be part of an id.`);
  return String(number).padStart(width, '0');
}

const END_TO_END_ID = /(?<![0-9a-z])P\d{9,12}-\d{6,9}(?![0-9a-z])/gi;
const PAYMENT_ID = /(?<![0-9a-z])P\d{9,12}-G\d{4,9}(?![0-9a-z])/gi;
/** Matches even if a bank has cut off the rest: a reference in MT940 has 16 characters, and the id of a payout 17. */
const FILE_ID = /(?<![0-9a-z])(P\d{9,12})(?:-(?:\d{0,5}|G\d{0,3}))?(?![0-9a-z-])/gi;

/** The ids of payouts in a text. Anybody can write such a text, so callers look the ids up. */
export function endToEndIdsIn(text: string): readonly string[] {
  return (text.match(END_TO_END_ID) ?? []).map((id) => id.toUpperCase());
}

/** The ids of payment groups in a text, or those of whole files if it names no group. Each stands for many payouts. */
export function paymentIdsIn(text: string): readonly string[] {
  const ids = text.match(PAYMENT_ID) ?? Array.from(text.matchAll(FILE_ID), ([, id = '']) => id);
  return ids.map((id) => id.toUpperCase());
}

/** The number of the batch whose file has an id (`MsgId`); undefined for an id of another form. */
export function batchNumberOf(messageId: string): number | undefined {
  const [, number] = /^P(\d{9,12})$/.exec(messageId) ?? [];
  return number === undefined ? undefined : Number(number);
}
