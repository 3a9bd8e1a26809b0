import { findArchiveKind } from './archive.ts';

/**
 * A file that can contain a list: decoded text, or a workbook, with its content if it is an OpenDocument file.
 * Otherwise the sentence to show.
 */
export type FileKind =
  | { readonly text: string }
  | { readonly workbook: Buffer; readonly odsContent?: string }
  | { readonly error: string };

const EXPORT = 'Export the list as .xlsx, .ods or .csv and choose that file.';
const SAVE_AS = 'Open it in a spreadsheet program, save it as .xlsx and choose that file.';
const isPicture = { error: `The file is a picture. ${EXPORT}` };
const isArchive = { error: 'The file is an archive. Unpack it and choose the list in it.' };

/** Beginnings of files that are no lists, as hexadecimal digits. */
const SIGNATURES: readonly (readonly [beginning: RegExp, kind: FileKind])[] = [
  [/^25504446/, { error: `The file is a PDF. ${EXPORT}` }],
  // PNG, JPEG, GIF, BMP, TIFF and WebP.
  [/^(?:89504e47|ffd8ff|47494638|424d.{8}0{8}|49492a00|4d4d002a|52494646.{8}57454250)/, isPicture],
  // HEIC and AVIF.
  [/^.{8}66747970(?:686569|6d6966|61766966)/, isPicture],
  // gzip, 7z, RAR, bzip2, xz and an empty zip archive.
  [/^(?:1f8b|377abcaf|52617221|425a68|fd377a58|504b0506)/, isArchive],
  [/^7b5c727466/, { error: `The file is a text document. ${EXPORT}` }],
];
const ZIP = /^504b0304/;
const COMPOUND_FILE = /^d0cf11e0a1b11ae1/;
const SIGNATURE_LENGTH = 16;
/** Beginnings of text that is no list. */
const MARKUP: readonly (readonly [beginning: RegExp, kind: FileKind])[] = [
  [/^<svg[\s>]/i, isPicture],
  [
    /^(?:<!doctype html|<html|<head|<body|<table|<meta|mime-version:)/i,
    { error: `The file contains a web page, but no workbook. ${SAVE_AS}` },
  ],
  [/^<(?:\?xml|!doctype|\w+[\s>:])/i, { error: `The file contains XML, but no workbook. ${SAVE_AS}` }],
];
/** Matches control characters that no text contains. */
const BINARY = /(?![\t\n\v\f\r\u0080-\u009f])\p{Cc}/u;
/** Mark at the end of a text of MS-DOS. */
const END_MARK = '\u001A';
const HEAD_LENGTH = 1024;
/** Least share of zero bytes at even or odd positions by which UTF-16 is found without its mark. */
const UTF_16_SHARE = 0.3;

/** Detects the kind of a file by its content, because its name may be wrong. */
export async function detectFile(file: Buffer): Promise<FileKind> {
  if (file.length === 0) return { error: 'The file is empty. Choose another file.' };
  const head = file.toString('hex', 0, SIGNATURE_LENGTH);
  const known = SIGNATURES.find(([beginning]) => beginning.test(head))?.[1];
  if (known) return known;
  if (ZIP.test(head)) return findArchiveKind(file);
  if (COMPOUND_FILE.test(head)) return { workbook: file };
  const decoded = decodeText(file);
  const text = decoded.endsWith(END_MARK) ? decoded.slice(0, -END_MARK.length) : decoded;
  const trimmed = text.slice(0, HEAD_LENGTH).trimStart();
  const markup = MARKUP.find(([beginning]) => beginning.test(trimmed))?.[1];
  if (markup) return markup;
  if (BINARY.test(text)) return { error: 'The file must be .xlsx, .xls, .ods or .csv. Choose another file.' };
  return text.trim() === '' ? { error: 'The file is empty. Choose another file.' } : { text };
}

/** Decodes text in the encodings of spreadsheet programs: UTF-8, UTF-16 or Windows-1252. */
function decodeText(file: Buffer): string {
  const utf16 = findUtf16(file);
  if (utf16) return new TextDecoder(utf16).decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

/** Finds UTF-16 by its byte order mark, or by the zero bytes of Latin letters. */
function findUtf16(file: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le';
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be';
  const head = file.subarray(0, HEAD_LENGTH);
  const countZeros = (parity: number): number =>
    head.filter((byte, index) => byte === 0 && index % 2 === parity).length / (head.length / 2);
  const [even, odd] = [countZeros(0), countZeros(1)];
  if (odd > UTF_16_SHARE && even === 0) return 'utf-16le';
  return even > UTF_16_SHARE && odd === 0 ? 'utf-16be' : undefined;
}
