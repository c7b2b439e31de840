/**
 * The words of a column with the state of a line, folded. Uncertain words such as "approved" or "paid" are in neither
 * list: a file with one is refused until a profile says what it means.
 */

const listed = (text: string) => text.split(',').map((word) => word.trim());

/**
 * The names of a column of the state, which a profile need not know: it is read unless a role of the profile has it.
 */
export const STATUS_COLUMNS = listed(`
  DURUM, DURUMU, DURUM KODU, ISLEM DURUMU, HAREKET DURUMU, ODEME DURUMU, STATUS, STATE, TRANSACTION STATUS, TRANSACTION STATE,
  BOOKING STATUS, PAYMENT STATUS, STATUS CODE, BOOKED, BUCHUNGSSTATUS, GEBUCHT
`);

/** Words of lines that are booked. */
export const BOOKED_WORDS = listed(`
  GERCEKLESTI, GERCEKLESEN, GERCEKLESMIS, TAMAMLANDI, TAMAMLANAN, TAMAMLANMIS, BASARILI,
  MUHASEBELESTI, MUHASEBELESEN, MUHASEBELESMIS, KESINLESTI, KESINLESEN, KESINLESMIS, ISLENDI,
  BOOKED, BOOK, POSTED, COMPLETED, COMPLETE, SETTLED, CLEARED, EXECUTED, SUCCESSFUL, SUCCESS,
  DONE, GEBUCHT, VERBUCHT, UMSATZ GEBUCHT, ABGESCHLOSSEN, AUSGEFUHRT
`);

/** Words of lines that are not booked, or were taken back. */
export const PENDING_WORDS = listed(`
  PROVIZYON, PROVIZYONDA, BEKLEMEDE, BEKLEYEN, BEKLIYOR, ONAY BEKLIYOR, ONAY BEKLEYEN,
  ONAYDA, ASKIDA, ISLEMDE, BLOKE, BLOKELI, TASLAK, PLANLANDI, ILERI TARIHLI, REDDEDILDI,
  REDDEDILEN, RED, IPTAL, IPTAL EDILDI, IPTAL EDILEN, IADE, IADE EDILDI, IADE EDILEN,
  BASARISIZ, HATALI, GERCEKLESMEDI, TAMAMLANMADI, PENDING, PDNG, PROCESSING, IN PROGRESS,
  AUTHORIZED, AUTHORISED, ON HOLD, HOLD, BLOCKED, SCHEDULED, SCHD, DRAFT, EXPIRED, CANCELLED,
  CANCELED, CNCL, REJECTED, RJCT, DECLINED, FAILED, REVERTED, REVERSED, RETURNED, REFUNDED,
  INFO, FUTR, NOT BOOKED, UNBOOKED, VORGEMERKT, UMSATZ VORGEMERKT, STORNIERT, STORNO, OFFEN,
  AUSSTEHEND, IN BEARBEITUNG, ABGELEHNT, FEHLGESCHLAGEN, ZURUCKGEGEBEN, GEPLANT, RESERVIERT,
  NICHT GEBUCHT
`);

/** The beginnings of headings above lines that are not booked, or were taken back. */
const PENDING_HEADINGS = listed(`
  BEKLEYEN, BEKLEMEDE, ONAY BEKLEYEN, ONAYDA, ASKIDA, PROVIZYON, BLOKE, IPTAL, REDDEDIL,
  IADE EDIL, BASARISIZ, GERCEKLESMEYEN, PLANLANAN, ILERI TARIHLI, GELECEK TARIHLI, TALIMATLAR,
  PENDING, CANCELLED, CANCELED, REJECTED, DECLINED, FAILED, REVERSED, REVERTED, RETURNED, SCHEDULED,
  UPCOMING, FUTURE DATED, FUTURE PAYMENTS, FUTURE TRANSACTIONS, AUTHORI, ON HOLD, PROCESSING, IN PROGRESS, NOT BOOKED, UNBOOKED,
  VORGEMERKT, VORMERK, STORNIERT, STORNO, OFFENE, AUSSTEHEND, ABGELEHNT, GEPLANT
`);

/** Words that are too short or ambiguous to mean a state in any column. */
const OF_OTHER_MEANINGS = new Set(['RED', 'INFO', 'HOLD', 'DRAFT']);

/** Whether a cell of any column says that a line is not booked. @param folded by `foldLetters`. */
export function isPendingWord(folded: string): boolean {
  return PENDING_WORDS.includes(folded) && !OF_OTHER_MEANINGS.has(folded);
}

/** Whether a heading marks the rows below it as not booked. @param folded by `foldLetters`. */
export function isPendingHeading(folded: string): boolean {
  return PENDING_HEADINGS.some((beginning) => folded.startsWith(beginning));
}
