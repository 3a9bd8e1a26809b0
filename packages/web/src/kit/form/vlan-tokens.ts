import { formatVlanList, parseVlanList } from '@northlight/contract/net';

/** Network that a VLAN field offers by its name. */
export interface NamedVlan {
  readonly id: number;
  readonly name: string;
}

/** Token of all VLANs; its text is `all`. */
export const ALL_VLANS_TOKEN = 'All VLANs';
const ALL_TEXT = 'all';
/** Longest run of IDs that is shown as one token per VLAN; a longer one is shown as a range. */
const RUN_MAX = 6;

/** Formats a VLAN as its ID and, if it is a network of the gateway, its name: `20 Guests`. */
export const formatVlanToken = (id: number, networks: readonly NamedVlan[]): string => {
  const name = networks.find((network) => network.id === id)?.name;
  return name ? `${id} ${name}` : String(id);
};

/** Returns the tokens of a list such as `3,10-12`. A text that is not a list of VLANs stays one token. */
export function toVlanTokens(text: string, networks: readonly NamedVlan[]): string[] {
  if (text.trim() === '') return [];
  if (text.trim().toLowerCase() === ALL_TEXT) return [ALL_VLANS_TOKEN];
  const parsed = parseVlanList(text);
  if (!parsed.ok) return text.split(',').map((token) => token.trim());
  return formatVlanList(parsed.value)
    .split(',')
    .flatMap((run) => {
      const [first = 0, last = first] = run.split('-').map(Number);
      if (last - first >= RUN_MAX) return [run];
      return Array.from({ length: last - first + 1 }, (_, index) => formatVlanToken(first + index, networks));
    });
}

/**
 * Returns the text of tokens that were chosen or typed: IDs, ranges and names. *All VLANs* replaces the other
 * tokens, and any token that is added later replaces *All VLANs*.
 */
export function toVlanText(tokens: readonly string[], networks: readonly NamedVlan[]): string {
  if (isAll(tokens.at(-1))) return ALL_TEXT;
  const items = tokens.filter((token) => !isAll(token)).map((token) => toVlanItem(token, networks));
  const text = [...new Set(items)].join(',');
  const parsed = parseVlanList(text);
  return parsed.ok ? formatVlanList(parsed.value) : text;
}

const isAll = (token: string | undefined): boolean =>
  token === ALL_VLANS_TOKEN || token?.trim().toLowerCase() === ALL_TEXT;

function toVlanItem(token: string, networks: readonly NamedVlan[]): string {
  const [, number] = /^\s*(\d+(?:\s*-\s*\d+)?)(?:\s|$)/.exec(token) ?? [];
  if (number !== undefined) return number.replaceAll(/\s/g, '');
  const name = token.trim().toLowerCase();
  const network = networks.find((each) => each.name.toLowerCase() === name);
  return network ? String(network.id) : token.trim();
}
