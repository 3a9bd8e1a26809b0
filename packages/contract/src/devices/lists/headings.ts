import { cleanText } from '../../net/clean-text.ts';

/** Fields of a device that a list contains. */
export const ENTRY_FIELDS = ['sn', 'claimCode', 'name'] as const;
export type EntryField = (typeof ENTRY_FIELDS)[number];

/** Rank of a heading that names something else, although it contains the name of the field. */
export const OTHER_THING = -1;

type Rule = readonly [pattern: RegExp, rank: number];

/**
 * Patterns of headings by field, tried in this order. Rank 5 names the field exactly, 1 possibly; such a column
 * is chosen only if its values confirm it.
 */
const RULES: Readonly<Record<EntryField, readonly Rule[]>> = {
  sn: [
    [/^(?:device )?(?:serial ?(?:number|no|num|nr)|s\/?n)$/, 5],
    [/\b(?:old|previous|sim|supply|psu|board|order|customer|vendor|parent)\b.*(?:\bserial|\bs\/?n\b)/, 1],
    [/\bserial ?(?:numbers?|no|num|nr|#)?\b|\bs\/?n\b/, 4],
    [/\bserien? ?(?:nummer|nr|no)\b|\b(?:num|numero|numer|n[o°]?) (?:de |di )?ser[iy]/, 3],
  ],
  claimCode: [
    [/^(?:device )?claim(?:ing)? ?(?:code|key|id|number)?$/, 5],
    [/\bclaim/, 4],
    [/^(?:activation|registration|verification|pairing|security|device|setup|label) ?code$/, 3],
    [/^code$/, 2],
    [
      /^(?=.*\bcodes?\b).*\b(?:area|article|bar|batch|box|carton|category|city|cloud|colou?r|company|cost|country|currency|customer|dial(?:ing)?|discount|ean|error|group|gtin|hs|item|language|location|lot|material|model|order|part|post(?:al)?|price|product|project|promo|qr|region|site|sku|source|state|status|store|supplier|tariff|tax|type|upc|vendor|voucher|zip)\b/,
      OTHER_THING,
    ],
    [/\bcodes?\b/, 1],
  ],
  name: [
    [/^(?:device|ap|access point|switch|gateway|bridge|display|host) ?name$/, 5],
    [/^(?:name|nom|nombre|nome|naam|navn|namn|geratename)$/, 4],
    [
      /^(?=.*\bnames?\b).*\b(?:account|article|brand|building|category|city|client|company|contact|country|customer|domain|family|file|first|group|installer|item|last|login|maker|manufacturer|model|network|nick|order|owner|person|product|project|region|sheet|site|ssid|state|store|street|supplier|town|type|user|vendor)s?\b/,
      OTHER_THING,
    ],
    [/\bnames?\b/, 3],
  ],
};

/** Returns a heading without accents and separators in lower case: `Serial_No.` and `serialNo` as `serial no`. */
const normalizeHeading = (text: string): string =>
  cleanText(text)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}/°#]+/gu, ' ')
    .trim();

/** Returns how well a text fits as the heading of a field: 1 to 5, 0 for no relation, or `OTHER_THING`. */
export function rankHeading(field: EntryField, text: string): number {
  const heading = normalizeHeading(text);
  return RULES[field].find(([pattern]) => pattern.test(heading))?.[1] ?? 0;
}
