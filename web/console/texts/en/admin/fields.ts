import type { Params } from '../../field-words.ts';

/** Sentences about the fields that only admins fill in, by the codes of the service's problems. */
export const adminFields = {
  not_a_merchant: 'Is not the key name of a merchant.',
  taken: 'This is taken. Choose another one, or leave it empty to get a new one.',
  no_secret: 'This merchant has no secret yet. Make a new one first.',
  host_not_allowed: 'This site is not allowed for the merchant.',
  not_an_iban: 'Must be a valid IBAN: check the country, the length and the check digits.',
  iban_taken: 'There is already an account with this IBAN.',
  key_form:
    'Must have 3 to 128 English letters, digits, dots, hyphens or underscores, a letter or digit first.',
  key_of_demo: 'Must not begin with demo-, which is reserved for demo keys.',
  not_a_url: 'Must be an address that begins with https:// or http://.',
  not_https: 'Must be an address that begins with https://.',
  url_with_password: 'Must not contain a user name or a password.',
  url_with_fragment: 'Must not contain a # part: it would never be sent.',
  not_public: 'Must be a public address.',
  not_an_address: 'Must be an IP address or a block of addresses, such as 203.0.113.7 or 203.0.113.0/24.',
  address_bits: ({ network, host }: Params) => `Write ${network} for the block, or ${host} for one address.`,
  not_a_host: 'Write hosts such as shop.example.com, without https:// and without a path.',
  host_missing: ({ host }: Params) => `${host} is not among the sites. Add it there.`,
  host_needed: ({ host }: Params) => `Keep ${host}, or clear the default return address, which is on it.`,
  not_a_color: 'Write a color such as #1f4fa3.',
  not_a_picture: 'Choose a picture in PNG, JPEG or WebP.',
  picture_too_large: 'The file must have at most 32 KiB.',
  picture_size: ({ minimum, maximum }: Params) =>
    `The picture must be from ${minimum} to ${maximum} pixels wide and high.`,
  picture_moves: 'The picture must not be animated.',
};
