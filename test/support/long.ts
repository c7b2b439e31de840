/** `npm run test:long` sets it: tests with a short form then run in their long one. */
export const IS_LONG = process.env.LONG === '1';
