import { formatIpv4, parseIpv4 } from '@northlight/contract/net';
import { isIPv6 } from 'node:net';
import { CommandRefused } from './command-handler.ts';

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const HOST_NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*\\.?$`);

/** Returns an IP address or host name that no program can parse as an option; throws `CommandRefused` otherwise. */
export function parseHostArgument(text: string): string {
  const address = parseIpv4(text);
  if (address !== undefined) return formatIpv4(address);
  if (isIPv6(text) && /^[0-9A-Fa-f:.]+$/.test(text)) return text;
  // Rejects text of digits and dots only: it is a mistyped address, which programs interpret in different
  // ways.
  if (HOST_NAME.test(text) && !/^[\d.]+$/.test(text)) return text;
  throw new CommandRefused('The host must be an IP address or a host name.');
}
