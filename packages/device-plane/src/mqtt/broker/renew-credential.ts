import { type Entropy, randomBase62, sha256Hex } from '@northlight/runtime';
import { TOKEN_LENGTH } from '../../provisioning.ts';
import type { DeviceStore } from '../../store.ts';

/**
 * A new token in the place of the present one, at once: a broker keeps one for each device. Undefined when the device
 * has none, or has one on offer from before the broker came.
 */
export async function renewCredential(
  { entropy, store }: { readonly entropy: Entropy; readonly store: DeviceStore },
  deviceId: string,
): Promise<{ token: string; epoch: number } | undefined> {
  const present = await store.credential(deviceId);
  if (!present) return undefined;
  const token = randomBase62(entropy, TOKEN_LENGTH);
  const tokenHash = sha256Hex(token);
  const offered = await store.offerCredential(deviceId, present.tokenHash, {
    tokenHash,
    salt: randomBase62(entropy),
  });
  return offered && (await store.promoteCredential(deviceId, tokenHash))
    ? { token, epoch: offered.epoch }
    : undefined;
}
