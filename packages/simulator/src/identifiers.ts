import { CLAIM_CODE_LENGTH, CROCKFORD } from '@northlight/contract/net';
import type { Entropy } from '@northlight/runtime';

const SERIAL_ALPHABET = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const createHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function createLetters(entropy: Entropy, alphabet: string, length: number): string {
  return Array.from(entropy.bytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

/** Returns 16 letters and digits; `index` makes the serial numbers of one run unique. */
export function createSerialNumber(entropy: Entropy, index: number): string {
  return `NL${createLetters(entropy, SERIAL_ALPHABET, 10)}${index.toString(36).toUpperCase().padStart(4, '0')}`;
}

/** Creates a locally administered MAC address, which belongs to no manufacturer. */
export function createMac(entropy: Entropy): string {
  return `02:${createHex(entropy.bytes(5)).match(/../g)?.join(':') ?? ''}`;
}

/** Radios broadcast no more SSIDs than this. */
const SSIDS_PER_RADIO = 16;

/**
 * Returns the address with which a radio broadcasts an SSID. As with real drivers, it is the device's address with other bits in
 * the first byte, so that it is the same after each start.
 */
export function deriveBssid(mac: string, radioIndex: number, ssidIndex: number): string {
  const number = radioIndex * SSIDS_PER_RADIO + ssidIndex + 1;
  const first = (Number.parseInt(mac.slice(0, 2), 16) ^ (number << 2)) | 0x02;
  return `${(first & 0xfe).toString(16).padStart(2, '0')}${mac.slice(2)}`;
}

export const createClaimCode = (entropy: Entropy): string =>
  createLetters(entropy, CROCKFORD, CLAIM_CODE_LENGTH);

/** Creates a secret of 256 bits, hexadecimal. */
export const createSecret = (entropy: Entropy): string => createHex(entropy.bytes(32));
