export type Translation = (...parts: readonly string[]) => string;

/** The service's sentences about the rows and cells of a table, and the words for them. */
export const TABLE_SENTENCES: readonly (readonly [RegExp, Translation | string])[] = [
  // The cells of a row.
  [/^The date is missing\./, 'Tarih yok.'],
  [/^The amount is missing\./, 'Tutar yok.'],
  [/^The value date (".*") is not a date\./, (text) => `${text} bir valör tarihi değil.`],
  [
    /^(".*") is not a date in the form (.*)\.$/,
    (text, forms) => `${text}, ${forms} biçiminde bir tarih değil.`,
  ],
  [/^(".*") is not a number\./, (text) => `${text} bir sayı değil.`],
  [/^(".*") has more than two decimals\./, (text) => `${text}: ikiden çok ondalık var.`],
  [/^(".*") has more than one sign\./, (text) => `${text}: birden çok işaret var.`],
  [/^(".*") is too (?:large|long)/, (text) => `${text} tutar olamayacak kadar büyük.`],
  [
    /^(".*") can be read as thousands/,
    (text) =>
      `${text} hem binlik hem üç ondalık olarak okunabilir: ondalık işareti belli olan banka sütunlarını seçin.`,
  ],
  [
    /^(".*") is not an amount with/,
    (text) => `${text}, seçilen ondalık işaretiyle yazılmış bir tutar değil.`,
  ],
  [/^(".*") is no currency of ISO 4217\./, (text) => `${text} bir ISO 4217 para birimi değil.`],
  [
    /^The sign of the amount and the column of the direction/,
    'Tutarın işareti ile giriş/çıkış sütunu çelişiyor: banka sütunlarını düzeltin.',
  ],
  [/^The columns of debit and credit/, 'Borç ve alacak sütunları çelişiyor: biri boş ya da sıfır olmalı.'],
  [
    /^A spreadsheet has made a date of the amount/,
    'Tablo programı tutarı tarihe çevirmiş: dosyayı bankanın verdiği gibi kullanın.',
  ],
  [
    /^The file names several currencies: (.*)\. Export/,
    (names) => `Dosyada birkaç para birimi var: ${names}. Her hesabı ayrı indirin.`,
  ],
  [/^The file mixes currencies/, 'Dosyada birkaç para birimi var: her hesabı ayrı indirin.'],
  [
    /^The file names no currency/,
    'Dosyada para birimi yazmıyor. Başlığa yazın, örneğin “Tutar (TRY)”, ya da para birimi belli olan banka sütunlarını seçin.',
  ],
  [/^The file holds several accounts:/, 'Dosyada birkaç hesap var: her hesabı ayrı indirin.'],
  [
    /^The file holds several accounts or sections: a row between the lines names (.*)\. Export/,
    (names) =>
      `Dosyada birkaç hesap ya da bölüm var: hareketlerin arasındaki bir satırda ${names.replaceAll('the account', 'hesap')} yazıyor. Her birini ayrı indirin.`,
  ],
  [
    /^The file holds several accounts or sections: the rows below (".*") are not booked/,
    (heading) =>
      `Dosyada birkaç bölüm var: ${heading} altındakiler kesinleşmemiş. Kesinleşenleri ayrı indirin.`,
  ],
  [
    /^The file holds several accounts or sections: a second header/,
    'Dosyada birkaç bölüm var: ikinci başlığın sütunları ilkinden farklı. Her birini ayrı indirin.',
  ],
  [
    /^The file holds several accounts or sections: (".*") stands between/,
    (text) =>
      `Dosyada birkaç hesap ya da bölüm var: hareketlerin arasında ${text} yazıyor. Her birini ayrı indirin.`,
  ],
  [
    /^The rows below (".*") are not booked\./,
    (heading) => `${heading} altındakiler kesinleşmemiş. Onları çıkarın, kesinleşenleri ayrı indirin.`,
  ],
  [
    /^The sheet (".*") cannot be read\./,
    (sheet) =>
      `${sheet} sayfası okunamıyor: banka sütunlarını belirleyin ya da ekstreyi tek başına kaydedin.`,
  ],
  [
    /^The column (".*?") says (".*?"): is that the payer/,
    (column, iban) =>
      `${column} sütununda ${iban} yazıyor: gönderenin mi, sizin hesabınız mı? Dosyada sütunun adını “Karşı IBAN” ya da “Hesap IBAN” yapın veya banka sütunlarını belirleyin.`,
  ],
  [
    /^(".*") may mean a booked line or not\./,
    (word) =>
      `${word}: hareketin kesinleşip kesinleşmediği belli değil. Banka sütunlarında kesinleşmiş ya da kesinleşmemiş hareketin sözcüklerine ekleyin.`,
  ],
  // Their cures alone.
  [/^Export each alone\./, 'Her birini ayrı indirin.'],
  [
    /^Name the column "Counterparty IBAN"/,
    'Dosyada sütunun adını “Karşı IBAN” ya da “Hesap IBAN” yapın veya banka sütunlarını belirleyin.',
  ],
];
