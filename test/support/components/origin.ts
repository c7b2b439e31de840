/** The address of the service, for pages that are drawn in this process: modules keep what they read when they load. */
export const ORIGIN = 'http://127.0.0.1:1';
