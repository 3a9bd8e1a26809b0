import { ERRORS } from '@northlight/contract';
import {
  type ConfigAnswer,
  DEVICE_PART_MAX_BYTES,
  type DeviceAnswer,
  type DeviceRequest,
  deviceRequest,
  topics,
} from '@northlight/contract/device-protocol';
import { type Entropy, type KeyedBucket, createRandomBase62, hashSha256Hex } from '@northlight/runtime';
import type { CertificateIssuer } from './certificates.ts';
import { answerCertificateRequest } from './certify.ts';
import { isBeforeItsWave, pushConfig, buildPush } from './configuration.ts';
import type { DeviceView, Outcome } from './records.ts';
import type { DeviceStore } from './store.ts';

const NO_UPLOADS = 'This cloud accepts only backups and pictures of cameras.';
const NO_FILE = 'There is no such file for this device.';
const NOT_CURRENT = 'Only a connection that uses the current credential can renew it.';

export interface RequestContext {
  readonly deviceId: string;
  readonly requestId: string;
  /** The token with which the connection was authenticated. */
  readonly token: string | undefined;
  /** Fingerprint of the certificate with which the connection was authenticated. */
  readonly certificate: string | undefined;
}

/** Returns the firmware file of a device's open upgrade; undefined if no upgrade is open. */
export type UpgradeFileSource = (
  deviceId: string,
) => Promise<{ readonly url: string; readonly sizeBytes: number; readonly sha256: string } | undefined>;

/** Content of a file that a device sends. */
export interface AnnouncedFile {
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Addresses of the parts of backups that a device sends and receives; undefined if none is expected. */
export interface BackupTransfers {
  upload(deviceId: string, file: AnnouncedFile): Promise<{ readonly url: string } | undefined>;
  download(deviceId: string): Promise<(AnnouncedFile & { readonly url: string }) | undefined>;
}

/**
 * Returns the address to which a camera sends a picture, of the moment of an event if `eid` is given; undefined for a device
 * that is no camera or has sent too many.
 */
export type SnapshotAddress = (
  deviceId: string,
  file: AnnouncedFile & { readonly eid?: string | undefined },
) => Promise<string | undefined>;

export interface AnswerServices {
  readonly store: DeviceStore;
  readonly entropy: Entropy;
  readonly issuer: CertificateIssuer | undefined;
  readonly findUpgradeFile?: UpgradeFileSource | undefined;
  readonly backupTransfers?: BackupTransfers | undefined;
  readonly findSnapshotAddress?: SnapshotAddress | undefined;
  /** Limits the certificate requests per device and hour. */
  readonly certificateBudget: KeyedBucket;
  readonly now: number;
  /** Runs a step on the device's stored record; sends the resulting messages after the commit. */
  step(step: (view: DeviceView) => Outcome): Promise<unknown>;
  /** Sends an answer outside of a step. */
  answer(answer: DeviceAnswer): void;
}

/**
 * Answers every request, even a malformed one, because a device repeats a request without an answer for ever.
 */
export async function answerRequest(
  context: RequestContext,
  payload: unknown,
  services: AnswerServices,
): Promise<void> {
  const parsed = deviceRequest.safeParse(payload);
  if (!parsed.success)
    return services.answer(createRefusal(ERRORS.invalidParameters.code, 'The request could not be read.'));
  switch (parsed.data.kind) {
    case 'time':
      return services.answer({ kind: 'time', now: services.now });
    case 'config':
      await services.step((view) => handleConfigRequest(view, context.requestId));
      return;
    case 'credential':
      return services.answer(await renew(context, services));
    case 'certificate':
      return services.answer(await answerCertificateRequest({ ...context, csr: parsed.data.csr }, services));
    case 'download': {
      const file =
        parsed.data.purpose === 'software'
          ? await services.findUpgradeFile?.(context.deviceId)
          : await services.backupTransfers?.download(context.deviceId);
      return services.answer(
        file ? { kind: 'download', ...file } : createRefusal(ERRORS.fileMissing.code, NO_FILE),
      );
    }
    case 'upload':
      return services.answer(await answerUpload(context.deviceId, parsed.data, services));
  }
}

/** Answers with an address for the part of a backup that the cloud expects, or for a picture; other files are refused. */
async function answerUpload(
  deviceId: string,
  { eid, purpose, sha256, sizeBytes }: Extract<DeviceRequest, { kind: 'upload' }>,
  { backupTransfers, findSnapshotAddress }: AnswerServices,
): Promise<DeviceAnswer> {
  if (purpose !== 'backup' && purpose !== 'snapshot')
    return createRefusal(ERRORS.saveFailed.code, NO_UPLOADS);
  if (sizeBytes === undefined || sha256 === undefined)
    return createRefusal(ERRORS.invalidParameters.code, 'The size and the hash of the file are missing.');
  if (purpose === 'snapshot') {
    const url = await findSnapshotAddress?.(deviceId, { sizeBytes, sha256, eid });
    return url === undefined
      ? createRefusal(ERRORS.saveFailed.code, 'The cloud takes no picture of this device now.')
      : { kind: 'upload', url };
  }
  const address =
    sizeBytes <= DEVICE_PART_MAX_BYTES
      ? await backupTransfers?.upload(deviceId, { sizeBytes, sha256 })
      : undefined;
  return address
    ? { kind: 'upload', url: address.url }
    : createRefusal(ERRORS.saveFailed.code, 'The cloud expects no backup of this device.');
}

/** Answers with the desired configuration like a push: its queued rows become `sent`. */
export function handleConfigRequest(view: DeviceView, requestId: string): Outcome {
  const { device, work } = view;
  const { badRev, desired, managed } = device;
  const sendable = managed === 'cloud' && desired && badRev < desired.rev && !isBeforeItsWave(view);
  const wanted = sendable ? desired : undefined;
  const push = wanted ? pushConfig({ device, work }) : undefined;
  const answer: ConfigAnswer = { kind: 'config', desired: wanted ? buildPush(device, wanted) : 'none' };
  return {
    ...(push && { device: push.device, work: push.work }),
    send: [{ topic: topics.downResponse(device.id, requestId), payload: answer }],
    ...(push && push.work.length > 0 && { live: ['devices', 'jobs'], advanceJobs: true }),
  };
}

/**
 * Derives the next token from the current token, which only the device has, and a salt, which only the cloud
 * stores. The cloud can therefore repeat a lost answer, and neither part alone reveals the next token.
 */
async function renew(
  { deviceId, token }: RequestContext,
  { store, entropy }: AnswerServices,
): Promise<DeviceAnswer> {
  if (token === undefined) return createRefusal(ERRORS.signature.code, NOT_CURRENT);
  const salt = createRandomBase62(entropy);
  const fresh = { salt, tokenHash: hashSha256Hex(deriveNextToken(token, salt)) };
  const offered = await store.offerCredential(deviceId, hashSha256Hex(token), fresh);
  if (!offered) return createRefusal(ERRORS.signature.code, NOT_CURRENT);
  return { kind: 'credential', token: deriveNextToken(token, offered.salt), epoch: offered.epoch };
}

const deriveNextToken = (token: string, salt: string): string => hashSha256Hex(`renew|${salt}|${token}`);

const createRefusal = (code: number, message: string): DeviceAnswer => ({ kind: 'refused', code, message });
