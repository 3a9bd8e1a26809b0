const MAX_SLOTS = 32;

/**
 * Returns the BSSID for a slot of a radio as a locally administered address; undefined when no address is
 * left. It sets only bits that are 0 in the radio's address, because radios recognise their BSSIDs by their
 * own address and a mask.
 */
export function deriveBssid(radioMac: string, slot: number): string | undefined {
  const bytes = radioMac.split(':').map((text) => Number.parseInt(text, 16));
  const free: (readonly [byte: number, bit: number])[] = [];
  for (const byte of [0, 1, 2])
    // Skips the two lowest bits of the first byte, which are the multicast and local flags.
    for (let bit = byte === 0 ? 2 : 0; bit < 8; bit++)
      if ((((bytes[byte] ?? 0) >> bit) & 1) === 0) free.push([byte, bit]);
  const number = slot + 1;
  if (bytes.length !== 6 || slot >= MAX_SLOTS || number >= 2 ** free.length) return undefined;
  bytes[0] = (bytes[0] ?? 0) | 0b10;
  for (const [position, [byte, bit]] of free.entries())
    if (position < 31 && ((number >> position) & 1) === 1) bytes[byte] = (bytes[byte] ?? 0) | (1 << bit);
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':');
}
