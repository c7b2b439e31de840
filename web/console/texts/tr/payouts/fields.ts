import type { PayoutTexts } from '../../payouts-en.ts';

export const payoutFields: PayoutTexts['payoutFields'] = {
  unfit_for_payout: 'Çekimlerden biri bu listeye giremez.',
  not_claimed: 'Önce üstlenin.',
  not_claimable: 'Üstlenilemez.',
  undo_too_late: 'Artık gerçekleşti.',
  payout_changed: 'Siz bakarken liste değişti.',
  payout_outside_hours: 'Bu saatte liste onaylanmaz ve dosyası alınmaz.',
  payout_over_limit: ({ limit, left }) => `Hesabın günlük limiti ${limit} aşılıyor: kalan ${left}.`,
  payout_approvals_missing: ({ given, needed }) => `${needed} onaydan ${given} tanesi verildi.`,
  policy_changed: 'Siz bakarken kurallar değişti. Kapatıp yeniden açın.',
  payout_time: '09:00 gibi bir saat yazın.',
  payout_currency_twice: 'Her para birimini bir kez yazın.',
  payout_empty: 'Listede hiçbir ödeme kalmaz.',
  profile_in_use: 'Bu dosya biçimini kullanan bir hesap var. Önce o hesaba başka bir biçim seçin.',
  payout_own_payee: ({ row }) =>
    `${row}. satırda ödenecek hesabı siz bildirdiniz ya da iade edilen hareketi siz yüklediniz. Listeyi başka biri onaylar.`,
};
