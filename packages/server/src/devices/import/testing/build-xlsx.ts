import { createArchive } from './archives.ts';

/** A cell as Excel stores it; a text without further details is a text cell. */
export type Cell =
  | string
  | undefined
  | {
      /** Stored value: a number, or the text of a formula. */
      readonly value?: number | string | boolean;
      /** Number format, such as `000` or `d-mmm`, or the number of a built-in format. */
      readonly format?: string | number;
      readonly formula?: string;
      readonly error?: string;
    };

export interface SheetParts {
  readonly name?: string;
  readonly state?: 'hidden' | 'veryHidden';
  readonly rows: readonly (readonly Cell[])[];
  readonly hiddenRows?: readonly number[];
  readonly hiddenColumns?: readonly number[];
  readonly merges?: readonly string[];
  /** Cells that the sheet claims to have, which may be false. */
  readonly dimension?: string;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const FIRST_CUSTOM_FORMAT = 164;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const toAddress = (row: number, column: number): string => `${String.fromCharCode(65 + column)}${row + 1}`;

/**
 * Builds a workbook. `writer` selects how texts are stored: by Excel in a table of shared texts, by libraries in the
 * cells, by some exports with the prefix `x:` on all elements.
 */
export function buildXlsx(
  sheets: readonly SheetParts[],
  writer: 'excel' | 'inline' | 'prefixed' = 'excel',
  date1904 = false,
): Buffer {
  const texts: string[] = [];
  const formats: (string | number)[] = [0];
  const styleOf = (format: string | number | undefined): string => {
    if (format === undefined) return '';
    if (!formats.includes(format)) formats.push(format);
    return ` s="${formats.indexOf(format)}"`;
  };
  const writeText = (place: string, text: string): string => {
    const content = `<t xml:space="preserve">${escapeXml(text)}</t>`;
    if (writer !== 'excel') return `<c r="${place}" t="inlineStr"><is>${content}</is></c>`;
    if (!texts.includes(content)) texts.push(content);
    return `<c r="${place}" t="s"><v>${texts.indexOf(content)}</v></c>`;
  };
  const writeCell = (cell: Cell, row: number, column: number): string => {
    const place = toAddress(row, column);
    if (cell === undefined) return '';
    if (typeof cell === 'string') return writeText(place, cell);
    const { error, format, formula, value } = cell;
    const type =
      error !== undefined
        ? ' t="e"'
        : typeof value === 'boolean'
          ? ' t="b"'
          : typeof value === 'string'
            ? ' t="str"'
            : '';
    const stored = error ?? (typeof value === 'boolean' ? Number(value) : value);
    const code = formula === undefined ? '' : `<f>${escapeXml(formula)}</f>`;
    const result = stored === undefined ? '' : `<v>${escapeXml(String(stored))}</v>`;
    return `<c r="${place}"${styleOf(format)}${type}>${code}${result}</c>`;
  };
  const prefix = (xml: string): string =>
    writer === 'prefixed'
      ? xml.replaceAll(/<(\/?)(?=\w)/g, '<$1x:').replace(` xmlns="${MAIN}"`, ` xmlns:x="${MAIN}"`)
      : xml;
  const writeSheet = (parts: SheetParts): string => {
    const { dimension, hiddenColumns = [], hiddenRows = [], merges = [], rows } = parts;
    const lines = rows.map((cells, index) => {
      const hidden = hiddenRows.includes(index + 1) ? ' hidden="1"' : '';
      return `<row r="${index + 1}"${hidden}>${cells.map((cell, at) => writeCell(cell, index, at)).join('')}</row>`;
    });
    const columns = hiddenColumns.map((at) => `<col min="${at}" max="${at}" width="0" hidden="1"/>`);
    return [
      `<worksheet xmlns="${MAIN}">`,
      dimension === undefined ? '' : `<dimension ref="${dimension}"/>`,
      columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
      `<sheetData>${lines.join('')}</sheetData>`,
      merges.length > 0
        ? `<mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
        : '',
      '</worksheet>',
    ].join('');
  };
  const parts = sheets.map((sheet) => XML + prefix(writeSheet(sheet)));
  const names = sheets.map(({ name = 'Sheet1', state }, index) => {
    const visibility = state === undefined ? '' : ` state="${state}"`;
    return `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${visibility} r:id="rId${index + 1}"/>`;
  });
  const custom = formats.filter((format) => typeof format === 'string');
  const idOf = (format: string | number): number =>
    typeof format === 'number' ? format : FIRST_CUSTOM_FORMAT + custom.indexOf(format);
  const styles = [
    `<styleSheet xmlns="${MAIN}">`,
    `<numFmts count="${custom.length}">`,
    ...custom.map((format) => `<numFmt numFmtId="${idOf(format)}" formatCode="${escapeXml(format)}"/>`),
    '</numFmts><fonts count="1"><font><sz val="11"/></font></fonts>',
    '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>',
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs>',
    `<cellXfs count="${formats.length}">`,
    ...formats.map(
      (format) => `<xf numFmtId="${idOf(format)}" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>`,
    ),
    '</cellXfs></styleSheet>',
  ].join('');
  const last = sheets.length + 1;
  return createArchive({
    '[Content_Types].xml': [
      `${XML}<Types xmlns="${PACKAGE}/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      '<Default Extension="xml" ContentType="application/xml"/>',
      override('workbook.xml', 'sheet.main'),
      ...sheets.map((_, index) => override(`worksheets/sheet${index + 1}.xml`, 'worksheet')),
      override('styles.xml', 'styles'),
      override('sharedStrings.xml', 'sharedStrings'),
      '</Types>',
    ].join(''),
    '_rels/.rels': relate([[`${OFFICE}/officeDocument`, 'xl/workbook.xml']]),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relate([
      ...sheets.map((_, index) => [`${OFFICE}/worksheet`, `worksheets/sheet${index + 1}.xml`] as const),
      [`${OFFICE}/styles`, 'styles.xml'],
      [`${OFFICE}/sharedStrings`, 'sharedStrings.xml'],
    ]),
    ...Object.fromEntries(parts.map((part, index) => [`xl/worksheets/sheet${index + 1}.xml`, part] as const)),
    'xl/styles.xml': XML + styles,
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}" count="${last}" uniqueCount="${texts.length}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
  });
}

const override = (part: string, type: string): string =>
  `<Override PartName="/xl/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;

const relate = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
