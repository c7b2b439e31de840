import type { Texts } from './types.ts';

export const tr: Texts = {
  language: 'Türkçe',
  languages: 'Dil',
  service: 'Banka havalesi',
  merchant: 'İşyeri',
  payTo: 'Ödeme yapılan işyeri',
  amount: 'Tutar',
  timeLeft: 'Kalan süre',
  howTo: 'Bankanızın uygulamasından tam bu tutarı tek seferde bu hesaba gönderin.',
  iban: 'IBAN',
  accountName: 'Alıcı adı (hesap sahibi)',
  belongs: 'Bu hesap {} adına tahsilat yapar. Alıcı adı olarak işyerini değil, hesap sahibini yazın.',
  description: 'Açıklama (referans)',
  descriptionHint: () => 'Transferin açıklama alanına bu kodu yazın.',
  bank: 'Banka',
  from: 'Parayı {} adına kayıtlı bir hesaptan gönderin. Başkasının hesabından gelen para iade edilebilir.',
  copy: 'Kopyala',
  markSent: 'Parayı gönderdim',
  sent: {
    title: 'Transferinizi arıyoruz',
    text: 'Bu sayfayı kapatabilirsiniz. Sayfa kendiliğinden güncellenir; aynı bağlantıda ödemenin son durumunu görürsünüz.',
    duration: (currency) =>
      currency === 'TRY'
        ? 'FAST ve banka içi havaleler genellikle birkaç dakikada ulaşır. Mesai saatleri dışında gönderilen EFT bir sonraki iş günü ulaşır.'
        : 'Anlık transferler genellikle birkaç dakikada, diğerleri en geç bir sonraki iş günü ulaşır.',
    until: 'Transferinizi {} tarihine kadar ararız.',
  },
  account: 'Parayı gönderdiğiniz hesap',
  cancel: 'Ödemeyi iptal et',
  cancelSent: 'Göndermedim: ödemeyi iptal et',
  cancelQuestion: {
    title: 'Bu ödeme iptal edilsin mi?',
    text: 'İptalden sonra göndereceğiniz para siparişinizle eşleştirilmez. Parayı gönderdiyseniz iptal etmeyin.',
  },
  cancelYes: 'Evet, iptal et',
  cancelNo: 'Ödemeye devam et',
  update: 'Yenile',
  codes: {
    page: 'Bu sayfayı telefonunuzda açın',
    epc: 'Ödemek için bankanızın uygulamasıyla okutun',
  },
  outcomes: {
    successful: {
      title: 'Ödeme alındı',
      text: 'Para hesaba geçti. Yapmanız gereken başka bir şey yok; bu sayfayı kapatabilirsiniz.',
    },
    unsuccessful: {
      title: 'Ödeme tamamlanmadı',
      text: 'Bu ödeme gerçekleşmedi. Lütfen bu ödeme için para göndermeyin. Gönderdiyseniz aşağıdaki numaraları işyerine bildirin.',
    },
    expired: {
      title: 'Ödeme süresi doldu',
      text: 'Lütfen bu ödeme için artık para göndermeyin; işyerinde yeni bir ödeme başlatabilirsiniz. Parayı gönderdiyseniz aşağıdaki numaraları işyerine bildirin.',
    },
    cancelled: {
      title: 'Ödeme iptal edildi',
      text: 'Lütfen bu ödeme için artık para göndermeyin. İşyerinde yeni bir ödeme başlatabilirsiniz.',
    },
  },
  outcomesIfSent: {
    unsuccessful: {
      title: 'Ödeme tamamlanmadı',
      text: 'Parayı gönderdiğinizi bildirdiniz, ancak bu ödeme gerçekleşmedi. Aşağıdaki numaraları işyerine bildirin.',
    },
    expired: {
      title: 'Transferinizi henüz bulamadık',
      text: 'Bu ödemenin süresi doldu, ancak gönderdiğiniz para kaybolmaz: hesaba geçtiğinde ödemenizle eşleştirilebilir. Aşağıdaki numaraları işyerine bildirin.',
    },
    cancelled: {
      title: 'Ödeme iptal edildi',
      text: 'Parayı gönderdiğinizi bildirdiniz. Para hesabınızdan çıktıysa aşağıdaki numaraları işyerine bildirin.',
    },
  },
  less: {
    title: 'İstenenden az para geldi',
    text: '{} eksik. Kalan tutarı nasıl ödeyeceğinizi işyerine sorun.',
  },
  more: {
    title: 'Ödeme alındı',
    text: 'İstenenden {} fazla geldi. Fazla tutar için işyerine başvurun.',
  },
  receipt: {
    received: 'Gelen tutar',
    requested: 'İstenen tutar',
    missing: 'Eksik',
    tooMuch: 'Fazla',
    payer: 'Ödeyen',
    reason: 'Neden',
    createdAt: 'Oluşturulma tarihi',
    receivedAt: 'Ödeme tarihi',
    endedAt: 'Sona erme tarihi',
    reference: 'Referans',
    transactionId: 'Ödeme numarası',
    processId: 'İşyeri işlem numarası',
  },
  back: '{} sitesine dön',
  print: 'Yazdır',
  printReceipt: 'Makbuzu yazdır',
  notFound: {
    title: 'Bu ödeme bağlantısı çalışmıyor',
    text: 'Bağlantı eksik olabilir. Bağlantıyı aldığınız yere dönüp oradan yeniden açın.',
  },
  tooMany: {
    title: 'Çok fazla deneme',
    text: 'Lütfen bir dakika bekleyin, sonra ödeme bağlantınızı yeniden açın.',
  },
  unavailable: {
    title: 'Bir şeyler ters gitti',
    text: 'Ödemeniz güvende. Lütfen biraz bekleyin, sonra bu sayfayı yeniden yükleyin.',
  },
  refused: { title: 'İşlem yapılamadı', text: 'Lütfen ödeme bağlantınızı yeniden açın.' },
  live: {
    copied: 'Kopyalandı',
    copyByHand: 'Seçildi: şimdi kopyalayın',
    timeOver: 'Süre doldu',
    reconnecting: 'Bağlantı koptu. Yeniden bağlanılıyor …',
    connected: 'Yeniden bağlanıldı.',
    failed: 'İşlem yapılamadı. Lütfen yeniden deneyin.',
    sent: 'Kaydedildi: parayı gönderdiniz.',
    fiveMinutes: '5 dakikadan az kaldı. Parayı gönderdiyseniz şimdi bildirin.',
    oneMinute: '1 dakikadan az kaldı. Parayı gönderdiyseniz şimdi bildirin.',
    until: 'son ödeme: {}',
  },
};
