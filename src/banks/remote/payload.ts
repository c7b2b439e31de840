import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { AMOUNT_MAX_MINOR, AMOUNT_MIN_MINOR, minorToAmount } from '../../kernel/money.ts';
import { fault, issueText, sentenceOfIssue } from '../../kernel/problems.ts';
import { amount, idText, nameText, typeProblem } from '../../operations/fields.ts';
import type { AmountLimits, Bank } from '../domain/bank.ts';
import { BankServiceFailure } from './failure.ts';

const MAX_BANKS = 5_000;
/** Banks checked in one go. Requests get their turn after that, so a long list does not block them. */
const BANKS_PER_TURN = 100;

const GENERAL_LIMITS: AmountLimits = {
  minAmountMinor: AMOUNT_MIN_MINOR,
  maxAmountMinor: AMOUNT_MAX_MINOR,
};

const limits = z
  .object(
    { minAmount: amount, maxAmount: amount },
    { error: typeProblem('null or an object of minAmount and maxAmount') },
  )
  .refine(
    ({ minAmount, maxAmount }) => minAmount <= maxAmount,
    issueText(fault('min_above_max', 'must have a minAmount up to its maxAmount.')),
  )
  .transform(
    ({ minAmount, maxAmount }): AmountLimits => ({
      minAmountMinor: minAmount,
      maxAmountMinor: maxAmount,
    }),
  )
  .nullable()
  .default(GENERAL_LIMITS);

const bank = z
  .object(
    {
      _id: idText,
      name: nameText,
      deposit: limits,
      withdrawal: limits,
      active: z.boolean({ error: typeProblem('true or false') }).default(true),
    },
    { error: typeProblem('an object') },
  )
  .transform(({ _id, ...rest }): Bank => ({ id: _id, ...rest }));

/**
 * Parses the response of an Available Banks service: an array of banks, or an envelope with one in `data`.
 * @returns the banks by their id, in the order of the response.
 * @throws BankServiceFailure when any bank is malformed: half a list is worse than the last good one.
 */
export async function parseBanks(body: string): Promise<ReadonlyMap<string, Bank>> {
  const list = listOf(parseJson(body));
  if (list.length === 0) throw new BankServiceFailure('sent an empty list of banks');
  if (list.length > MAX_BANKS) throw new BankServiceFailure(`sent more than ${MAX_BANKS} banks`);
  const banks = new Map<string, Bank>();
  for (const [index, item] of list.entries()) {
    if (index % BANKS_PER_TURN === BANKS_PER_TURN - 1) await setImmediate();
    const parsed = bank.safeParse(item);
    if (!parsed.success) throw malformed(index, parsed.error);
    banks.set(parsed.data.id, parsed.data);
  }
  if (banks.size < list.length) throw new BankServiceFailure('sent two banks with the same _id');
  return banks;
}

/** Prints banks as text that `parseBanks` reads back. Equal lists have equal texts. */
export function printBanks(banks: ReadonlyMap<string, Bank>): string {
  return JSON.stringify(
    Array.from(banks.values(), ({ id, name, active, deposit, withdrawal }) => ({
      _id: id,
      name,
      active,
      deposit: printLimits(deposit),
      withdrawal: printLimits(withdrawal),
    })),
  );
}

function printLimits(limits: AmountLimits | null) {
  if (!limits) return null;
  return { minAmount: minorToAmount(limits.minAmountMinor), maxAmount: minorToAmount(limits.maxAmountMinor) };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new BankServiceFailure('sent a body that is not JSON');
  }
}

const bankList = z.union([
  z.array(z.unknown()),
  z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data),
]);

function listOf(payload: unknown): readonly unknown[] {
  const { data: list } = bankList.safeParse(payload);
  if (!list) throw new BankServiceFailure('sent neither an array of banks nor an object with one in data');
  return list;
}

function malformed(index: number, { issues: [issue] }: z.ZodError): BankServiceFailure {
  const place = [`[${index}]`, ...(issue?.path ?? [])].join('.');
  // Messages of fields are whole sentences. This one continues after the field's message.
  const problem = issue ? sentenceOfIssue(issue).replace(/\.$/, '') : 'is malformed';
  return new BankServiceFailure(`sent a malformed bank: ${place} ${problem}`);
}
