import type { ReconciliationTexts } from '../../types.ts';

const REFUND_STATES: Readonly<Record<string, string>> = {
  open: 'bekliyor',
  paid: 'ödendi',
  cancelled: 'iptal edildi',
  returned: 'geri geldi',
};

export const statementFields: ReconciliationTexts['statementFields'] = {
  file_problem: 'Dosya okunamıyor.',
  imported_for_another: ({ accounts }) =>
    `Aynı dosya başka bir hesap için yüklenmişti: ${accounts}. Hiçbir şey değişmedi. Yanlışlıkla olduysa Dosyalar bölümünde o yüklemeyi geri alın, sonra dosyayı yeniden yükleyin.`,
  unknown_file: 'Dosya artık kayıtlı değil.',
  file_moved_money: ({ count }) =>
    `Dosyadaki ${count} hareketle işlem onaylandı, düzeltildi ya da iade edildi olarak işaretlendi, ya da bir iade ödendi veya geri döndü; bu yüzden yükleme geri alınamaz. Yanlış olanları tek tek geri alın, sonra o hareketleri işlem dışı bırakın.`,
  file_refunded: ({ count }) =>
    `Dosyadaki ${count} hareket için iade hazırlanmış. İptal edilmiş olsa da iade kaydı silinmez; bu yüzden yükleme geri alınamaz. Yanlış hareketleri tek tek işlem dışı bırakın.`,
  file_decided_by_hand: ({ count }) =>
    `Dosyadaki ${count} harekete elle karar verilmiş. Önce bu kararları, sonra yüklemeyi geri alın.`,
  file_answers_payouts:
    'Bu dosya bankanın bir ödeme listesine yanıtı ve listedeki ödemeleri değiştirdi; yükleme geri alınamaz. Düzeltmeyi o listede yapın.',
  sum_too_large: 'Bu kadar günün toplamı çok büyük. Daha az gün seçin.',
  unknown_line: 'Hareket artık kayıtlı değil.',
  line_decided: ({ state }) => `Bu harekete siz bakarken karar verildi: ${state}. Önce o kararı geri alın.`,
  line_decided_again: 'Hareket için siz bakarken yeni bir karar verildi. Yeniden bakın.',
  line_not_booked: 'Banka hareketi henüz kesinleştirmedi. Kesinleştiren ekstreyi bekleyin.',
  line_held: 'Ekstrenin bakiyeleri mutabık değil. Önce ekstreyi serbest bırakın.',
  line_not_matched: 'Karar siz bakarken geri alındı. Geri alınacak bir şey yok.',
  other_direction:
    'Gelen para bir yatırmayı, giden para bir çekimi karşılar. Başka bir işlem seçin ya da hareketi işlem dışı bırakın.',
  other_currency: ({ currency }) => `İşlemin para birimi ${currency}, hareketinki başka.`,
  paid_by_another_line: 'İşlemi başka bir hareket karşıladı. Önce o eşleşmeyi geri alın.',
  paid_again:
    'Bunun için bankada işlenen giden para geri gelenden çok, bir bölümü hâlâ dışarıda. Geri gelişini gösteren ekstreyi yükleyin. Öteki çıkış işlemin kendi ödemesiyse önce onu onaylayın. Yalnızca bir toplu ödemenin ya da açıklamasında bu işlemin kimliğini taşıyıp onu ödemiyorsa not yazıp işlem dışı bırakın.',
  payout_under_way: ({ batch }) =>
    `${batch} numaralı ödeme listesi bunu bir kez daha ödeyebilir. Bankanın yanıtını ya da ekstresini yükleyin; hiçbir bankanın ödemeyeceği kesinse listeyi başka biri reddetsin.`,
  line_pays_several:
    'Bu hareket bir ödeme listesindeki birkaç çekimi birden ödüyor. Parası geri gelen çekimleri tek tek iade edin.',
  refund_state: ({ state }) =>
    `İade ${REFUND_STATES[String(state)] ?? state}. Giden para açık iadeyi öder, gelen para ödenmiş iadeyi geri getirir. İptal edilmiş bir iadenin parası çıktıysa iki hareketi de işlem dışı bırakın.`,
  refund_not_exported:
    'İade hiçbir banka dosyasında yok. Önce listesinin dosyasını çıkarın; başka yoldan ödendiyse hareketin kararını geri alın ve iki hareketi de işlem dışı bırakın.',
  refund_forgotten:
    'İadenin alıcısının kişisel verileri silindi, iade yeniden ödeme bekleyemez. Hareket iadenin ödemesi olarak kalır.',
  deposit_credited: ({ maximum }) =>
    `Hareketin belirttiği bir yatırma elle onaylanmış: bu hareketten geriye en çok ${maximum} kalıyor. Önce yatırmayı ödeyen hareketi onaylayın ya da yatırmayı geri alın.`,
  line_reduced: ({ maximum }) =>
    `Bu hareketin iadesi masraf kesilerek ya da başka para birimiyle geri geldi: hareketten geriye en çok ${maximum} kalıyor. O kadarını iade edin ya da yatırmayı o tutarla elle onaylayıp hareketi işlem dışı bırakın. Geriye bir şey kalmıyorsa hareketi işlem dışı bırakın.`,
  refund_same_exporter: ({ batch }) =>
    `${batch} numaralı listenin dosyasını siz çıkardınız; geri alınınca iade yeniden ödenebilir. Bankanın ödemediği kesinse bunu başka biri geri almalı.`,
  refund_other_account:
    'İadeyi başka bir hesap ödüyor. Başka bir iade seçin ya da hareketi işlem dışı bırakın.',
  refund_other_amount: ({ amount }) => `İadenin tutarı ${amount}, hareketinki başka.`,
  line_doubtful:
    'Para iade edilmiş olabilir ya da başka bir hareket aynı ödemeye ait olabilir. Hesabı banka kayıtlarıyla karşılaştırın.',
  payout_differs: ({ amount, currency }) =>
    `Hareket ${amount} ${currency} tutarındaki ödemeyi gösteriyor; tutarı, hesabı ya da para birimi başka.`,
  names_other_payout:
    'Hareket başka bir ödemenin numarasını taşıyor, bunun iadesi olamaz. Onu o ödeme için onaylayın. O ödemenin iadesi olarak başka bir hareket onaylandıysa önce onu geri alın.',
  refund_of_one_line: 'Bir iadeyi tek bir hareket öder. Yalnız o hareketle onaylayın.',
  not_given_back: 'Bu hareket bir gönderenin parası değil, iade edilecek bir şey yok.',
  proposal_unclear: 'Öneri artık kesin değil. Harekete tek başına bakın.',
  line_of_payment: ({ paymentId, count }) =>
    `Banka ${paymentId} ödemesindeki ${count || 'birkaç'} çekimi tek çıkışla ödemiş; bu hareketle tek bir çekim onaylanmaz. Bekleyenlerin toplamı eşleşince hepsi kendiliğinden kapanır: bankanın yanıtını ve ayrı işlenen çıkışları yükleyin. Yoksa bankaya sorun: hiçbirini ödemiyorsa hareketi işlem dışı bırakın. O zamana kadar bu çekimlerin hiçbiri reddedilmez ya da yeniden ödenmez.`,
  lines_differ: 'Hareketlerin hesabı, para birimi ya da yönü farklı. Tek tek onaylayın.',
  lines_too_large:
    'Hiçbir banka tek ödemede bu kadar para aktarmaz. Bankayla karşılaştırın, sonra hareketi işlem dışı bırakın.',
  planned: ({ seconds }) => `İşlemin son kararı hâlâ geri alınabilir. ${seconds} sn sonra yeniden deneyin.`,
  blacklisted: 'Kullanıcı, ad ya da IBAN kara listede. Önce işlemin engelini kaldırın ya da reddedin.',
  in_payout: ({ batch }) => `Bunu ${batch} numaralı ödeme listesi ödeyecek.`,
  money_given_back:
    'Bununla yatırma yeniden onaylanır; oysa onu belirten bir hareketin parası iade edildi ya da iade edilecek. Önce o kararı geri alın ya da geri geldiğini gösteren ekstreyi yükleyin.',
  claimed: ({ holder }) => `Bu çekimi ${holder} ödüyor. Ona sorun ya da işlemi açıp devralın.`,
  built_in: 'Hazır gelen bir biçimin kısa adı bu. Başka bir ad seçin.',
  column_missing: 'Örnekten bir sütun seçin ya da sütunun adını yazın.',
  column_twice: ({ name, role }) => `${name} şunun da adı: ${role}. Bir sütunda tek şey bulunur.`,
  words_missing: 'Hem giren hem çıkan paranın sözcüklerini yazın.',
  word_twice: ({ word }) => `${word} ötekinin de sözcüğü. Bir kez yazın.`,
  profile_id_form: 'En çok 40 küçük harf, rakam ve tire; başta harf ya da rakam.',
  not_a_currency: 'ISO 4217 kodu yazın, örneğin TRY.',
  day_not_begun: 'Bu gün henüz başlamadı.',
  day_changed: 'Günün rakamları bu arada değişti.',
  day_closed_meanwhile: 'Gün sonu bu arada bir başkası tarafından kapatıldı.',
  day_figures_missing: ({ accounts }) =>
    `${accounts} hesabın rakamları eksik. Ekstrelerini yükleyin ya da bir gerekçe yazın.`,
  too_many_movements: ({ maximum }) => `${maximum} üzerinde hareket var. Daha az gün seçin.`,
};
