/** A client that sends the given request and is then stopped by `slow-consumers.ts` (SIGSTOP). */
import { connect } from 'node:net';

const [port = '', bytes = ''] = process.argv.slice(2);
const socket = connect({ host: '127.0.0.1', port: Number(port) });
for (const frame of bytes.split(',')) socket.write(Buffer.from(frame, 'base64'));
socket.once('data', () => process.send?.(socket.localPort));
socket.on('data', () => undefined);
socket.on('error', () => undefined);
