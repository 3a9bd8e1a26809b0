import type { Subnet } from '../../net/index.ts';

/** The network 169.254.0.0/16, from which hosts without an address choose one themselves (RFC 3927). */
export const LINK_LOCAL: Subnet = { network: 0xa9fe0000, prefix: 16 };
export const SELF_ASSIGNED =
  'Addresses that start with 169.254 are for hosts without an assigned address. Enter another network.';
