/** The address of the service, for pages that are drawn in this process. Modules store it when they are loaded. */
export const ORIGIN = 'http://127.0.0.1:1';
