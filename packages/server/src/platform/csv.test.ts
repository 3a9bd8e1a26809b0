import { expect, test } from 'vitest';
import { streamCsv } from './csv.ts';

test('reads a page only when the stream needs it, and stops when the reader stops', async () => {
  let pagesRead = 0;
  let isClosed = false;
  async function* pages() {
    try {
      for (;;) {
        await Promise.resolve();
        yield [[++pagesRead]];
      }
    } finally {
      isClosed = true;
    }
  }
  const stream = streamCsv(['N'], pages());
  const texts: string[] = [];
  for await (const chunk of stream) {
    texts.push(new TextDecoder('utf-8', { ignoreBOM: true }).decode(chunk));
    if (texts.length === 3) break;
  }
  expect([texts, pagesRead, isClosed]).toEqual([['\uFEFFN\r\n', '1\r\n', '2\r\n'], 2, true]);
});
