/** Returns an address as a number, without the parser that the product uses. */
export const parseIpv4Number = (text: string): number =>
  text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
