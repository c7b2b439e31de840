import type { SheetCell } from './write-xlsx.ts';

type Row = readonly SheetCell[];

/** A file of a bank as its page exports it, with its content. */
export interface BankTable {
  readonly id: string;
  readonly rows: readonly Row[];
  /** The day, the signed amount in minor units, and the name of the other side, for each line. */
  readonly lines: readonly (readonly [string, number, string | null])[];
  readonly opening: number | null;
  readonly closing: number | null;
}

/** Rows whose cells are texts, with `|` between them; an empty cell is left out. */
const rowsOf = (text: string): readonly Row[] =>
  text
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim() || null));

/** Rows above a header, with the IBAN of the account where banks print it. */
const above = (count: number): readonly Row[] => [
  ['Hesap Hareketleri'],
  ['IBAN', 'TR33 0006 1005 1978 6457 8413 26'],
  ...Array.from({ length: count - 2 }, () => [] as const),
];

/** The tables of all banks that have a profile. */
export const BANK_TABLES: readonly BankTable[] = [
  {
    id: 'is-bankasi',
    rows: [
      ...above(15),
      ...rowsOf(`
        Tarih/Saat          | Valör      | Kanal/Şube | İşlem Tutarı* | Bakiye   | İşlem | İşlem Tipi | Açıklama                                              | Referans
        26/08/2026-14:58:47 | 27/08/2026 | Mobil      | 1.250,50      | 2.000,00 | x     | FAST       | AYŞE YILMAZ*0111*Mehmet Kaya tarafından*12345678*FAST | R1
        25/08/2026-09:00:01 | 25/08/2026 | Şube       | 749,50        | 749,50   | x     | Havale     | kira*Can Demir*AYŞE YILMAZ                            | R2
        25/08/2026-08:00:00 | 25/08/2026 | Şube       | -250,00       | 0,00     | x     | Ücret      | Hesap işletim*AYŞE YILMAZ                             | R3`),
    ],
    lines: [
      ['2026-08-26', 125050, 'AYŞE YILMAZ'],
      ['2026-08-25', 74950, 'AYŞE YILMAZ'],
      ['2026-08-25', -25000, null],
    ],
    opening: 25000,
    closing: 200000,
  },
  {
    id: 'akbank',
    rows: [
      ...above(8),
      ...rowsOf(`
        Tarih      | Saat  | Tutar    | Bakiye   | Borç/Alacak | Açıklama                       | Fiş/Dekont No
        01.09.2026 | 10:00 | 1,000.81 | 1,500.81 | A           | 7777-ÖRNEK LTD ŞTİ-Ali Veli    | 55
        02.09.2026 | 11:30 | -500.81  | 1,000.00 | B           | 7777/MBL-kira                  | 56`),
    ],
    lines: [
      ['2026-09-01', 100081, 'ÖRNEK LTD ŞTİ'],
      ['2026-09-02', -50081, null],
    ],
    opening: 50000,
    closing: 100000,
  },
  {
    id: 'ziraat',
    rows: [
      ...above(11),
      ['Tarih', 'Fiş No', 'Açıklama', 'İşlem Tutarı', 'Bakiye'],
      [
        { date: '46266' },
        'F08179',
        'Gönd: AYŞE IŞIK 0209-Ziraat Katılım Gönd: MEHMET KAYA FAST işlemi 3.200,00 TRY',
        { number: '3200' },
        { number: '3450.25' },
      ],
      [
        { date: '46267.5' },
        'F08180',
        'Z bank/TR330006100519786457841326-AYŞE IŞIK/text',
        { number: '-450.25' },
        { number: '3000' },
      ],
    ],
    lines: [
      ['2026-09-01', 320000, 'AYŞE IŞIK'],
      ['2026-09-02', -45025, null],
    ],
    opening: 25025,
    closing: 300000,
  },
  {
    id: 'vakifbank',
    rows: [
      ...above(6),
      ...rowsOf(`
        HESAP NO | FİŞ NO | HAREKET TARIH | İŞLEM TARİHİ | KART NO | İŞLEM | TUTAR    | BAKİYE   | KANAL | İŞLEM NO | REFERANS | HAVALE | REF NO | TCKN | VKN | B/A | AÇIKLAMA
        00158007 | 1      | 01.09.2026    | 01.09.2026   |         | FAST  | 1.250,50 | 1.250,50 | MOB   | 9        | a        |        | b      | 111  | 222 | A   | 1534679706 sorgu numaralı AYŞE YILMAZ tarafından Can Demir tarafından
        00158007 | 2      | 02.09.2026    | 02.09.2026   |         | EFT   | 250,50   | 1.000,00 | MOB   | 9        | a        |        | b      | 111  | 222 | B   | Can Demir 12 sorgu numaralı AYŞE YILMAZ tarafından`),
    ],
    lines: [
      ['2026-09-01', 125050, 'AYŞE YILMAZ'],
      ['2026-09-02', -25050, null],
    ],
    opening: 0,
    closing: 100000,
  },
  {
    id: 'garanti-bbva',
    rows: [
      ...above(4),
      ...rowsOf(`
        Tarih      | Açıklama                                                      | Etiket | Tutar  | Bakiye | Dekont No
        03.09.2026 | FAST GELEN - AYŞE YILMAZ - FAST GELEN - MEHMET KAYA - x       | Diğer  | 100,00 | 175,00 | 1
        02.09.2026 | HAVALE GELEN Can Demir                                        | Diğer  | 50,00  | 75,00  | 2
        01.09.2026 | AYŞE IŞIK-MEHMET KAYA-FAST-1534679706                         | Diğer  | 25,00  | 25,00  | 3`),
    ],
    lines: [
      ['2026-09-03', 10000, 'AYŞE YILMAZ'],
      ['2026-09-02', 5000, 'Can Demir'],
      ['2026-09-01', 2500, 'AYŞE IŞIK'],
    ],
    opening: 0,
    closing: 17500,
  },
  {
    id: 'yapi-kredi',
    rows: [
      ...above(10),
      ...rowsOf(`
        Tarih      | Saat  | İşlem | Kanal | Referans No | Açıklama                        | İşlem Tutarı | Bakiye
        01.09.2026 | 10:00 | FAST  | Mobil | r1          | AYŞE isimli kişiden 1.250,00 TL | 10,10        | 20,10`),
    ],
    lines: [['2026-09-01', 1010, null]],
    opening: 1000,
    closing: 2010,
  },
  {
    id: 'enpara',
    rows: [
      ...above(9),
      ...rowsOf(`
        | Tarih      | | Hareket tipi   | | Açıklama | | | İşlem Tutarı (TL) | Bakiye (TL)
        | 01.09.2026 | | Gelen Transfer | | AYŞE YILMAZ, borç, Can Demir tarafından aktarılan, AYŞE YILMAZ tarafından aktarılan | | | 1.250,50 TL | 1.250,50 TL
        | 02.09.2026 | | Giden Transfer | | EFT (FAST) sorgu no: 1048670453 | | | -250,50 TL | 1.000,00 TL`),
    ],
    lines: [
      ['2026-09-01', 125050, 'AYŞE YILMAZ'],
      ['2026-09-02', -25050, null],
    ],
    opening: 0,
    closing: 100000,
  },
  {
    id: 'halkbank',
    rows: rowsOf(`
      Tarih      | Saat  | SiraNo | HareketTutari | EkstreAciklama       | IslemKod | ReferansNo | DekontNo | Iptal | KarsiAdSoyad | KarsiHesapIBAN             | KarsiKimlikNo
      01.09.2026 | 10:00 | 1      | +1.250,50     | Can Demir tarafından | FEX      | r1         | d1       | H     | AYŞE YILMAZ  | TR330006100519786457841326 | 1`),
    lines: [['2026-09-01', 125050, 'AYŞE YILMAZ']],
    opening: null,
    closing: null,
  },
];
