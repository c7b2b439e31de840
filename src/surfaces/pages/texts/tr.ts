import type { Texts } from './en.ts';

export const tr: Texts = {
  language: 'Türkçe',
  languages: 'Dil',
  service: 'Banka transferi',
  merchant: 'İşyeri',
  payTo: 'Ödeme yapılan işyeri',
  amount: 'Tutar',
  timeLeft: 'Kalan süre',
  howTo: 'Bankanızın uygulamasından tam bu tutarı tek seferde bu hesaba gönderin.',
  iban: 'IBAN',
  accountName: 'Alıcı adı (hesap sahibi)',
  belongs: 'Bu hesap {} adına tahsilat yapar. Alıcı adı olarak işyerini değil, hesap sahibini yazın.',
  description: 'Açıklama (referans)',
  descriptionHint: () => 'Açıklama alanına yalnızca bu kodu yazın. Ödemenizi bulmamızı kolaylaştırır.',
  bank: 'Banka',
  howToFrom: 'Tam bu tutarı {} adına kayıtlı bir hesaptan tek seferde gönderin.',
  otherPayer: {
    hold: 'Başkasının hesabından gelen para önce kontrol edilir ve iade edilebilir.',
    accept: 'Başkasının hesabından gönderirseniz ödemeniz yalnızca açıklamadaki kodla bulunur.',
  },
  partlyPaid: {
    title: 'Paranın bir kısmı hesaba geçti',
    text: 'Gelen tutar: {}. Kalan tutarı aynı hesaba, açıklamaya aynı kodu yazarak gönderin.',
    rest: 'Kalan tutar',
  },
  arrived: {
    title: 'Paranız hesaba geçti',
    text: 'Ödemeniz kontrol ediliyor. Başka para göndermeyin; onaylandığında bu sayfada görürsünüz.',
  },
  payUntil: 'Son ödeme zamanı: {}',
  copy: 'Kopyala',
  markSent: 'Parayı gönderdim',
  sent: {
    title: 'Ödemeniz kontrol ediliyor',
    noted: 'Bildiriminiz alındı',
    text: 'Bu sayfayı kapatabilirsiniz. Ödemenin son durumunu dilediğiniz zaman aynı bağlantıda görürsünüz.',
    duration: (currency) =>
      currency === 'TRY'
        ? 'FAST ve havale genellikle birkaç dakika içinde hesaba geçer. Mesai saatleri dışında yapılan EFT bir sonraki iş günü hesaba geçer.'
        : 'Anlık transferler genellikle birkaç dakika içinde, diğerleri genellikle bir sonraki iş gününe kadar hesaba geçer.',
    until: 'Ödeme süresi dolsa da ödemenizi kontrol etmeye devam ederiz. Son tarih: {}',
  },
  account: 'Parayı gönderdiğiniz hesap',
  cancel: 'Ödemeyi iptal et',
  cancelSent: 'Göndermedim: ödemeyi iptal et',
  cancelQuestion: {
    title: 'Bu ödeme iptal edilsin mi?',
    text: 'İptalden sonra gönderdiğiniz para işleminizle eşleşmeyebilir. Parayı gönderdiyseniz iptal etmeyin.',
  },
  cancelYes: 'Evet, iptal et',
  cancelNo: 'Ödemeye devam et',
  cancelNoSent: 'Hayır, iptal etme',
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
      text: 'Bu ödeme gerçekleşmedi. Lütfen bu ödeme için para göndermeyin. Gönderdiyseniz aşağıdaki numaraları ve bankanızın dekontunu işyerine iletin.',
    },
    reversed: {
      title: 'Ödeme onayı geri alındı',
      text: 'Bu ödeme önce onaylandı, sonra onay geri alındı. Nedenini işyerine sorun; aşağıdaki numaraları ve bankanızın dekontunu iletin.',
    },
    expired: {
      title: 'Ödeme süresi doldu',
      text: 'Lütfen bu ödeme için artık para göndermeyin; işyerinde yeni bir ödeme başlatabilirsiniz. Parayı gönderdiyseniz aşağıdaki numaraları ve bankanızın dekontunu işyerine iletin.',
    },
    cancelled: {
      title: 'Ödeme iptal edildi',
      text: 'Lütfen bu ödeme için artık para göndermeyin; işyerinde yeni bir ödeme başlatabilirsiniz. Parayı gönderdiyseniz aşağıdaki numaraları ve bankanızın dekontunu işyerine iletin.',
    },
  },
  outcomesIfSent: {
    unsuccessful: {
      title: 'Ödeme tamamlanmadı',
      text: 'Parayı gönderdiğinizi bildirdiniz, ancak bu ödeme gerçekleşmedi. Aşağıdaki numaraları ve bankanızın dekontunu işyerine iletin.',
    },
    expired: {
      title: 'Ödemeniz henüz hesabımıza ulaşmadı',
      text: 'Bu ödemenin süresi doldu. Para hesaba geçtiğinde ödemenizle yine eşleştirilebilir. Aşağıdaki numaraları ve bankanızın dekontunu işyerine iletin.',
    },
    cancelled: {
      title: 'Ödeme iptal edildi',
      text: 'Parayı gönderdiğinizi bildirdiniz. Para hesabınızdan çıktıysa aşağıdaki numaraları ve bankanızın dekontunu işyerine iletin.',
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
    payer: 'Gönderen',
    reason: 'Gerekçe',
    createdAt: 'Oluşturulma tarihi',
    confirmedAt: 'Onay tarihi',
    endedAt: 'Sona erme tarihi',
    reference: 'Referans',
    transactionId: 'Ödeme numarası',
    processId: 'İşyeri işlem numarası',
  },
  back: '{} sitesine dön',
  print: 'Yazdır',
  printReceipt: 'Makbuzu yazdır',
  test: {
    title: 'Bu bir testtir.',
    text: 'Para göndermeyin: böyle bir hesap yoktur ve hiçbir ödeme yapılmaz.',
    controls: 'Testin sonucunu seçin',
    settle: 'Ödeme alındı',
    reject: 'Ödeme reddedildi',
    expire: 'Süre doldu',
  },
  notFound: {
    title: 'Bu ödeme bağlantısı çalışmıyor',
    text: 'Bağlantı eksik olabilir. Bağlantıyı aldığınız yere dönüp oradan yeniden açın.',
  },
  tooMany: {
    title: 'Çok fazla deneme',
    text: 'Lütfen bir dakika bekleyin, sonra ödeme bağlantınızı yeniden açın.',
  },
  unavailable: {
    title: 'Bir sorun oluştu',
    text: 'Ödemenizi şu anda gösteremiyoruz. Lütfen biraz bekleyin, sonra bu sayfayı yeniden yükleyin. Parayı gönderdiyseniz yeniden göndermeyin.',
  },
  refused: { title: 'İşlem yapılamadı', text: 'Lütfen ödeme bağlantınızı yeniden açın.' },
  live: {
    copied: 'Kopyalandı',
    selected: 'Seçildi',
    copyByHand: 'Seçildi: şimdi kopyalayın',
    timeOver: 'Süre doldu',
    over: 'Süre doldu. Lütfen artık para göndermeyin.',
    reconnecting: 'Bağlantı koptu. Yeniden bağlanılıyor …',
    connected: 'Yeniden bağlanıldı.',
    failed: 'İşlem yapılamadı. Lütfen yeniden deneyin.',
    sent: 'Bildiriminiz alındı.',
    fiveMinutes: '5 dakikadan az kaldı. Parayı gönderdiyseniz şimdi “Parayı gönderdim” düğmesine basın.',
    oneMinute: '1 dakikadan az kaldı. Parayı gönderdiyseniz şimdi “Parayı gönderdim” düğmesine basın.',
    until: 'son ödeme saati: {}',
  },
};
