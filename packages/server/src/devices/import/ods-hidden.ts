import { MAX_ROWS } from '@northlight/contract/device-lists';

/** Hidden parts of a sheet: the sheet itself, and row and column numbers from 1. */
export interface HiddenParts {
  isHidden: boolean;
  readonly rows: Set<number>;
  readonly columns: Set<number>;
}

const ELEMENTS =
  /<(table:table-row|table:table-column|table:table|style:style|style:table-properties)(?=[\s/>])([^>]*)>/g;

/** Finds the hidden parts of an OpenDocument spreadsheet, which its parser ignores, in the order of its sheets. */
export function findOdsHidden(content: string): HiddenParts[] {
  const sheets: HiddenParts[] = [];
  const hiddenStyles = new Set<string>();
  let style = '';
  let row = 0;
  let column = 0;
  for (const [, element = '', attributes = ''] of content.matchAll(ELEMENTS)) {
    const read = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    const isHidden = /^(?:collapse|filter)$/.test(read('table:visibility'));
    const sheet = sheets.at(-1);
    if (element === 'style:style') style = read('style:name');
    else if (element === 'style:table-properties') {
      if (read('table:display') === 'false') hiddenStyles.add(style);
    } else if (element === 'table:table') {
      const isSheetHidden = hiddenStyles.has(read('table:style-name'));
      sheets.push({ isHidden: isSheetHidden, rows: new Set(), columns: new Set() });
      row = 0;
      column = 0;
    } else if (element === 'table:table-row') {
      const repeated = Number(read('table:number-rows-repeated')) || 1;
      if (isHidden) addRange(sheet?.rows, row, repeated);
      row += repeated;
    } else {
      const repeated = Number(read('table:number-columns-repeated')) || 1;
      if (isHidden) addRange(sheet?.columns, column, repeated);
      column += repeated;
    }
  }
  return sheets;
}

/** Adds numbers, at most as many as rows are read; the empty end of a sheet has a million. */
function addRange(numbers: Set<number> | undefined, before: number, count: number): void {
  for (let index = 1; index <= Math.min(count, MAX_ROWS); index++) numbers?.add(before + index);
}
