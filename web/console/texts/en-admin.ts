import { audit } from './en/audit.ts';
import { banks } from './en/banks.ts';
import { blacklist } from './en/blacklist.ts';
import { clients } from './en/clients.ts';
import { paymentPage } from './en/payment-page.ts';

/** The texts of the screens of admins. */
export const texts = {
  audit,
  banks,
  blacklist,
  clients,
  paymentPage,
};
