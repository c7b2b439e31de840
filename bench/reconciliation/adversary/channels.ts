import type { MatchableLine } from '../../../src/reconciliation/domain/matching/model.ts';
import type { Random } from '../../../test/support/random.ts';

/** What a bank knows when it writes a line. */
export interface Written {
  /** Empty where the bank does not print the payer. */
  readonly name: string;
  /** What the payer typed, with the reference in it. */
  readonly typed: string;
  /** `1.250,50` */
  readonly amount: string;
  /** The number that the bank gives the payment. */
  readonly query: string;
}

export type Shown = Pick<MatchableLine, 'counterpartyName' | 'ultimateName' | 'remittance'>;

/** Where a line shows the payer, and the words around it. */
export interface Channel {
  readonly name: string;
  /** Whether the name stands in the text alone. */
  readonly isText: boolean;
  write(written: Written, random: Random): Shown;
}

function inField(name: string, write: (written: Written) => Shown): Channel {
  return { name, isText: false, write };
}

function inText(name: string, ...forms: readonly ((written: Written) => string)[]): Channel {
  return {
    name,
    isText: true,
    write: (written, random) => ({
      counterpartyName: null,
      ultimateName: null,
      remittance: [random.pick(forms)(written).replace(/ {2,}/g, ' ').trim()],
    }),
  };
}

const textOf = (typed: string) => (typed === '' ? [] : [typed]);

export const CHANNELS: readonly Channel[] = [
  inField('name field', ({ name, typed }) => ({
    counterpartyName: name,
    ultimateName: null,
    remittance: textOf(typed),
  })),
  inField('both name fields', ({ name, typed }) => ({
    counterpartyName: name,
    ultimateName: name,
    remittance: textOf(typed),
  })),
  inField('ultimate name', ({ name, typed }) => ({
    counterpartyName: null,
    ultimateName: name,
    remittance: textOf(typed),
  })),
  inField('name field, and the bank’s text', ({ name, typed, query }) => ({
    counterpartyName: name,
    ultimateName: null,
    remittance: [`${query} sorgu numaralı FAST ${name} tarafından`, typed],
  })),
  inText(
    'text: Yapı Kredi',
    ({ name, amount, typed }) => `${typed} ${name} isimli kişiden ${amount} TL FAST ödemesi gelmiştir`,
    ({ name, amount, typed }) => `${name} unvanlı kişiden ${amount} TL FAST ödemesi gelmiştir ${typed}`,
    ({ name, amount, typed }) =>
      `${name} isimli/unvanlı kişiden hesabınıza ${amount} TL EFT ödemesi gelmiştir. Açıklama: ${typed}`,
  ),
  inText(
    'text: VakıfBank',
    ({ name, query, typed }) => `${query} sorgu numaralı ${name} tarafından ${typed}`,
    ({ name, query, typed }) => `${query} nolu ${name} hesabından ${typed}`,
    ({ name, query, typed }) => `${query} sorgu no'lu 0111 ${name} ${typed}`,
    ({ name, typed }) => `${name} (${typed})`,
  ),
  inText(
    'text: Garanti BBVA',
    ({ name, typed }) => `FAST GELEN - ${name} - ${typed}`,
    ({ name, typed }) => `EFT GELEN - ${name} - ${typed}`,
    ({ name, typed }) => `HAVALE GELEN ${name} ${typed}`,
    ({ name, query, typed }) => `${name}-${typed}-FAST-${query}`,
  ),
  inText(
    'text: Ziraat',
    ({ name, amount, typed }) => `Gönd: ${name} 0209-Ziraat Katılım ${typed} FAST işlemi ${amount} TRY`,
    ({ name, typed }) => `Gönd: ${name} Açıklama: ${typed}`,
  ),
  inText(
    'text: İş Bankası, Akbank, Enpara',
    ({ name, query, typed }) => `${name}*0111*${typed}*${query}*FAST`,
    ({ name, typed }) => `${typed}*${name}`,
    ({ name, query, typed }) => `${query}-${name}-${typed}`,
    ({ name, typed }) => `7777/MBL-${name} ${typed}`,
    ({ name, typed }) => `EFT: ${name} ${typed}`,
    ({ name, typed }) => `${name}, ${typed}, ${name} tarafından aktarılan`,
  ),
  inText(
    'text: German, Dutch',
    ({ name, typed }) => `SEPA-GUTSCHRIFT ${typed} ABWA+${name}`,
    ({ name, typed }) => `SVWZ+${typed} ${name}`,
    ({ name, typed }) => `/TRTP/SEPA OVERBOEKING/NAME/${name}/REMI/${typed}`,
    ({ name, typed }) => `UEBERWEISUNG VON ${name} VERWENDUNGSZWECK ${typed}`,
  ),
  inText(
    'text: bare',
    ({ name, typed }) => `${name} ${typed}`,
    ({ name, typed }) => `${typed} ${name}`,
    ({ name, typed }) => `${typed}/${name}`,
  ),
];

/** The texts of payments on which no bank names the payer. */
export const NAMELESS: readonly ((written: Omit<Written, 'name'>) => string)[] = [
  ({ typed }) => typed,
  ({ typed, query }) => `FAST-${query} ${typed}`,
  ({ typed }) => `GELEN HAVALE ${typed}`,
  ({ typed, amount }) => `Hesabınıza ${amount} TL FAST ödemesi gelmiştir ${typed}`,
  ({ typed, query }) => `EFT sorgu no: ${query} ${typed}`,
  ({ typed }) => `SEPA CREDIT TRANSFER ${typed}`,
];

/** Words that payers add. None is a name. */
export const PHRASES = [
  '',
  '',
  '',
  'ödeme',
  'odemesi',
  'Siparis odemesi REF',
  'bakiye yukleme',
  'yatırım',
  'tesekkurler',
  'kira',
  'bireysel ödeme',
  'Diger',
  'hesaba para gonderimi',
  'üyelik ucreti',
  'payment',
  'order',
  'Zahlung',
  'invoice',
];

/** Name fields that name nobody. */
export const EMPTY_NAMES = ['', '-', '.', 'NOTPROVIDED', 'BILINMIYOR', 'N/A', 'FAST', 'GELEN HAVALE', 'EFT'];
