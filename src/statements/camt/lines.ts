import { paymentIdsIn } from '../../payouts/domain/file-ids.ts';
import type { StatementLine } from '../../reconciliation/domain/statement.ts';
import type { Fields } from '../iso20022/fields.ts';
import { readId } from '../iso20022/values.ts';
import {
  type EntryContext,
  type EntryHead,
  type FoundEntry,
  isSeveral,
  readHead,
  readShares,
  type Share,
} from './entry.ts';
import { counterpartyOf, isTurned, NO_COUNTERPARTY } from './parties.ts';

/**
 * The lines of an entry: one for each transaction if these explain the entry, otherwise one for all of it. An entry of
 * zero moves no money and has none.
 * @throws {ReadFailure} if anything that decides about money is missing or wrong.
 */
export function linesOf(entry: FoundEntry, context: EntryContext): readonly StatementLine[] {
  const head = readHead(entry.fields, context.kind);
  const { transactions } = entry;
  const shares = transactions.length > 1 ? readShares(transactions, head) : null;
  if (shares === null) return head.amountMinor === 0 ? [] : [wholeEntry(entry, head, context)];
  const lines: StatementLine[] = [];
  for (const [index, share] of shares.entries()) {
    const transaction = transactions[index];
    if (transaction === undefined || share.amountMinor === 0) continue;
    const details = detailsOf(transaction.fields, entry.fields, { share, head, context });
    const place = `${context.place}, transaction ${index + 1}`;
    lines.push({
      ...head,
      ...share,
      ...details,
      ...UNKNOWN,
      isCollective: false,
      paymentCount: null,
      place,
      raw: transaction.raw,
    });
  }
  return lines;
}

/** Banks share their references between entries, and camt has neither balances of single lines nor texts below them. */
const UNKNOWN = { isBankReferenceTrusted: false, balanceAfterMinor: null, isSupplemented: false } as const;

function wholeEntry(entry: FoundEntry, head: EntryHead, context: EntryContext): StatementLine {
  const { fields, transactions, raw } = entry;
  const reading = { share: head, head, context };
  const all = transactions.map((transaction) => detailsOf(transaction.fields, fields, reading));
  const [first = detailsOf(null, fields, reading)] = all;
  const isCollective = isSeveral(entry, head);
  const details = isCollective && transactions.length > 0 ? joined(all, fields, reading) : first;
  const paymentCount = isCollective ? countOf(entry) : null;
  return { ...head, ...details, ...UNKNOWN, isCollective, paymentCount, place: context.place, raw };
}

interface Reading {
  readonly share: Share;
  readonly head: EntryHead;
  readonly context: EntryContext;
}

/** Reads the details of a line from its transaction, or from its entry where there is none. */
function detailsOf(transaction: Fields | null, entry: Fields, reading: Reading) {
  const code = (transaction && codeOf(transaction)) ?? codeOf(entry);
  const { isReversal } = reading.head;
  const side = { isCredit: reading.share.direction === 'credit', account: reading.context.account };
  const returnReason =
    (transaction && reasonOf(transaction)) ??
    [transaction, entry].map(returnCodeOf).find(Boolean) ??
    (transaction && !isReversal && isTurned(transaction, side) ? 'RTRN' : null);
  const line = { ...side, takesBack: isReversal || returnReason !== null };
  const references = new Set(transaction?.all('reference') ?? []);
  const [reference = null] = references;
  // With several references, it is unknown which one is meant, so they are treated as texts.
  const texts = [...(transaction?.all('text') ?? []), ...(references.size > 1 ? references : [])];
  return {
    returnReason,
    ...(transaction === null ? NO_COUNTERPARTY : counterpartyOf(transaction, line)),
    remittance: cutTexts(texts.length > 0 ? texts : bankTexts(transaction, entry), reading.context.maxText),
    structuredReference: references.size === 1 ? reference : null,
    endToEndId: readId(transaction?.first('EndToEndId') ?? null),
    paymentId: transaction?.first('PmtInfId') ?? paymentOf(entry) ?? fileOf(transaction, entry, reading),
    bankReference: readId(
      transaction?.first('AcctSvcrRef') ?? transaction?.first('AcctSvcrTxId') ?? entry.first('AcctSvcrRef'),
    ),
    transactionCode: code,
  };
}

