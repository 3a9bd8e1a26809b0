/**
 * Splits text into records and cells (RFC 4180). A quoted cell can contain separators, line breaks and doubled
 * quotes; blanks around its quotes are dropped. A quote that opens a cell and is not closed at the end of a cell
 * is an ordinary character, so that `"Bar, left` or `19" rack` changes no other record. Without a separator a
 * record has one cell. Takes time in proportion to the length of the text.
 */
export function parseDelimited(text: string, separator?: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  const isCellEnd = (index: number): boolean => {
    const sign = text[index];
    return sign === undefined || sign === separator || sign === '\n' || sign === '\r';
  };
  const skipBlanks = (from: number): number => {
    let index = from;
    while (text[index] === ' ') index++;
    return index;
  };
  const readQuoted = (): { value: string; end: number } | undefined => {
    const open = skipBlanks(at);
    if (text[open] !== '"') return undefined;
    let close = text.indexOf('"', open + 1);
    while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    const end = skipBlanks(close + 1);
    if (close === -1 || !isCellEnd(end)) return undefined;
    return { value: text.slice(open + 1, close).replaceAll('""', '"'), end };
  };
  const readPlain = (): { value: string; end: number } => {
    let end = at;
    while (!isCellEnd(end)) end++;
    return { value: text.slice(at, end), end };
  };
  for (;;) {
    const { end, value } = readQuoted() ?? readPlain();
    record.push(value);
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (text[end] === separator && end < text.length) continue;
    records.push(record);
    record = [];
    // A line end at the end of the text begins no record.
    if (at >= text.length) return records;
  }
}
