import { TABLE_SENTENCES, type Translation } from './table-problems.ts';

/** The service's sentences about a file that cannot be read, and the words for them. */
const SENTENCES: readonly (readonly [RegExp, Translation | string])[] = [
  // The account of a file.
  [/^The file names no account\./, 'Dosyada hesap yazmıyor. Hangi hesabın dosyası olduğunu seçin.'],
  [
    /^The file is of another account than the chosen one\./,
    'Dosya, seçilenden başka bir hesaba ait. Dosyanın hesabını seçin.',
  ],
  [
    /^The file names the account (.*?), which fits several bank accounts\./,
    (number) => `Dosyadaki hesap numarası ${number} birkaç hesaba uyuyor. Hangi hesap olduğunu seçin.`,
  ],
  [
    /^The file names the account (“.*”), which is not the chosen one/,
    (number) => `Dosyadaki ${number} hesabı seçilen hesap değil ve banka hesapları arasında da yok.`,
  ],
  [
    /^The file names the account (.*?), which is .*none of/,
    (number) =>
      `Dosyadaki ${number} hesabı banka hesapları arasında yok. Sizinse önce bankasına ekleyin ya da bilinmeyen hesapların ekstrelerini dışarıda bırakın.`,
  ],
  [
    /^All statements of the file are of unknown accounts\./,
    'Dosyadaki ekstrelerin hiçbiri banka hesaplarından birine ait değil.',
  ],
  // The columns of a table.
  [
    /^The columns fit several banks \((.*)\): choose/,
    (banks) => `Sütunlar birkaç bankaya uyuyor (${banks}): sizinkini seçin.`,
  ],
  [
    /^The columns do not fit (?:any profile|the profile .*?)\. Found: (.*)\. Choose the profile/,
    (found) =>
      `Sütunlar hiçbir bankaya uymuyor. Dosyadakiler: ${found}. Bankayı seçin ya da sütunları belirleyin.`,
  ],
  [
    /^The first (\d+) rows hold no names of columns/,
    (rows) => `İlk ${rows} satırda sütun adı yok: ekstreyi başlığıyla birlikte indirin.`,
  ],
  [
    /^The profile is none of the known ones\./,
    'Seçilen sütunlar bilinmiyor. Listeden seçin ya da boş bırakın.',
  ],
  [
    /^No column holds only dates\./,
    'Yalnızca tarih bulunan sütun yok. Tablonun başlık satırını da kopyalayın.',
  ],
  [/^Several columns hold dates\./, 'Birkaç sütunda tarih var. Tablonun başlık satırını da kopyalayın.'],
  [
    /^No column holds only amounts with two decimals\./,
    'Yalnızca iki ondalıklı tutar bulunan sütun yok. Tablonun başlık satırını da kopyalayın.',
  ],
  [
    /^More than two columns hold amounts\./,
    'İkiden çok sütunda tutar var. Tablonun başlık satırını da kopyalayın.',
  ],
  [
    /^Two columns hold amounts, and which one/,
    'İki sütunda tutar var; hangisinin bakiye olduğu belli değil. Tablonun başlık satırını da kopyalayın.',
  ],
  [
    /^Several columns hold directions\./,
    'Birkaç sütunda giriş/çıkış var. Tablonun başlık satırını da kopyalayın.',
  ],
  [/^Copy the header line/, 'Tablonun başlık satırını da kopyalayın.'],
  [/^Choose the profile of the bank/, 'Bankayı seçin ya da sütunları belirleyin.'],
  [
    /^Without a header, nobody can tell money in/,
    'Başlık olmadan giren ile çıkan para ayırt edilemez: tutarların önüne + ya da - yazın veya başlık satırını da kopyalayın.',
  ],
  ...TABLE_SENTENCES,
  [
    /^The row has (\d+) cells, and the header (\d+)/,
    (cells, names) =>
      `Satırda ${cells}, başlıkta ${names} hücre var: hücreleri sekmeyle ayırın ya da XLSX olarak kaydedin.`,
  ],
  [
    /^A quotation mark is opened and never closed|^The row is too long, perhaps|^The row cannot be split|^A cell holds whole rows/,
    'Tırnak işaretleri yüzünden satır hücrelere ayrılamıyor: satırı düzeltin ya da XLSX olarak kaydedin.',
  ],
  [/^The row is too long|^The row has more than (\d+) cells/, 'Satır bir tablo için çok uzun.'],
  // The file as a whole.
  [
    /^This is a file of an old Excel|^This is an old or protected Excel file/,
    'Bu eski ya da şifreli bir Excel dosyası. Açıp şifresiz .xlsx ya da CSV olarak kaydedin.',
  ],
  [/^The XLSX file is protected/, 'Excel dosyası şifreli: şifresiz kaydedin.'],
  [
    /^The XLSX file is damaged|^The spreadsheet (?:is damaged|has a DOCTYPE|is nested)|^The cells of the sheet/,
    'Excel dosyası bozuk: yeniden indirin ya da CSV olarak kaydedin.',
  ],
  [/^The XLSX file/, 'Excel dosyası çok büyük ya da alışılmadık: CSV olarak kaydedin.'],
  [/^The workbook counts days from 1904/, 'Excel dosyası günleri 1904’ten sayıyor: CSV olarak kaydedin.'],
  [/^The workbook has more than (\d+) sheets/, 'Excel dosyasında çok sayfa var: yalnızca ekstreyi bırakın.'],
  [
    /^The file is not an XLSX spreadsheet/,
    'Bu bir Excel dosyası değil: ekstreyi XLSX ya da CSV olarak kaydedin.',
  ],
  [
    /^All sheets of the workbook are hidden/,
    'Excel dosyasının bütün sayfaları gizli: ekstrenin sayfasını gösterip yeniden kaydedin.',
  ],
  [
    /^This is a (?:binary Excel|text document: export)|^This is an OpenDocument/,
    'Bu dosya türü okunmuyor: ekstreyi XLSX ya da CSV olarak kaydedin.',
  ],
  [
    /^This is a (?:ZIP archive|compressed file)/,
    'Bu sıkıştırılmış bir dosya: açın ve içindeki her dosyayı ayrı yükleyin.',
  ],
  [
    /^Ask the bank for camt\.053 or MT940/,
    'Bankadan camt.053 ya da MT940 isteyin veya XLSX ya da CSV indirin.',
  ],
  [
    /^This is an? (PDF|OFX|QIF|text) (?:document|file)|^This is (JSON)/,
    (one, other) =>
      `Bu bir ${one ?? other} dosyası, ekstre değil. Bankadan camt.053 ya da MT940 isteyin veya XLSX ya da CSV indirin.`,
  ],
  [
    /^This is (?:an order to pay|the status of an order)/,
    'Bu bir ödeme emri dosyası, ekstre değil. Bankadan camt.053 isteyin.',
  ],
  [/^The text is empty/, 'Metin boş: ekstrenin satırlarını yapıştırın.'],
  [/^The text has more than (\d+) characters/, (count) => `Metin ${count} karakterden uzun: dosya yükleyin.`],
  [/^The file is empty\./, 'Dosya boş.'],
  [/^The file is (?:XML, not a table|not a table of text)/, 'Dosya bir tablo değil.'],
  [/^The file is damaged/, 'Dosya bozuk: yeniden indirin.'],
  [
    /^Reading the file takes too long/,
    'Dosyayı okumak çok uzun sürüyor: daha kısa dönemler ya da CSV indirin.',
  ],
  [/^The file needs too much memory/, 'Dosya çok bellek istiyor: daha kısa dönemler ya da CSV indirin.'],
  [
    /^The file has more than (\d+) lines/,
    (count) => `Dosyada ${count} hareketten fazlası var: daha kısa dönemler indirin.`,
  ],
  [
    /^The file (?:is larger than|has more than|must have at most) (\d+) (?:bytes|characters|MiB)|^The file nests/,
    'Dosya çok büyük: daha kısa dönemler indirin.',
  ],
  [
    /^The file has more than (\d+) statements/,
    (count) => `Dosyada ${count} ekstreden fazlası var: daha kısa dönemler indirin.`,
  ],
  [
    /^The amount is above|^A value of the file cannot be stored/,
    'Dosyada geçersiz bir değer var. Bankadan doğru bir dosya isteyin.',
  ],
  [/^Other files are being read\./, 'Başka dosyalar okunuyor. Birazdan yeniden deneyin.'],
  [/^The service is/, 'Servis duruyor. Birazdan yeniden deneyin.'],
  // Answers to payouts.
  [
    /^This is the protocol of the EBICS server/,
    'Bu, EBICS sunucusunun protokolü (HAC): ödemeler hakkında bir şey demez. Hiçbir şey değişmedi. Ödemelerin durum raporunu (pain.002) yükleyin.',
  ],
  [
    /^The file begins with .*, and has no status of payments/,
    'Dosyada ödeme durumu (pain.002, .03 ya da yenisi) yok. Bankadan isteyin.',
  ],
  [
    /^The file holds several reports/,
    'Dosyada birkaç rapor var: her <Document> bölümünü ayrı dosya olarak kaydedip yükleyin.',
  ],
  [
    /^The file has more than (\S+) \S+\. Ask the bank for a report of each file/,
    (limit) => `Dosya çok büyük (sınır ${limit}). Bankadan her ödeme dosyası için ayrı rapor isteyin.`,
  ],
  // camt and MT940.
  [
    /^Behind the end of the document there is more/,
    'Dosyada arka arkaya birkaç XML belgesi var: her birini “<?xml” satırından başlayarak ayrı dosya yapın.',
  ],
  [/^In the balance (\w+),/, (code) => `${code} bakiyesi okunamıyor. Bankadan doğru bir dosya isteyin.`],
  [/^The file is no well-formed XML(?: at line (\d+))?\./, 'XML dosyası bozuk. Bankadan yeniden indirin.'],
  [
    /^The file has (?:bytes that are not of|a DOCTYPE)|^The file is in the encoding/,
    'Dosya okunamıyor. Bankadan yeniden indirin.',
  ],
  [
    /^The file is no XML|^The file begins with .* and has no statement of camt/,
    'Dosyada camt.052, .053 ya da .054 ekstresi yok.',
  ],
  [
    /^The account or the opening balance stands after/,
    'Hesap ya da açılış bakiyesi hareketlerden sonra geliyor.',
  ],
  [
    /^This is not an MT940 or MT942 file/,
    'Dosya MT940 ya da MT942 değil. Bankanın verdiği dosyayı değiştirmeden seçin.',
  ],
  [
    /^(?:The field|Field|The balance in field) (:\w+:).*Ask the bank/,
    (field) => `${field} alanı hatalı. Bankadan doğru bir dosya isteyin.`,
  ],
  [/^The field (:60F:) \(in MT942/, (field) => `${field} alanında hesabın para birimi yazmalı.`],
  [
    /^This field, together with|^The statement has more than/,
    'Dosya hatalı. Bankadan doğru bir dosya isteyin.',
  ],
  [/^Ask the bank for a complete file\./, 'Bankadan eksiksiz bir dosya isteyin.'],
  [
    /^A (?:cell|text of the file) has more than (\d+) characters/,
    (count) => `Bir metin ${count} karakterden uzun.`,
  ],
];

/** Translates a sentence of the service about a file. @returns undefined for one that is not known. */
export function fileProblem(message: string): string | undefined {
  for (const [pattern, words] of SENTENCES) {
    const found = pattern.exec(message);
    if (found) return typeof words === 'string' ? words : words(...found.slice(1));
  }
  return undefined;
}
