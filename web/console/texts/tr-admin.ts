import { audit } from './tr/audit.ts';
import { banks } from './tr/banks.ts';
import { blacklist } from './tr/blacklist.ts';
import { clients } from './tr/clients.ts';
import { paymentPage } from './tr/payment-page.ts';

/** The texts of the screens of admins. */
export const texts = {
  audit,
  banks,
  blacklist,
  clients,
  paymentPage,
};
