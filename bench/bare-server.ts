/**
 * The lowest possible cost of a service on this machine: node:http alone reads the body and sends fixed JSON of the
 * same length as a deposit's response. It checks nothing and stores nothing.
 */
import { createServer } from 'node:http';

const RESPONSE = Buffer.from(
  JSON.stringify({
    data: {
      hash: 'zzunnCrv6Sb38TU/dPYIl+9TKd8gT6iqrcxv+V32AFs=',
      transactionId: '6575078b9e6bb1554a50b7b1',
      bankId: '507f1f77bcf86cd799439011',
      bank: 'Demo Anadolu Bank',
      amount: 1250.75,
      type: 'deposit',
      bankAccountName: 'Demo Anadolu Bank Collections',
      bankAccountIban: 'TR640099900000999000001001',
      status: 'pending',
      name: 'Şükrü Çağlayan',
      userName: 'sukru.caglayan',
      userId: '3f1b2c4d5e6f7081',
      processId: '0123456789abcdef01234567',
      convertedName: 'sukru-caglayan',
      url: 'http://localhost:12345/pay/ZXUHi55rsVVKULexAAECAwQFBgcICQoLDA0ODw',
    },
    status: 200,
    responseTime: '2.31ms',
    app_version: '1.0.0',
  }),
);
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'content-length': RESPONSE.length };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    Buffer.concat(chunks);
    response.writeHead(200, HEADERS).end(RESPONSE);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
