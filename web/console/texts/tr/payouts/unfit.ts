import type { PayoutTexts } from '../../payouts-en.ts';

export const unfit: PayoutTexts['unfit'] = {
  missing: 'gerçek parayla yapılan bir çekim değil.',
  'no-withdrawal': 'bir yatırma işlemi.',
  'not-pending': 'için karar zaten verilmiş.',
  restored:
    'veritabanı geri yüklendiğinden beri bekletiliyor: daha önce ödenmiş olabilir. Ödemelerin devamına bir yönetici izin verir.',
  claimed: 'bir operatörün üzerinde, ödenmiş olabilir. Operatöre sorun ve elle onaylayın.',
  planned: 'için planlanmış bir karar var. Bekleyin ya da kararı geri alın.',
  'paid-again':
    'banka hareketine göre ödenmiş. Hareketi onaylayın, geri gelişini gösteren ekstreyi içe aktarın ya da yalnızca bir toplu ödemenin ya da açıklamasında bu çekimin kimliğini taşıyıp onu ödemiyorsa not yazıp ayırın.',
  blacklisted: 'kara listeye takılıyor. Nedenini yazıp izin verin ya da listeye almayın.',
  'merchant-disabled': 'anahtarı kapatılmış bir iş yerinin. Listeye almayın ya da elle karar verin.',
  'in-payout': 'başka bir listede.',
  'other-currency': 'başka para biriminde. Ayrı bir liste hazırlayın.',
  'own-account': 'ödeyen hesabın kendisine gidiyor. Başka bir hesap seçin.',
};
