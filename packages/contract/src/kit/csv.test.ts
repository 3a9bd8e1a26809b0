import { expect, test } from 'vitest';
import { formatCsvRow } from './csv.ts';

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
  ['see "hi"', '"see ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['a "b", c', '"a ""b"", c"'],
  [-2, '-2'],
  [undefined, ''],
  [null, ''],
])('writes the value %j as the cell %j', (value, text) => expect(formatCsvRow([value])).toBe(`${text}\r\n`));
