import { expect, test } from 'vitest';
import { csvStream } from './csv.ts';

test('pages are asked for as they are taken, and no more when nobody takes them', async () => {
  let asked = 0;
  let over = false;
  async function* pages() {
    try {
      for (;;) {
        await Promise.resolve();
        yield [[++asked]];
      }
    } finally {
      over = true;
    }
  }
  const stream = csvStream(['N'], pages());
  const texts: string[] = [];
  for await (const chunk of stream) {
    texts.push(new TextDecoder('utf-8', { ignoreBOM: true }).decode(chunk));
    if (texts.length === 3) break;
  }
  expect([texts, asked, over]).toEqual([['\uFEFFN\r\n', '1\r\n', '2\r\n'], 2, true]);
});
