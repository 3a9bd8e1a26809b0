import { ERRORS } from '@northlight/contract';
import {
  type ConfigAnswer,
  type DeviceAnswer,
  deviceRequest,
  topics,
} from '@northlight/contract/device-protocol';
import { type Entropy, type KeyedBucket, randomBase62, sha256Hex } from '@northlight/runtime';
import type { CertificateIssuer } from './certificates.ts';
import { certify } from './certify.ts';
import { isHeldBack, pushConfig, pushOf } from './configuration.ts';
import type { DeviceView, Outcome } from './records.ts';
import type { DeviceStore } from './store.ts';

const NO_UPLOADS = 'This cloud takes no files from devices yet.';
const NO_FILE = 'There is no such file for this device.';
const NOT_PRESENT = 'Only a connection with the present credential can renew it.';

export interface RequestContext {
  readonly deviceId: string;
  readonly requestId: string;
  /** The token that its connection was accepted with. */
  readonly token: string | undefined;
  /** Fingerprint of the certificate that its connection was accepted with. */
  readonly certificate: string | undefined;
}

/** The file of the upgrade that is open on a device; undefined when none is. */
export type UpgradeFileSource = (
  deviceId: string,
) => Promise<{ readonly url: string; readonly sizeBytes: number; readonly sha256: string } | undefined>;

export interface AnswerServices {
  readonly store: DeviceStore;
  readonly entropy: Entropy;
  readonly issuer: CertificateIssuer | undefined;
  /** Where the firmware is that the device is asked to take, for a while. */
  readonly findUpgradeFile?: UpgradeFileSource | undefined;
  /** How often a device may ask for a certificate. */
  readonly certificateBudget: KeyedBucket;
  readonly now: number;
  /** Steps the device; what the step sends leaves after its commit. */
  step(step: (view: DeviceView) => Outcome): Promise<unknown>;
  /** Sends an answer that no step makes. */
  answer(answer: DeviceAnswer): void;
}

/** Answers whatever a device asks, also nonsense: silence would have it ask for ever. */
export async function answerRequest(
  asking: RequestContext,
  payload: unknown,
  to: AnswerServices,
): Promise<void> {
  const parsed = deviceRequest.safeParse(payload);
  if (!parsed.success)
    return to.answer(refused(ERRORS.invalidParameters.code, 'The request could not be read.'));
  switch (parsed.data.kind) {
    case 'time':
      return to.answer({ kind: 'time', now: to.now });
    case 'config':
      await to.step((view) => onConfigRequest(view, asking.requestId));
      return;
    case 'credential':
      return to.answer(await renew(asking, to));
    case 'certificate':
      return to.answer(await certify({ ...asking, csr: parsed.data.csr }, to));
    case 'download': {
      const file =
        parsed.data.purpose === 'software' ? await to.findUpgradeFile?.(asking.deviceId) : undefined;
      return to.answer(file ? { kind: 'download', ...file } : refused(ERRORS.fileMissing.code, NO_FILE));
    }
    case 'upload':
      return to.answer(refused(ERRORS.saveFailed.code, NO_UPLOADS));
  }
}

/** The desired configuration goes out as an answer, as if it were pushed: what waits for it counts as sent. */
export function onConfigRequest(view: DeviceView, requestId: string): Outcome {
  const { device, work } = view;
  const { badRev, desired, managed } = device;
  const sendable = managed === 'cloud' && desired && badRev < desired.rev && !isHeldBack(view);
  const wanted = sendable ? desired : undefined;
  const push = wanted ? pushConfig({ device, work }) : undefined;
  const answer: ConfigAnswer = { kind: 'config', desired: wanted ? pushOf(device, wanted) : 'none' };
  return {
    ...(push && { device: push.device, work: push.work }),
    send: [{ topic: topics.downResponse(device.id, requestId), payload: answer }],
    live: push && push.work.length > 0 ? ['devices', 'jobs'] : [],
  };
}

/**
 * The next token is made of the present one, which only the device has, and a salt, which only the cloud keeps. So the
 * answer can be given again as often as it is lost, and neither side's part alone is worth anything.
 */
async function renew(
  { deviceId, token }: RequestContext,
  { store, entropy }: AnswerServices,
): Promise<DeviceAnswer> {
  if (token === undefined) return refused(ERRORS.signature.code, NOT_PRESENT);
  const salt = randomBase62(entropy);
  const fresh = { salt, tokenHash: sha256Hex(nextToken(token, salt)) };
  const offered = await store.offerCredential(deviceId, sha256Hex(token), fresh);
  if (!offered) return refused(ERRORS.signature.code, NOT_PRESENT);
  return { kind: 'credential', token: nextToken(token, offered.salt), epoch: offered.epoch };
}

const nextToken = (token: string, salt: string): string => sha256Hex(`renew|${salt}|${token}`);

const refused = (code: number, message: string): DeviceAnswer => ({ kind: 'refused', code, message });
