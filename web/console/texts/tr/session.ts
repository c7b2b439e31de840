import type { Texts } from '../en.ts';

export const session: Texts['session'] = {
  yourSession: 'oturumunuz',
  signedOutElsewhere: 'Başka bir sekmede çıkış yaptınız.',
};
