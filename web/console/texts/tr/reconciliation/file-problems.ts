import type { FileReason } from '../../../../../src/reconciliation/domain/file-problems.ts';

/** What can be wrong with a file, by its reason. `$1` is the first of its values. */
export const FILE_PROBLEMS: Readonly<Record<FileReason, string>> = {
  // The kind of the file.
  file_empty: 'Dosya boş.',
  text_empty: 'Metin boş: ekstrenin satırlarını yapıştırın.',
  no_table: 'Dosya bir metin tablosu değil.',
  other_kind:
    'Bu bir $1 dosyası, ekstre değil. Bankadan camt.053 ya da MT940 isteyin veya XLSX ya da CSV indirin.',
  compressed: 'Bu sıkıştırılmış bir dosya ($1): açın ve içindeki her dosyayı ayrı yükleyin.',
  payment_order: 'Bu bir ödeme emri dosyası, ekstre değil. Bankadan camt.053 isteyin.',
  other_spreadsheet: 'Bu bir $1 dosyası: ekstreyi XLSX ya da CSV olarak kaydedin.',
  no_sheet: 'Bu bir Excel dosyası değil: ekstreyi XLSX ya da CSV olarak kaydedin.',
  hidden_sheets: 'Excel dosyasının bütün sayfaları gizli: ekstrenin sayfasını gösterip yeniden kaydedin.',
  no_camt_xml: 'Dosya XML değil; camt.052, .053 ya da .054 ekstresi olamaz.',
  no_camt: 'Dosya $1 ile başlıyor; içinde camt.052, .053 ya da .054 ekstresi yok.',
  no_mt940: 'Dosya MT940 ya da MT942 değil. Bankanın verdiği dosyayı değiştirmeden seçin.',
  no_report_xml: 'Dosya XML değil; ödeme durumu (pain.002) olamaz. Bankadan yeniden indirin.',
  no_report: 'Dosyada ödeme durumu (pain.002, .03 ya da yenisi) yok. Bankadan isteyin.',
  ebics_protocol:
    'Bu, EBICS sunucusunun protokolü (HAC): ödemeler hakkında bir şey demez. Hiçbir şey değişmedi. Ödemelerin durum raporunu (pain.002) yükleyin.',
  no_batch: 'Bu yanıt $1 dosyası için; bu sistemde öyle bir ödeme dosyası yok. Hiçbir şey değişmedi.',
  old_excel: 'Bu eski ya da şifreli bir Excel dosyası. Açıp şifresiz .xlsx ya da CSV olarak kaydedin.',
  // The columns of a table.
  several_banks: 'Sütunlar birkaç bankaya uyuyor ($1): sizinkini seçin.',
  no_bank:
    'Sütunlar hiçbir bankaya uymuyor. Dosyadakiler: $1. Bankayı seçin ya da ekstre biçimini belirleyin.',
  other_columns:
    'Sütunlar $1 bankasına uymuyor. Dosyadakiler: $2. Bankayı seçin ya da ekstre biçimini belirleyin.',
  no_header: 'İlk $1 satırda sütun adı yok: ekstreyi başlığıyla birlikte indirin.',
  unknown_profile: 'Seçilen ekstre biçimi bilinmiyor. Listeden seçin ya da boş bırakın.',
  sheet_unread: '$1 sayfası okunamıyor: ekstre biçimini belirleyin ya da ekstreyi tek başına kaydedin.',
  uneven_rows: 'Satırda ötekilerden farklı sayıda hücre var. Tablonun başlık satırını da kopyalayın.',
  no_dates: 'Yalnızca tarih bulunan sütun yok. Tablonun başlık satırını da kopyalayın.',
  several_dates: 'Birkaç sütunda tarih var. Tablonun başlık satırını da kopyalayın.',
  no_amounts: 'Yalnızca iki ondalıklı tutar bulunan sütun yok. Tablonun başlık satırını da kopyalayın.',
  several_amounts: 'İkiden çok sütunda tutar var. Tablonun başlık satırını da kopyalayın.',
  unclear_balance:
    'İki sütunda tutar var; hangisinin bakiye olduğu belli değil. Tablonun başlık satırını da kopyalayın.',
  several_directions: 'Birkaç sütunda giriş/çıkış var. Tablonun başlık satırını da kopyalayın.',
  unclear_direction:
    'Tutarda eksi yok, $1 sütununda ise $2 yazıyor: çıkan para mı? Dosyada sütunun adını “Borç/Alacak” yapın veya ekstre biçimini belirleyin.',
  unclear_state:
    '$1 sütununda $2 yazıyor: hareket kesinleşmemiş mi? Dosyada sütunun adını “Durum” yapın veya ekstre biçimini belirleyin.',
  unclear_iban:
    '$1 sütununda $2 yazıyor: gönderenin mi, sizin hesabınız mı? Dosyada sütunun adını “Karşı IBAN” ya da “Hesap IBAN” yapın veya ekstre biçimini belirleyin.',
  // The account of a file.
  unknown_account:
    'Dosyadaki $1 hesabı banka hesapları arasında yok. Sizinse önce bankasına ekleyin ya da bilinmeyen hesapların ekstrelerini dışarıda bırakın.',
  unknown_number:
    'Dosyadaki $1 hesabı banka hesapları arasında yok. Sizinse önce bankasına ekleyin, hangi hesap olduğunu seçin ya da bilinmeyen hesapların ekstrelerini dışarıda bırakın.',
  not_chosen: 'Dosyadaki $1 hesabı seçilen hesap değil ve banka hesapları arasında da yok.',
  all_unknown: 'Dosyadaki ekstrelerin hiçbiri banka hesaplarından birine ait değil.',
  no_account: 'Dosyada hesap yazmıyor. Hangi hesabın dosyası olduğunu seçin.',
  several_accounts: 'Dosyadaki hesap numarası $1 birkaç hesaba uyuyor. Hangi hesap olduğunu seçin.',
  other_account: 'Dosya, seçilenden başka bir hesaba ait. Dosyanın hesabını seçin.',
  // What is missing.
  no_date: 'Tarih yok.',
  no_element: '<$1> yok ya da boş. Bankadan eksiksiz bir dosya isteyin.',
  no_opening: 'Ekstrede açılış bakiyesi (:60F:) yok. Bankadan eksiksiz bir dosya isteyin.',
  no_closing: 'Ekstrede kapanış bakiyesi (:62F:) yok. Bankadan eksiksiz bir dosya isteyin.',
  // Limits.
  file_too_large: 'Dosya $1 bayttan büyük: daha kısa dönemler indirin.',
  report_too_large: 'Dosya çok büyük (sınır $1 bayt). Bankadan her ödeme dosyası için ayrı rapor isteyin.',
  too_much_memory: 'Dosya çok bellek istiyor: daha kısa dönemler ya da CSV indirin.',
  text_too_long: 'Metin $1 karakterden uzun: dosya yükleyin.',
  cell_too_long: 'Bir metin $1 karakterden uzun. Bankadan doğru bir dosya isteyin.',
  row_too_long: 'Satır bir tablo için çok uzun; belki bir tırnak kapanmamış.',
  token_too_long: 'Dosyada tek bir öğe $1 karakterden uzun. Bankadan doğru bir dosya isteyin.',
  entry_too_long: 'Bir hareketin alanları $1 karakterden uzun. Bankadan doğru bir dosya isteyin.',
  many_balances: 'Ekstrede $1 bakiyeden fazlası var. Bankadan doğru bir dosya isteyin.',
  many_sheets: 'Excel dosyasında $1 sayfadan fazlası var: yalnızca ekstreyi bırakın.',
  many_parts: 'Excel dosyası alışılmadık: CSV olarak kaydedin.',
  unpacked_too_large: 'Excel dosyası çok büyük: CSV olarak kaydedin.',
  many_lines: 'Dosyada $1 hareketten fazlası var: daha kısa dönemler indirin.',
  many_payments: 'Dosyada $1 ödemeden fazlası var. Bankadan her ödeme dosyası için ayrı rapor isteyin.',
  many_transactions: 'Dosyada $1 işlemden fazlası var. Bankadan her ödeme dosyası için ayrı rapor isteyin.',
  many_reasons: 'Bir yerde $1 nedenden fazlası var. Bankadan her ödeme dosyası için ayrı rapor isteyin.',
  many_statements: 'Dosyada $1 ekstreden fazlası var: daha kısa dönemler indirin.',
  too_deep: 'Dosyada $1 düzeyden fazlası iç içe; hiçbir banka dosyasında olmaz.',
  too_slow: 'Dosyayı okumak çok uzun sürüyor: daha kısa dönemler ya da CSV indirin.',
  // The form of the file.
  doctype: 'Dosyada DOCTYPE var. Bankadan onsuz bir dosya isteyin.',
  sheet_doctype: 'Excel dosyasında DOCTYPE var: CSV olarak kaydedin.',
  damaged: 'Dosya bozuk: yeniden indirin.',
  sheet_damaged: 'Excel dosyası bozuk: yeniden indirin ya da CSV olarak kaydedin.',
  not_storable: 'Dosyada geçersiz bir değer var. Bankadan doğru bir dosya isteyin.',
  protected: 'Excel dosyası şifreli: şifresiz kaydedin.',
  no_well_formed: 'XML dosyası bozuk. Bankadan yeniden indirin.',
  several_documents:
    'Dosyada arka arkaya birkaç XML belgesi var: her birini “<?xml” satırından başlayarak ayrı dosya yapın.',
  several_reports: 'Dosyada birkaç rapor var: her <Document> bölümünü ayrı dosya olarak kaydedip yükleyin.',
  unknown_encoding: 'Dosyanın kodlaması ($1) okunamıyor. UTF-8 olarak kaydedin.',
  other_encoding: 'Dosyada $1 kodlamasına uymayan baytlar var. Bankadan yeniden indirin.',
  element_twice: '<$1> aynı yerde iki kez geçiyor. Bankadan doğru bir dosya isteyin.',
  in_balance: '$1 bakiyesi okunamıyor. Bankadan doğru bir dosya isteyin.',
  late_header: 'Hesap ya da açılış bakiyesi hareketlerden sonra geliyor.',
  entry_outside: ':61: alanı bir ekstrenin dışında: önünde :20: yok. Bankadan eksiksiz bir dosya isteyin.',
  entry_behind: ':61: alanı kapanış bakiyesinden sonra geliyor. Bankadan eksiksiz bir dosya isteyin.',
  field_twice:
    ':$1: alanı ekstrede ikinci kez ya da ilk hareketten sonra geçiyor. Bankadan eksiksiz bir dosya isteyin.',
  open_quote: 'Bir tırnak işareti kapanmıyor: satırı düzeltin ya da XLSX olarak kaydedin.',
  bad_quotes:
    'Tırnak işaretleri yüzünden satır hücrelere ayrılamıyor: satırı düzeltin ya da XLSX olarak kaydedin.',
  many_cells: 'Satırda $1 hücreden fazlası var.',
  other_width: 'Satırda $1, başlıkta $2 hücre var: hücreleri sekmeyle ayırın ya da XLSX olarak kaydedin.',
  cut_row: 'Dosya bu satırda kesiliyor: $1 hücre var, diğer satırlarda en az $2. Dosyayı yeniden indirin.',
  // Several accounts or sections in one table.
  several_tables:
    '$1 sütununda birkaç hesap var: her hesabı ayrı indirin ya da bunlar karşı hesaplarsa sütunu ekstre biçiminde atayın.',
  named_between:
    'Dosyada birkaç hesap ya da bölüm var: hareketlerin arasındaki bir satırda $1 yazıyor. Her birini ayrı indirin.',
  pending_between: 'Dosyada birkaç bölüm var: $1 altındakiler kesinleşmemiş. Kesinleşenleri ayrı indirin.',
  lines_above:
    'Satır başlığın üstünde; harekette olduğu gibi tarih ve tutar var. Bütün hareketleri tek başlığın altına koyun ya da bölümleri ayrı indirin.',
  header_between:
    'Dosyada birkaç bölüm var: ikinci başlığın sütunları ilkinden farklı. Her birini ayrı indirin.',
  text_between:
    'Dosyada birkaç hesap ya da bölüm var: hareketlerin arasında $1 yazıyor. Her birini ayrı indirin.',
  pending_table: '$1 altındakiler kesinleşmemiş. Onları çıkarın, kesinleşenleri ayrı indirin.',
  // Amounts.
  no_amount: 'Tutar yok.',
  sum_as_line: '$1 bir toplam ya da bakiye, ama hareketin tutar sütununda. Satırı dosyadan çıkarın.',
  no_number: '$1 bir sayı değil.',
  unknown_mark: '$1: bilinmeyen bir para birimi işareti var.',
  several_signs: '$1: birden çok işaret var.',
  unclear_decimals:
    '$1 hem binlik hem üç ondalık olarak okunabilir: ondalık işareti belli olan bir ekstre biçimi seçin.',
  no_comma_amount: '$1, ondalık virgülüyle yazılmış bir tutar değil.',
  no_point_amount: '$1, ondalık noktasıyla yazılmış bir tutar değil.',
  no_decimal_amount: '$1, iki ondalıklı bir tutar değil.',
  many_decimals: '$1: ikiden çok ondalık var.',
  huge_amount: '$1 tutar olamayacak kadar büyük.',
  amount_is_date: 'Tablo programı tutarı tarihe çevirmiş: dosyayı bankanın verdiği gibi kullanın.',
  above_payments: 'Tutar $1 üstünde; hiçbir ödeme bu kadar olmaz. Bankadan doğru bir dosya isteyin.',
  bad_element_amount: '<$1> alanındaki $2, 1250.50 gibi bir tutar değil.',
  bad_entry_amount:
    ':61: alanında 1234,56 gibi bir tutar ve ardından NTRF gibi bir tür olmalı; $1 yazıyor. Bankadan doğru bir dosya isteyin.',
  bad_balance_amount:
    ':$1: alanındaki bakiye C261122EUR1234,56 gibi olmalı. Bankadan doğru bir dosya isteyin.',
  // Currencies.
  unknown_currency: '$1 bir ISO 4217 para birimi değil.',
  several_currencies: 'Dosyada birkaç para birimi var: $1. Her hesabı ayrı indirin.',
  no_currency:
    'Dosyada para birimi yazmıyor. Başlığa yazın, örneğin “Tutar (TRY)”, ya da para birimi belli olan bir ekstre biçimi seçin.',
  bad_element_currency: '<$1> alanındaki para birimi $2; EUR gibi üç büyük harf olmalı.',
  no_field_currency:
    ':60F: alanında (MT942: :34F:) hesabın para birimi yazmalı, örneğin EUR. Bankadan doğru bir dosya isteyin.',
  other_balance_currency:
    ':$1: alanındaki bakiye açılış bakiyesinin para biriminde olmalı. Bankadan doğru bir dosya isteyin.',
  // Dates.
  bad_value_date: '$1 bir valör tarihi değil.',
  bad_date: '$1, $2 biçiminde bir tarih değil.',
  several_meanings: 'Tarihler birkaç anlama geliyor ($1, $2). Tablonun başlık satırını da kopyalayın.',
  unclear_days:
    'Her tarih hem $1 hem $2 olarak okunabiliyor. Tarih biçimi belli olan bir ekstre biçimi seçin.',
  days_from_1904: 'Excel dosyası günleri 1904’ten sayıyor: CSV olarak kaydedin.',
  bad_element_day: '<$1> alanındaki $2, 2026-11-22 gibi bir gün değil.',
  bad_entry_value_date:
    ':61: alanı YYAAGG biçiminde valör tarihiyle başlamalı; $1 yazıyor. Bankadan doğru bir dosya isteyin.',
  bad_entry_date:
    ':61: alanında valörden sonra AAGG biçiminde kayıt tarihi olmalı; $1 yazıyor. Bankadan doğru bir dosya isteyin.',
  bad_balance_date:
    ':$1: alanındaki bakiyede YYAAGG biçiminde bir gün olmalı. Bankadan doğru bir dosya isteyin.',
  // Directions and states.
  sign_contradicts: 'Tutarın işareti ile giriş/çıkış sütunu çelişiyor: ekstre biçimini düzeltin.',
  unclear_sign:
    'Tutar işaretsiz, başka tutarlarda ise artı var: bu çıkan para mı? Her çıkan tutarın önüne eksi yazın veya giriş/çıkış sütunu olan bir ekstre biçimi seçin.',
  columns_contradict: 'Borç ve alacak sütunları çelişiyor: biri boş ya da sıfır olmalı.',
  unknown_direction: '$1 giriş ya da çıkış demek değil. Bilinenler: $2.',
  no_direction:
    'Başlık olmadan giren ile çıkan para ayırt edilemez: tutarların önüne + ya da - yazın veya başlık satırını da kopyalayın.',
  bad_element_direction: '<$1> alanında $2 yazıyor. CRDT ya da DBIT olmalı.',
  bad_entry_direction:
    ':61: alanında tarihlerden sonra C, D, RC ya da RD olmalı; $1 yazıyor. Bankadan doğru bir dosya isteyin.',
  unclear_status:
    '$1: hareketin kesinleşip kesinleşmediği belli değil. Ekstre biçiminde kesinleşmiş ya da kesinleşmemiş hareketin sözcüklerine ekleyin.',
};
