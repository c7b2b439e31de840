import type { FactIndex, ReadLine } from './fact-index.ts';
import type { DepositFacts, WithdrawalFacts } from './model.ts';
import { isOfCompany, type Name } from './names.ts';
import { payeesOf } from './payees.ts';

/** A line, and the deposit that it would settle. */
export interface Payment {
  readonly subject: ReadLine;
  readonly deposit: DepositFacts;
}

/** Two people share no more words of their names, or it is not certain that they are two: a first name or a surname. */
const MOST_SHARED = 1;
/** The fewest letters of a word that tells two people apart. */
const MIN_LETTERS = 3;
/** Words that banks write beside names. A payee who is called so can stand in the text of any payment. */
const BANK_WORDS = new Set(
  `ACIKLAMA ALICI BANKA BANKASI CIKAN EFT FAST GELEN GIDEN GONDEREN GONDERIM HAVALE HESABA HESABI HESABINA HESABINDAN HESAP
HESAPTAN IADE IADESI ICIN ILE INTERNET ISLEM ISLEMI MASRAF MOBIL MUSTERI NO NOLU ODEME ODEMESI PARA RETOURE SEPA SORGU SUBE TALEBI
TARAFINDAN TRANSFER TRANSFERI UCRET UEBERWEISUNG VIREMAN`.split(/\s+/),
);

/**
 * Whether money out that has a word of the payer's name certainly went to somebody else: to the account of a withdrawal of
 * that amount, or with the whole name of its payee, and with no other word of the payer. The bank must print the payer in
 * full, as the user of the deposit, and nothing on the line can have named the payee.
 */
export function isOfAnother(debit: ReadLine, { subject, deposit }: Payment, index: FactIndex): boolean {
  const payer = subject.reading.name;
  if (payer === null || index.grade(deposit, payer) !== 'exact') return false;
  if (index.grade(deposit, debit.reading.name) !== 'no') return false;
  return payeesOf(debit.line.amountMinor, index)
    .of(debit)
    .some(
      (withdrawal) =>
        isToPayee(debit, withdrawal, index) &&
        sharesOnly(debit, payer, index.nameOf(withdrawal)) &&
        isCertainlyOther(withdrawal, { subject, deposit }, index) &&
        isNoneLeft(debit, withdrawal, index),
    );
}

/** Whether banks write none of the words of a name themselves. */
export function isOfPerson(name: Name | null): boolean {
  return name?.tokens.every((word) => !BANK_WORDS.has(word)) ?? false;
}

/** By its account, where it says which; else by the whole name. */
function isToPayee({ line, reading }: ReadLine, withdrawal: WithdrawalFacts, index: FactIndex): boolean {
  if (line.counterpartyIban !== null) return line.counterpartyIban === withdrawal.iban;
  if (!isOfPerson(index.nameOf(withdrawal))) return false;
  if (reading.name !== null) return index.grade(withdrawal, reading.name) === 'exact';
  return index.gradeInText(withdrawal, reading.text) === 'exact';
}

/** Whether all words of the payer's name in money out are those of the payee. */
function sharesOnly({ reading }: ReadLine, payer: Name, payee: Name | null): boolean {
  const said = new Set([...reading.text.all, ...(reading.name?.tokens ?? [])]);
  return payer.tokens.every((word) => !said.has(word) || payee?.tokens.includes(word));
}

/** Whether the payee is not the payer, by two names that are known in full. */
function isCertainlyOther(payee: WithdrawalFacts, { subject, deposit }: Payment, index: FactIndex): boolean {
  const { name: payer, ultimateName, text } = subject.reading;
  const [own, other] = [index.nameOf(deposit), index.nameOf(payee)];
  if (own === null || other === null) return false;
  const isAlike =
    [payer, own, ultimateName].some((name) => index.grade(payee, name) !== 'no') ||
    index.grade(deposit, other) !== 'no' ||
    index.gradeInText(payee, text) !== 'no';
  if (isAlike) return false;
  const shared = own.tokens.filter((word) => other.tokens.includes(word) && !isOfCompany(word));
  return shared.length <= MOST_SHARED && hasOwnWord(own, other) && hasOwnWord(other, own);
}

function hasOwnWord({ tokens }: Name, other: Name): boolean {
  return tokens.some(
    (word) => word.length >= MIN_LETTERS && !isOfCompany(word) && !other.tokens.includes(word),
  );
}

/** Whether there is a withdrawal for each payment of the amount to the payee: none of these is left that sends money back. */
function isNoneLeft({ line }: ReadLine, payee: WithdrawalFacts, index: FactIndex): boolean {
  const { amountMinor } = line;
  const paid = (index.debitsByAmount.get(amountMinor) ?? []).filter((debit) =>
    isToPayee(debit, payee, index),
  );
  return paid.length <= payeesOf(amountMinor, index).countOf(payee);
}
