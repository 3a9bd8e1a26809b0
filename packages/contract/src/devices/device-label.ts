import { parseClaimCode, parseSerialNumber } from '../net/codes.ts';

/** Prefix and version of the code on a device's label (docs/decisions/0141). */
const LABEL_PREFIX = 'NL1';

interface LabelContent {
  readonly sn: string;
  readonly claimCode: string;
}

/**
 * Returns the content of the QR code on a device's label. It has only characters of the compact alphanumeric
 * mode.
 */
export const formatLabel = ({ sn, claimCode }: LabelContent): string => `${LABEL_PREFIX}:${sn}:${claimCode}`;

/** Reads the content of a label's QR code; undefined for any other text. */
export function parseLabel(text: string): LabelContent | undefined {
  const [prefix = '', sn = '', code = '', ...rest] = text.trim().split(':');
  if (prefix.toUpperCase() !== LABEL_PREFIX || rest.length > 0) return undefined;
  const number = parseSerialNumber(sn);
  const claimCode = parseClaimCode(code);
  return number === undefined || claimCode === undefined ? undefined : { sn: number, claimCode };
}
