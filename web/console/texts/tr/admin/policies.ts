import type { AdminTexts } from '../../types.ts';

export const policies: AdminTexts['policies'] = {
  what: 'eşleştirme ayarı',
  button: 'Eşleştirme',
  buttonOfDesk: 'Tüm işyerlerinin eşleştirmesi',
  titleOf: (name) => `Ödeme eşleştirme: ${name}`,
  titleOfDesk: 'Ödeme eşleştirme: kendi seçimi olmayan tüm işyerleri',
  about:
    'Kullanıcının kendisinden gelen, referansı doğru ve tutarı tam olan ödeme kendiliğinden onaylanır. Başka hangilerinin onaylanacağını seçin. Kaydedince bekleyen hareketler yeniden eşleştirilir.',
  aboutDesk:
    'Kendi seçimi olmayan her işyeri için geçerlidir. Kaydedince bekleyen hareketler yeniden eşleştirilir.',
  gone: 'Bu işyeri artık yok.',
  ofDesk: 'Bu işyeri şimdiye kadar tüm işyerleri için yapılan seçime uyuyor.',
  followDesk: 'Yeniden tüm işyerlerinin seçimine uy',
  strictAgain: 'Yeniden tam olmayan her ödemeyi beklet',
  underpaid: 'İstenenden az',
  overpaid: 'İstenenden çok',
  tolerance: 'Şu farka kadar onaylanır',
  toleranceHint: 'Tutar, en çok 1000. Boş bırakırsanız fark kabul edilmez. Gelen tutar işlenir.',
  perMille: 'Ya da tutarın binde kaçına kadar',
  perMilleHint: '0 ile 100 arası. Büyük olan geçerlidir; hiçbir zaman yatırmanın onda birini geçmez.',
  beyond: 'Daha büyük fark',
  differences: { hold: 'operatörü bekler', return: 'gönderene iade edilecek' },
  late: 'Süre bitiminden sonra gelen tam tutar',
  lateHint: 'Yalnızca sistemin izin verdiği ek sürede kabul edilir; varsayılan üç gündür.',
  lates: {
    hold: 'operatörü bekler',
    accept: 'kabul edilir ve yatırmayı düzeltir',
    return: 'gönderene iade edilecek',
  },
  otherPayer: 'Adı kullanıcıya uymayan gönderen',
  otherPayerHint:
    'Gönderen, aynı tutarda bekleyen başka bir yatırmanın kullanıcısı olabilirse hiçbir zaman kabul edilmez.',
  otherPayers: { hold: 'operatörü bekler', accept: 'kabul edilir' },
  saved: (lines) =>
    lines === 0
      ? 'Eşleştirme kaydedildi.'
      : `Eşleştirme kaydedildi; bekleyen ${lines} hareket yeniden eşleştiriliyor.`,
};
