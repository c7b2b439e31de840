import type { Texts } from '../en.ts';

export const transactions: Texts['transactions'] = {
  actions: {
    settle: {
      label: 'Onayla',
      done: 'Onaylandı',
      about: 'Para hesaba geçti ya da gönderildi. İşyerine başarılı olduğu bildirilir.',
    },
    reject: {
      label: 'Reddet',
      done: 'Reddedildi',
      about: 'Para gelmedi ya da gönderilemiyor. İşyerine başarısız olduğu bildirilir.',
    },
    cancel: {
      label: 'Müşteri adına geri çek',
      done: 'Müşteri adına geri çekildi',
      about: 'Müşteri işlemden vazgeçti ve geri çekmenizi istedi. İşyerine başarısız olduğu bildirilir.',
    },
    reverse: {
      label: 'İade edildi',
      done: 'İade olarak işaretlendi',
      about: 'Para geri gitti. İşyerine işlemin sonradan başarısız olduğu bildirilir.',
    },
    correct: {
      label: 'Düzelt',
      done: 'Düzeltildi',
      about: 'Para geç geldi ya da işlem yanlışlıkla reddedildi. İşyerine başarılı olduğu bildirilir.',
    },
  },
  titleOf: (label, type, amount) => `${label}: ${type} ${amount}`,
  finalAmount: 'Gerçekleşen tutar',
  finalAmountIn: (currency) => `Gerçekleşen tutar (${currency})`,
  amountProblem: 'En çok iki ondalıklı bir tutar yazın; örneğin 1.250,50 ya da 1250,5.',
  reason: 'Neden',
  reasonOptional: 'Neden (isteğe bağlı)',
  reasonProblem: 'Bir neden yazın. Geçmişte saklanır.',
  reasonSent: 'İşyerine gönderilir.',
  reasonKept: 'Geçmişte saklanır ve işyerine gönderilir.',
  withAmount: (label, amount) => `${label}: ${amount}`,
  done: (done, amount, party) => `${done}: ${amount} · ${party}`,
  unusual: {
    less: (paid, difference, asked, percent) =>
      `${paid}, istenen ${asked} tutarından ${difference} eksik (${percent}).`,
    more: (paid, difference, asked, percent) =>
      `${paid}, istenen ${asked} tutarından ${difference} fazla (${percent}).`,
    same: (paid) => `${paid} istenen tutarın kendisi.`,
    beyondLimits: 'Tutar bankanın işlem sınırlarının dışında.',
    compare: 'Bankanın gösterdiği tutarla karşılaştırın. Doğruysa onaylayın, değilse tutarı düzeltin.',
  },
  outdated: {
    own: 'Bu işlem zaten sizin anahtarınızla sonuçlandırıldı.',
    faster: 'Başka biri daha hızlıydı.',
    isNow: 'Şu anki durum:',
    withAmount: (amount) => `tutar ${amount}`,
    since: 'zaman:',
    by: (actor) => `karar veren: ${actor}`,
  },
  reasons: {
    cancelled_by_client: 'işyeri iptal etti',
    cancelled_by_payer: 'ödeyen iptal etti',
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
    undo: 'geri alındı',
  },
  actors: { payer: 'ödeyen', client: 'işyeri', operator: 'operatör', service: 'servis' },
  changedBy: (change, actor) => `${change} · ${actor}`,
  problems: {
    error_transaction_not_found: 'Bu numarayla bir işlem yok. Bağlantı eksik olabilir.',
    error_stale_sequence: 'İşlem bu arada değişti. Karar vermeden önce yeniden bakın.',
    error_transition_not_allowed: 'İşlem bu arada sonuçlandı. Yeniden bakın.',
    error_rate_limited: 'Bu anahtarla çok fazla istek yapıldı. Biraz bekleyip yeniden deneyin.',
    error_unavailable: 'Servis meşgul ya da yeniden başlıyor. Biraz bekleyip yeniden deneyin.',
    not_authorized: 'Anahtarınızın bu işlem için yetkisi yok.',
  },
};
