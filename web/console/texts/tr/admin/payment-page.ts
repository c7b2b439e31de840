import type { AdminTexts } from '../../types.ts';

export const paymentPage: AdminTexts['paymentPage'] = {
  title: 'Ödeme sayfası',
  name: 'Gönderenin göreceği ad',
  nameHint: 'Boş bırakırsanız işyerinin adı görünür.',
  color: 'Renk',
  colorHint: 'Örneğin #1f4fa3. Sayfa bu renkten okunaklı tonlar türetir. Boş bırakırsanız sistemin rengi.',
  logo: 'Logo',
  logoHint: 'PNG, JPEG veya WebP; en çok 32 KiB, eni ve boyu 16–1024 piksel.',
  hasLogo: 'Logo yüklü. Yeni dosya onun yerine geçer.',
  removeLogo: 'Logoyu kaldır',
  returnHosts: 'Gönderenin dönebileceği siteler',
  returnHostsHint:
    'shop.example.com gibi adresler, her satıra bir tane. Yatırma isteği bu sitelerde bir dönüş adresi verebilir.',
  returnUrl: 'Varsayılan dönüş adresi',
  returnUrlHint:
    'Dönüş adresi verilmeyen yatırmalar için bu sitelerden birinde bir https adresi. Boş bırakırsanız dönüş bağlantısı olmaz.',
};
