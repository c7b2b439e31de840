import type { PayoutTexts } from '../../payouts-en.ts';

export const unfit: PayoutTexts['unfit'] = {
  missing: 'gerçek parayla yapılan bir çekim değil.',
  'no-withdrawal': 'bir yatırma işlemi.',
  'not-pending': 'için karar zaten verilmiş.',
  restored:
    'veritabanı geri yüklendiğinden beri bekletiliyor: daha önce ödenmiş olabilir. Ödemelerin devamına bir yönetici izin verir.',
  claimed: 'bir operatör üstlenmiş, ödenmiş olabilir. Operatöre sorun ve elle onaylayın.',
  planned: 'için planlanmış bir karar var. Bekleyin ya da kararı geri alın.',
  'paid-again':
    'banka hareketine göre ödenmiş. Hareketi onaylayın, geri gelişini gösteren ekstreyi yükleyin ya da hareket yalnızca bir toplu ödemenin ya da açıklamasında bu çekimin kimliğini taşıyıp onu ödemiyorsa not yazıp işlem dışı bırakın.',
  blacklisted: 'kara listeye takılıyor. Gerekçesini yazıp izin verin ya da listeye almayın.',
  'merchant-disabled': 'anahtarı kapatılmış bir işyerinin. Listeye almayın ya da elle karar verin.',
  'in-payout': 'başka bir listede.',
  'other-currency': 'başka para biriminde. Ayrı bir liste hazırlayın.',
  'own-account': 'gönderen hesabın kendisine gidiyor. Başka bir hesap seçin.',
};
