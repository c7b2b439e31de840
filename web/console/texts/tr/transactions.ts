import type { Texts } from '../types.ts';

/** The ablative of an amount. That of other currencies depends on how their names are read. */
const from = (amount: string) => (amount.endsWith('TL') ? "'den" : ' tutarından');

export const transactions: Texts['transactions'] = {
  actions: {
    settle: {
      label: 'Onayla',
      done: 'Onaylandı',
      about: {
        deposit: 'Para hesabımıza geçti. İşyerine başarılı olarak bildirilir.',
        withdrawal: 'Para alıcıya gönderildi. İşyerine başarılı olarak bildirilir.',
      },
    },
    reject: {
      label: 'Reddet',
      done: 'Reddedildi',
      about: {
        deposit: 'Para hesabımıza geçmedi. İşyerine başarısız olarak bildirilir.',
        withdrawal: 'Para gönderilemiyor. İşyerine başarısız olarak bildirilir.',
      },
    },
    cancel: {
      label: 'İşyerinin isteğiyle iptal et',
      done: 'İşyerinin isteğiyle iptal edildi',
      about: {
        deposit: 'İşyeri yatırma işleminden vazgeçti. Kendisine başarısız olarak bildirilir.',
        withdrawal: 'İşyeri çekim işleminden vazgeçti. Kendisine başarısız olarak bildirilir.',
      },
    },
    reverse: {
      label: 'İade olarak işaretle',
      done: 'İade olarak işaretlendi',
      about: {
        deposit: 'Para gönderene iade edildi. İşyerine başarısız olarak bildirilir.',
        withdrawal: 'Para geri geldi. İşyerine başarısız olarak bildirilir.',
      },
    },
    correct: {
      label: 'Düzelt',
      done: 'Düzeltildi',
      about: {
        deposit: 'Para sonradan geldi. İşyerine başarılı olarak bildirilir.',
        withdrawal: 'Para aslında gönderildi. İşyerine başarılı olarak bildirilir.',
      },
    },
  },
  paidOut: { label: 'Ödedim', done: 'Ödendi' },
  paidFrom: 'Gönderen hesap',
  chooseAccount: 'Hesabı seçin',
  paidFromProblem: 'Paranın çıktığı hesabı seçin.',
  bankReference: 'FAST/EFT sorgu no',
  bankReferenceOptional: 'FAST/EFT sorgu no (isteğe bağlı)',
  bankReferenceProblem: 'Bankanın transfere verdiği sorgu numarasını yazın.',
  titleOf: (label, type, amount) => `${label}: ${type} ${amount}`,
  finalAmount: (currency) => (currency ? `Gerçekleşen tutar (${currency})` : 'Gerçekleşen tutar'),
  amountProblem: 'Tutarı en fazla iki kuruş hanesiyle yazın; örneğin 1.250,50 ya da 1250,5.',
  reason: 'Gerekçe',
  reasonOptional: 'Gerekçe (isteğe bağlı)',
  reasonProblem: 'Bir gerekçe yazın. Geçmişte saklanır.',
  reasonSent: 'İşyerine gönderilir.',
  withAmount: (label, amount) => `${amount} ile ${label.toLocaleLowerCase('tr')}`,
  done: (done, amount, party) => `${done}: ${amount} · ${party}`,
  unusual: {
    less: (paid, difference, asked) =>
      `Girilen tutar ${paid}, istenen ${asked}${from(asked)} ${difference} eksik.`,
    more: (paid, difference, asked) =>
      `Girilen tutar ${paid}, istenen ${asked}${from(asked)} ${difference} fazla.`,
    beyondLimits: 'Tutar, bankanın işlem limitlerinin dışında.',
    compare: 'Tutarı banka hareketiyle karşılaştırın. Doğruysa onaylayın, yanlışsa düzeltin.',
  },
  outdated: {
    own: 'Bu işlemi siz zaten sonuçlandırdınız.',
    faster: 'Bu işlemi başkası sonuçlandırdı.',
    isNow: 'Şu anki durum:',
    withAmount: (amount) => `· tutar ${amount}`,
    since: '· karar zamanı',
    by: (actor) => `karar veren: ${actor}`,
  },
  reasons: {
    cancelled_by_client: 'işyeri iptal etti',
    cancelled_by_payer: 'gönderen iptal etti',
    expired: 'süresi doldu',
    rejected_by_operator: 'operatör reddetti',
    reversed: 'iade edildi',
  },
  changes: {
    settle: 'onaylandı',
    reject: 'reddedildi',
    cancel: 'iptal edildi',
    expire: 'süresi doldu',
    reverse: 'iade edildi',
    correct: 'düzeltildi',
  },
  actors: {
    payer: 'gönderen',
    client: 'işyeri',
    operator: 'operatör',
    reconciliation: 'mutabakat',
    service: 'sistem',
    test: 'test',
  },
  planned: (status) => `Birkaç saniye içinde ${status} olacak`,
  plannedBy: (plan, by) => `${plan}, karar veren: ${by}`,
  changedBy: (change, actor) => `${change} · ${actor}`,
  undo: {
    label: 'Geri al',
    undone: (what) => `Geri alındı: ${what}`,
    undoneMany: (count) => `${count} karar geri alındı`,
    nothing: 'Geri alınabilecek karar yok.',
    failed: (what, why) => `Geri alınamadı: ${what}. ${why}`,
  },
  ended: {
    expired: 'süresi doldu',
    cancelled: 'iptal edildi',
    rejected: 'reddedildi',
    reversed: 'iade edildi',
  },
  many: {
    title: (count) => `${count} yatırma işlemini onayla`,
    about: 'Her biri istenen tutarla onaylanır. İşyerlerine başarılı olduğu bildirilir.',
    confirm: (count) => `${count} işlemi onayla`,
    done: (count, sum) => `${count} işlem onaylandı: ${sum}`,
    partly: (count) => `${count} işlem onaylanmadı`,
    partlyHint: 'Bu işlemler siz bakarken değişti ya da sizin yetkinizde değil. Her birine yeniden bakın.',
  },
  claim: {
    free: 'Bu çekimi henüz kimse ödemiyor.',
    mine: (until) => `Bu çekimi siz ödüyorsunuz. Süre sonu: ${until}`,
    other: (holder, since) => `${holder} ödüyor. Başlangıç: ${since}`,
    past: (holder, until) => `${holder} bu çekimi ${until} saatine kadar ödüyordu. Ödemeden önce ona sorun.`,
    minePast: (until) =>
      `Bu çekimi ${until} saatine kadar siz ödüyordunuz. Yeniden ödemeden önce bankadan kontrol edin.`,
    mineSent: (at) => `Bu çekimi siz ödüyorsunuz. Bankaya gönderildi: ${at}`,
    sentAt: (at) => `Bankaya gönderildi: ${at}`,
    ending: (until) => `Süreniz ${until} saatinde doluyor. Ödemeye devam ediyorsanız uzatın.`,
    endsSoon: (amount, party, until) =>
      `${amount} · ${party} çekimi için süreniz ${until} saatinde doluyor. Uzatmak için açın.`,
    keep: 'Süreyi uzat',
    markSentLabel: 'Bankaya gönderildi',
    markedSent: 'Bankaya gönderildi olarak işaretlendi. Süresi kendiliğinden dolmaz.',
    sayPaid: 'Çekim tek tuşla onaylanmaz. Açın ve hangi hesaptan ödediğinizi yazın.',
    pay: 'Ödemeye başla',
    release: 'Ödemeyi bırak',
    takeOver: 'Devral',
    takeOverTitle: 'Bu çekim devralınsın mı?',
    takeOverAbout: (holder) =>
      `${holder} parayı göndermiş olabilir. Devralmadan önce sorun; para iki kez gönderilmesin.`,
    takeOverTick: (holder) => `Sordum: ${holder} ödemedi`,
    markPast: (holder) => `${holder} ödüyordu`,
    markMinePast: 'siz ödüyordunuz',
    markSent: (holder) => `${holder} bankaya gönderdi`,
    markMineSent: 'bankaya gönderdiniz',
    markMine: 'siz ödüyorsunuz',
    markOther: (holder) => `${holder} ödüyor`,
    claimed: 'Bu çekimi artık siz ödüyorsunuz. Başkaları bunu görür ve onaylayamaz.',
    released: 'Bu çekimi artık kimse ödemiyor. Daha önce sizin üstlendiğinizi başkaları görür.',
  },
  blacklisted: {
    mark: 'kara listede',
    about: 'Kullanıcı, ad ya da IBAN kara listede. Bu işlem onaylanamaz ve ödenemez.',
    clear: 'Engeli kaldır',
    clearAbout:
      'İşlem bundan sonra onaylanabilir ya da ödenebilir. Gerekçeniz not olarak eklenir. Kara listeye sonra eklenen kayıtlar işlemi yeniden durdurur.',
  },
  problems: {
    error_not_claimed: 'Çekimi yalnızca ödeyen kişi onaylar. Önce p ile üstlenin, ödeyin, sonra bildirin.',
    error_transaction_blacklisted: 'İşlem kara listede. Ayrıntılarında engeli kaldırın ya da reddedin.',
    error_claimed: 'Bu çekimi başka bir operatör ödüyor. Ona sorun ya da işlemi açıp devralın.',
    error_undo_too_late: 'İşyerine bildirildi, artık geri alınamaz.',
    error_transaction_not_found: 'Bu işlem no ile kayıt yok. Bağlantı eksik olabilir.',
    error_stale_sequence: 'İşlem siz bakarken değişti. Karar vermeden önce yeniden bakın.',
    error_transition_not_allowed: 'İşlem siz bakarken sonuçlandı. Yeniden bakın.',
    error_rate_limited: 'Kısa sürede çok fazla istek gönderildi. Biraz bekleyip tekrar deneyin.',
    error_unavailable: 'Sistem meşgul ya da yeniden başlıyor. Biraz bekleyip tekrar deneyin.',
    not_authorized: 'Bu işlem için yetkiniz yok.',
  },
};
