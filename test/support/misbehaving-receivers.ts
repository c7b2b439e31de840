import type { Responder } from './receiver.ts';

const DRIP_MS = 5;
/** The headers that a service sends with its answers. */
const JSON_TYPE = { 'content-type': 'application/json' };

/** Never responds. */
export const hang: Responder = () => {};

/** Resets the connection instead of responding. */
export const reset: Responder = (request) => {
  request.socket.resetAndDestroy();
};

/** Ends the connection in the middle of the body. */
export const cutShort: Responder = (request, response) => {
  response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
  response.write('cut sh', () => request.socket.destroy());
};

/** Responds in another protocol. */
export const respondWithoutHttp: Responder = (request) => {
  request.socket.end('220 mail.example.com ESMTP\r\n');
};

/** Writes these bytes and leaves the connection open. */
export function raw(bytes: string): Responder {
  return (request) => void request.socket.write(bytes);
}

/** Sends one header after another without end. */
export const dripHeaders: Responder = ({ socket }) => {
  socket.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => socket.write('x: y\r\n'), DRIP_MS);
  socket.once('close', () => clearInterval(timer));
};

/** Sends complete headers, then single bytes of the body without end. */
export const dripBody: Responder = (_request, response) => {
  response.writeHead(200, JSON_TYPE);
  const timer = setInterval(() => response.write('.'), DRIP_MS);
  response.once('close', () => clearInterval(timer));
};

/** Responds with 200 and a body of this size, as fast as it is read. */
export function flood(sizeBytes: number): Responder {
  return (_request, response) => void response.writeHead(200).end('x'.repeat(sizeBytes));
}
