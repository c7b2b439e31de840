import type { Answer } from './receiver.ts';

const DRIP_MS = 5;

/** Never answers. */
export const hang: Answer = () => {};

/** Resets the connection instead of answering. */
export const reset: Answer = (request) => {
  request.socket.resetAndDestroy();
};

/** Ends the connection in the middle of the body. */
export const cutShort: Answer = (request, response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('cut sh', () => request.socket.destroy());
};

/** Answers in another protocol. */
export const babble: Answer = (request) => {
  request.socket.end('220 mail.example.com ESMTP\r\n');
};

/** Writes this, whatever it is, and leaves the connection open. */
export function raw(bytes: string): Answer {
  return (request) => void request.socket.write(bytes);
}

/** One header after the other, for ever. */
export const dripHeaders: Answer = ({ socket }) => {
  socket.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => socket.write('x: y\r\n'), DRIP_MS);
  socket.once('close', () => clearInterval(timer));
};

/** Good headers, then a byte now and then, for ever. */
export const dripBody: Answer = (_request, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), DRIP_MS);
  response.once('close', () => clearInterval(timer));
};

/** A good status with a body of so many bytes, as fast as they are taken. */
export function flood(sizeBytes: number): Answer {
  return (_request, response) => void response.writeHead(200).end('x'.repeat(sizeBytes));
}
