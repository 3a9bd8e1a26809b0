/** Range of the addresses that hosts assign themselves without a DHCP server (RFC 3927). */
const LINK_LOCAL = '169.254.';

/** True for an address that the client assigned itself, because it got none by DHCP. */
export const isSelfAssigned = (ip: string | undefined): boolean => ip?.startsWith(LINK_LOCAL) === true;
