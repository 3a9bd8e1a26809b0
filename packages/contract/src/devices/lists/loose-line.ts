import { cleanText } from '../../net/clean-text.ts';
import { parseClaimCode, parseSerialNumber } from '../../net/codes.ts';
import { parseLabel } from '../device-label.ts';

/** A device of a list as it was entered, not yet checked. */
export interface DeviceEntry {
  readonly sn: string;
  readonly claimCode: string;
  /** Name of the device; an empty name is generated from the model. */
  readonly name: string;
}

const PARTS = /[^\s,;|]+/g;
/** Matches the number of a line. */
const COUNTER = /^\s*\d{1,4}[.)]?(?=[\s,;|])/;
const LEADING_SIGNS = /^[\s,;|]+/;
/** Largest number of groups in which a serial number or a claim code is printed. */
const MAX_GROUPS = { sn: 8, claimCode: 5 } as const;

/**
 * Reads a line without columns: the content of a label, or serial number, claim code and an optional name,
 * separated by blanks or other signs, also after the number of the line. Undefined if the line does not begin with
 * a serial number.
 */
export const readLooseLine = (line: string): DeviceEntry | undefined =>
  readLine(line) ?? (COUNTER.test(line) ? readLine(line.replace(COUNTER, '')) : undefined);

function readLine(line: string): DeviceEntry | undefined {
  const label = parseLabel(line);
  if (label) return { ...label, name: '' };
  const parts = [...line.matchAll(PARTS)].map(({ 0: part, index }) => ({ part, end: index + part.length }));
  const join = (from: number, count: number): string =>
    parts
      .slice(from, from + count)
      .map(({ part }) => part)
      .join(' ');
  for (let used = 1; used <= MAX_GROUPS.sn && used < parts.length; used++) {
    const sn = parseSerialNumber(join(0, used));
    if (sn === undefined) continue;
    for (let groups = 1; groups <= MAX_GROUPS.claimCode && used + groups <= parts.length; groups++) {
      const claimCode = parseClaimCode(join(used, groups));
      if (claimCode === undefined) continue;
      return { sn, claimCode, name: restOf(line, parts[used + groups - 1]?.end) };
    }
  }
  // The claim code is invalid, so it is the next part.
  const sn = parseSerialNumber(parts[0]?.part ?? '');
  const claimCode = parts[1]?.part ?? '';
  return sn === undefined ? undefined : { sn, claimCode, name: restOf(line, parts[1]?.end) };
}

const restOf = (line: string, from: number | undefined): string =>
  from === undefined ? '' : cleanText(line.slice(from).replace(LEADING_SIGNS, ''));
