import type { IncomingMessage } from 'node:http';

/** Returns the body as UTF-8 text, or a status: 413 above the limit, 400 for bytes that are not UTF-8. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<string | 400 | 413> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return 413;
  const bytes = await collect(request, limitBytes);
  if (!bytes) return 413;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 400;
  }
}

/** Returns undefined above the limit. The request stays readable, because a destroyed one has no answer. */
function collect(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) chunks.push(chunk);
      else {
        request.pause();
        resolve(undefined);
      }
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}