/** The payment of a file that the bank booked in one entry; null where it names none, or several. */
function paymentOf(entry: Fields): string | null {
  const [payment = null, ...others] = new Set(entry.all('Btch/PmtInfId'));
  return others.length === 0 ? payment : null;
}

/** The payout file that the bank names instead, for a debit. The message id of a credit comes from the payer. */
function fileOf(transaction: Fields | null, entry: Fields, { share }: Reading): string | null {
  if (share.direction === 'credit') return null;
  const ids = [...(transaction?.all('MsgId') ?? []), ...entry.all('Btch/MsgId')];
  const [file = null, ...others] = new Set(ids.flatMap(paymentIdsIn));
  return others.length === 0 ? file : null;
}

/** The number of transactions in an entry, as the bank states it, or else as it lists them. */
function countOf({ fields, transactions }: FoundEntry): number | null {
  const stated = fields.all('Btch/NbOfTxs').map(Number);
  const count = stated.length > 0 ? stated.reduce((sum, one) => sum + one, 0) : transactions.length;
  return Number.isSafeInteger(count) && count > 0 ? count : null;
}

/** Some banks put all that they know into their own words, and have no texts of the payer. */
function bankTexts(transaction: Fields | null, entry: Fields): readonly string[] {
  const own = transaction?.all('AddtlTxInf') ?? [];
  return own.length > 0 ? own : entry.all('AddtlNtryInf');
}

type Details = ReturnType<typeof detailsOf>;

/** The details of a line for several transactions: all texts, and of the rest what all of them agree on. */
function joined(all: readonly Details[], entry: Fields, reading: Reading): Details {
  const agreed = <T>(pick: (details: Details) => T | null): T | null => {
    const [value = null, ...others] = new Set(all.map(pick));
    return others.length === 0 && all.length > 1 ? value : null;
  };
  const structuredReference = agreed((details) => details.structuredReference);
  const texts = all.flatMap(({ remittance, structuredReference: reference }) =>
    reference === null || reference === structuredReference ? remittance : [...remittance, reference],
  );
  return {
    // One return among them is enough for a person to look.
    returnReason: all.find((details) => details.returnReason !== null)?.returnReason ?? null,
    counterpartyName: agreed((details) => details.counterpartyName),
    ultimateName: agreed((details) => details.ultimateName),
    counterpartyIban: agreed((details) => details.counterpartyIban),
    remittance: cutTexts([...new Set(texts)], reading.context.maxText),
    structuredReference,
    endToEndId: agreed((details) => details.endToEndId),
    paymentId: paymentOf(entry) ?? agreed((details) => details.paymentId) ?? fileOf(null, entry, reading),
    bankReference: readId(entry.first('AcctSvcrRef')),
    transactionCode: codeOf(entry) ?? agreed((details) => details.transactionCode),
  };
}

/** Keeps whole texts from the beginning, as many as fit. */
function cutTexts(texts: readonly string[], maxText: number): readonly string[] {
  let room = maxText;
  const cut = texts.findIndex((text) => {
    room -= text.length;
    return room < 0;
  });
  return cut === -1 ? texts : texts.slice(0, cut);
}

/** The code of ISO 20022, or the bank's own one. */
function codeOf(fields: Fields): string | null {
  const parts = ['Domn', 'Fmly', 'SubFmly'].flatMap((key) => fields.first(key) ?? []);
  return parts.length > 0 ? parts.join('-') : fields.first('BkTxCd/Prtry');
}

/** Each part of `RtrInf` can be missing: the element alone makes a return. */
function reasonOf(transaction: Fields): string | null {
  const [words = transaction.has('RtrInf') ? 'RTRN' : null] = transaction.all('RtrInf/AddtlInf');
  return transaction.first('RtrInf/Rsn') ?? words;
}

/** The kinds of payments that came back, in the list of ISO 20022: transfers, direct debits, cheques. */
const RETURN_CODES = new Set('RRTN RPCR ARET AREV PRDD RCDD UPDD UPCQ UPCT CQRV'.split(' '));

function returnCodeOf(fields: Fields | null): string | undefined {
  return fields?.all('SubFmly').find((code) => RETURN_CODES.has(code));
}
