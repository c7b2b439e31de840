export const paymentPage = {
  title: 'Payment page',
  name: 'Name that payers read',
  nameHint: 'Empty: the name of the merchant.',
  color: 'Color',
  colorHint: 'Such as #1f4fa3. The page derives readable shades from it. Empty: the color of the service.',
  logo: 'Logo',
  logoHint: 'PNG, JPEG or WebP, at most 32 KiB, 16 to 1024 pixels wide and high.',
  hasLogo: 'There is a logo. A new file replaces it.',
  removeLogo: 'Remove the logo',
  returnHosts: 'Sites that payers can return to',
  returnHostsHint:
    'Hosts such as shop.example.com, one on each line. A deposit can name a return address on them.',
  returnUrl: 'Default return address',
  returnUrlHint: 'An https address on one of these sites, for deposits that name none. Empty: no link back.',
};
