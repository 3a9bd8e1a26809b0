import { MAX_PAYLOAD_BYTES } from '@northlight/contract/device-protocol';

/** Returns the reason why a message of a permitted topic is refused by closing the connection; undefined if there is none. */
export function findPublishRefusal(
  { qos, retain }: { readonly qos: number; readonly retain: boolean },
  bytes: number,
  isWithinLimits: boolean,
): string | undefined {
  if (retain) return 'retained messages are not supported';
  if (qos === 2) return 'QoS 2 is not supported';
  if (bytes > MAX_PAYLOAD_BYTES) return `the message has more than ${MAX_PAYLOAD_BYTES / 1024} KB`;
  return isWithinLimits ? undefined : 'more messages than permitted';
}
