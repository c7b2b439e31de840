/** The words that banks write themselves. */

/** Words that banks write beside names. A payee who is called so can stand in the text of any payment. */
export const BANK_WORDS = new Set(
  `ACIKLAMA ALICI BANKA BANKASI CIKAN EFT FAST GELEN GIDEN GONDEREN GONDERIM HAVALE HESABA HESABI HESABINA HESABINDAN HESAP
HESAPTAN IADE IADESI ICIN ILE INTERNET ISLEM ISLEMI MASRAF MOBIL MUSTERI NO NOLU ODEME ODEMESI PARA RETOURE SEPA SORGU SUBE TALEBI
TARAFINDAN TRANSFER TRANSFERI UCRET UEBERWEISUNG VIREMAN`.split(/\s+/),
);

/** The words by which a bank says that money out is a fee. */
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

/** Whether the words of a fee can have a name: two of letters that are no words of banks. */
export function mayNameSomebody(words: readonly string[]): boolean {
  return words.filter((word) => /^[A-Z]{2,}$/.test(word) && !OF_FEES.has(word)).length > 1;
}
