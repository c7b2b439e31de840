import type { Texts } from '../en.ts';

export const help: Texts['help'] = {
  title: 'Klavye kısayolları',
  open: 'Kısayollar',
  keys: {
    next: 'sonraki işlem',
    previous: 'önceki işlem',
    open: 'işlemi aç',
    settle: 'işlemi onayla',
    reject: 'işlemi reddet',
    close: 'açık olanı kapat',
    help: 'bu yardım',
  },
  or: (one, other) => `${one} ya da ${other}`,
  use: 'Tek harf ve işaretli kısayolları kullan',
  useHint:
    'Bilgisayarınızı sesle kullanıyorsanız ya da tuşlara yanlışlıkla basıyorsanız kapatın. Ok tuşları, Enter ve Esc her zaman çalışır. Seçiminiz bu cihazda kalır.',
};
