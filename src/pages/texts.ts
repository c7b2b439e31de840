import type { PaymentOutcome } from '../operations/payments/payments.ts';

export const LANGUAGES = ['en', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The text of a page with a single message. */
export interface Message {
  readonly title: string;
  readonly text: string;
}

/** The texts of the page's script. */
export interface LiveTexts {
  readonly copied: string;
  readonly copyByHand: string;
  readonly timeOver: string;
  readonly reconnecting: string;
  readonly connected: string;
  readonly failed: string;
  readonly sent: string;
}

export interface Texts {
  readonly language: string;
  readonly languages: string;
  readonly service: string;
  readonly payTo: string;
  readonly amount: string;
  readonly timeLeft: string;
  readonly howTo: string;
  readonly iban: string;
  readonly accountName: string;
  readonly bank: string;
  readonly copy: string;
  readonly markSent: string;
  readonly sent: Message;
  readonly cancel: string;
  readonly cancelQuestion: Message;
  readonly cancelYes: string;
  readonly cancelNo: string;
  readonly update: string;
  readonly outcomes: Readonly<Record<PaymentOutcome, Message>>;
  readonly notFound: Message;
  readonly tooMany: Message;
  readonly unavailable: Message;
  readonly refused: Message;
  readonly live: LiveTexts;
}

const en: Texts = {
  language: 'English',
  languages: 'Language',
  service: 'Bank transfer',
  payTo: 'Payment to',
  amount: 'Amount',
  timeLeft: 'Time left',
  howTo: 'Open your banking app and send exactly this amount to this account, in one transfer.',
  iban: 'IBAN',
  accountName: 'Account name',
  bank: 'Bank',
  copy: 'Copy',
  markSent: 'I have sent the money',
  sent: {
    title: 'You have sent the money',
    text: 'Thank you for telling us. This page changes as soon as the money has arrived.',
  },
  cancel: 'Cancel payment',
  cancelQuestion: {
    title: 'Cancel this payment?',
    text: 'Money that you send afterwards will not be assigned to your order. If you have already sent it, do not cancel.',
  },
  cancelYes: 'Yes, cancel it',
  cancelNo: 'Keep paying',
  update: 'Check for news',
  outcomes: {
    successful: {
      title: 'Payment received',
      text: 'The money has arrived. There is nothing left to do; you can close this page.',
    },
    unsuccessful: {
      title: 'Payment not completed',
      text: 'This payment did not go through. Please do not send money for it. If you already have, contact the merchant.',
    },
    expired: {
      title: 'The time to pay is over',
      text: 'Please do not send money for this payment any more. If you already have, contact the merchant; otherwise start a new payment there.',
    },
    cancelled: {
      title: 'Payment cancelled',
      text: 'Please do not send money for this payment any more. You can start a new one at the merchant.',
    },
  },
  notFound: {
    title: 'This payment link does not work',
    text: 'It may be incomplete. Go back to where you got it, and open it from there again.',
  },
  tooMany: { title: 'Too many attempts', text: 'Please wait a minute, then open your payment link again.' },
  unavailable: {
    title: 'Something went wrong',
    text: 'Your payment is safe. Please wait a moment, then load this page again.',
  },
  refused: { title: 'That did not work', text: 'Please open your payment link again.' },
  live: {
    copied: 'Copied',
    copyByHand: 'Selected: copy it now',
    timeOver: 'Time is over',
    reconnecting: 'Connection lost. Reconnecting …',
    connected: 'Connected again.',
    failed: 'That did not work. Please try again.',
    sent: 'Noted: you have sent the money.',
  },
};

const tr: Texts = {
  language: 'Türkçe',
  languages: 'Dil',
  service: 'Banka havalesi',
  payTo: 'Alıcı',
  amount: 'Tutar',
  timeLeft: 'Kalan süre',
  howTo: 'Bankanızın uygulamasını açın ve tam bu tutarı tek seferde bu hesaba gönderin.',
  iban: 'IBAN',
  accountName: 'Hesap sahibi',
  bank: 'Banka',
  copy: 'Kopyala',
  markSent: 'Parayı gönderdim',
  sent: {
    title: 'Parayı gönderdiniz',
    text: 'Bildirdiğiniz için teşekkürler. Para hesaba geçer geçmez bu sayfa güncellenecek.',
  },
  cancel: 'Ödemeyi iptal et',
  cancelQuestion: {
    title: 'Bu ödeme iptal edilsin mi?',
    text: 'İptalden sonra göndereceğiniz para siparişinizle eşleştirilmez. Parayı gönderdiyseniz iptal etmeyin.',
  },
  cancelYes: 'Evet, iptal et',
  cancelNo: 'Ödemeye devam et',
  update: 'Durumu yenile',
  outcomes: {
    successful: {
      title: 'Ödeme alındı',
      text: 'Para hesaba geçti. Yapmanız gereken başka bir şey yok; bu sayfayı kapatabilirsiniz.',
    },
    unsuccessful: {
      title: 'Ödeme tamamlanmadı',
      text: 'Bu ödeme gerçekleşmedi. Lütfen bu ödeme için para göndermeyin. Gönderdiyseniz satıcıyla iletişime geçin.',
    },
    expired: {
      title: 'Ödeme süresi doldu',
      text: 'Lütfen bu ödeme için artık para göndermeyin. Gönderdiyseniz satıcıyla iletişime geçin; göndermediyseniz orada yeni bir ödeme başlatın.',
    },
    cancelled: {
      title: 'Ödeme iptal edildi',
      text: 'Lütfen bu ödeme için artık para göndermeyin. Satıcıda yeni bir ödeme başlatabilirsiniz.',
    },
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
  },
};

/** Every text of the page, by language. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en, tr };
