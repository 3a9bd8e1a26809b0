import { expect, test } from 'vitest';
import { csvRow, csvStream } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['=1+1', "'=1+1"],
  ['+351', "'+351"],
  ['-2', "'-2"],
  ['@cmd', "'@cmd"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  [' =1', "' =1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  [-2, '-2'],
  [undefined, ''],
])('%j is written %j', (value, text) => expect(csvRow([value])).toBe(`${text}\r\n`));

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
