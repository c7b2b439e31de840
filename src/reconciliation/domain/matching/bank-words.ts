/** The words that banks themselves write. */

/** Words that banks write next to names. If a payee has such a name, it can occur in the text of any payment. */
const BANK_WORDS = new Set(
  `ACIKLAMA ALICI BANKA BANKASI CIKAN EFT FAST GELEN GIDEN GONDEREN GONDERIM HAVALE HESABA HESABI HESABINA HESABINDAN HESAP
HESAPTAN IADE IADESI ICIN ILE INTERNET ISLEM ISLEMI MASRAF MOBIL MUSTERI NO NOLU ODEME ODEMESI PARA RETOURE SEPA SORGU SUBE TALEBI
TARAFINDAN TRANSFER TRANSFERI UCRET UEBERWEISUNG VIREMAN`.split(/\s+/),
);

const OTHER_LETTERS = /[^\p{Script=Latin}\P{L}]/u;

/** The words that mark a debit as a fee. */
export const FEE_WORDS = [
  'UCRET',
  'UCRETI',
  'MASRAF',
  'MASRAFI',
  'KOMISYON',
  'KOMISYONU',
  'BSMV',
  'FEE',
  'FEES',
  'CHARGE',
  'CHARGES',
  'CHRG',
  'GEBUEHR',
  'ENTGELT',
];
/** Other words in the texts of fees. */
const BESIDE_FEES =
  'ACCOUNT AYLIK ISLETIM KESINTISI MAINTENANCE MONTHLY SERVICE TAHSILAT TAHSILATI VE VERGISI';
const OF_FEES: ReadonlySet<string> = new Set([...BANK_WORDS, ...FEE_WORDS, ...BESIDE_FEES.split(' ')]);

/**
 * Whether the text of a fee can contain a name: two words that are not words of banks, or letters of another script.
 */
export function couldContainName(text: string, words: readonly string[]): boolean {
  return (
    words.filter((word) => /^[A-Z]{2,}$/.test(word) && !OF_FEES.has(word)).length > 1 ||
    OTHER_LETTERS.test(text)
  );
}
