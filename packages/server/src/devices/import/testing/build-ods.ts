import { createArchive } from './archives.ts';

/** A row of an OpenDocument spreadsheet: its cells as XML, and its attributes. */
interface OdsRow {
  readonly cells: readonly string[];
  readonly attributes?: string;
}

interface OdsSheet {
  readonly name: string;
  readonly isHidden?: boolean;
  readonly columns?: string;
  readonly rows: readonly OdsRow[];
}

const NAMESPACES = ['office', 'table', 'text', 'style', 'number']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const CALCEXT = 'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"';
const MIMETYPE = 'application/vnd.oasis.opendocument.spreadsheet';

/** Returns a cell of text as LibreOffice writes it. */
export const odsText = (text: string, attributes = ''): string =>
  `<table:table-cell office:value-type="string" calcext:value-type="string"${attributes}><text:p>${text}</text:p></table:table-cell>`;

/** Returns a cell with a number and the text that it shows. */
export const odsNumber = (value: number, shown: string): string =>
  `<table:table-cell office:value-type="float" office:value="${value}" calcext:value-type="float"><text:p>${shown}</text:p></table:table-cell>`;

/** Returns a cell with a date and the text that it shows. */
export const odsDate = (date: string, shown: string): string =>
  `<table:table-cell office:value-type="date" office:date-value="${date}" calcext:value-type="date"><text:p>${shown}</text:p></table:table-cell>`;

/** Returns a cell with the error of a formula. */
export const odsError = (shown: string): string =>
  `<table:table-cell table:formula="of:=NA()" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>${shown}</text:p></table:table-cell>`;

/** Builds an OpenDocument spreadsheet as LibreOffice writes it, with the empty end of each sheet. */
export function buildOds(sheets: readonly OdsSheet[], encryption = ''): Buffer {
  const tables = sheets.map(({ columns = '<table:table-column/>', isHidden, name, rows }) => {
    const lines = rows.map(
      ({ attributes = '', cells }) => `<table:table-row${attributes}>${cells.join('')}</table:table-row>`,
    );
    return `<table:table table:name="${name}" table:style-name="${isHidden ? 'ta2' : 'ta1'}">${columns}${lines.join('')}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table>`;
  });
  const styles = ['ta1', 'ta2'].map(
    (name) =>
      `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${name === 'ta1'}"/></style:style>`,
  );
  return createArchive({
    mimetype: MIMETYPE,
    'META-INF/manifest.xml': `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${MIMETYPE}">${encryption}</manifest:file-entry></manifest:manifest>`,
    'styles.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-styles ${NAMESPACES} office:version="1.3"/>`,
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${NAMESPACES} ${CALCEXT} office:version="1.3"><office:automatic-styles>${styles.join('')}</office:automatic-styles><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`,
  });
}
