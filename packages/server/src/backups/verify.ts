import {
  type BackupVerification,
  type ConfigChange,
  getDeviceState,
  type RestoredItem,
  type UnverifiedSetting,
} from '@northlight/contract';
import type { ConfigIssue, DeviceConfig } from '@northlight/contract/device-protocol';
import type { ReportedStatus } from '@northlight/device-plane';

/** Facts about a device after a restoration. */
export interface VerifiedDevice {
  readonly state: number;
  readonly status: ReportedStatus;
  readonly revision: number;
  readonly hash: string | null;
  readonly reportedRevision: number;
  readonly reportedHash: string;
  readonly badRevision: number;
  readonly issues: readonly ConfigIssue[];
  readonly document: DeviceConfig;
  /** True for a device that accepts or refuses a configuration, and reports none of its settings. */
  readonly isOpaque: boolean;
  /** Settings that were changed on the local page of the device. */
  readonly localChanges: readonly ConfigChange[];
}

const NO_DETAILS =
  'An OpenWiFi device answers whether it accepts a configuration. It does not report single settings.';
const OTHER_CONTENT = 'The device reports another content than it was sent.';
const CHANGED_LOCALLY = 'Changed on the local page of the device';

/** Counts the settings of a document: its values, each list of values as one. */
export function countSettings(value: unknown): number {
  if (Array.isArray(value))
    return value.every((each) => typeof each !== 'object' || each === null)
      ? 1
      : value.reduce<number>((sum, each) => sum + countSettings(each), 0);
  if (typeof value === 'object' && value !== null)
    return Object.values(value).reduce<number>((sum, each) => sum + countSettings(each), 0);
  return value === undefined ? 0 : 1;
}

/**
 * Compares the document that a device was sent by a restoration with its reports.
 *
 * @param name returns the item of the project to which a path of the document belongs, as a label
 */
export function verifyDevice(
  device: VerifiedDevice,
  name: (path: string) => string | undefined,
): BackupVerification {
  const { badRevision, document, hash, isOpaque, issues, localChanges, revision, status } = device;
  const settings = countSettings(document);
  const unverified = issues.map((issue) => describeIssue(document, issue, name));
  const nothing = { settings, verified: 0, unverified };
  if (status === 'drifted')
    return localChanges.length > 0
      ? compare(settings, localChanges.map(describeLocalChange))
      : { ...nothing, state: 'failed', note: 'The device runs an older configuration.' };
  if (badRevision >= revision)
    return {
      ...nothing,
      state: 'failed',
      note:
        status === 'rolledback'
          ? 'The device has undone the configuration.'
          : 'The device has refused the configuration.',
    };
  const isApplied = status === 'applied' || status === 'partial';
  if (!isApplied || device.reportedRevision < revision) return { ...nothing, ...describeWait(device) };
  if (isOpaque && unverified.length === 0) return { ...nothing, state: 'unavailable', note: NO_DETAILS };
  if (status === 'applied' && device.reportedHash !== hash)
    return { ...nothing, state: 'failed', note: OTHER_CONTENT };
  const counts = issues.map(({ path }) => Math.max(1, countSettings(find(document, path))));
  return compare(settings, unverified, counts);
}

const describeWait = ({ state }: VerifiedDevice): Pick<BackupVerification, 'note' | 'state'> => ({
  state: 'waiting',
  note: getDeviceState(state).countsOnline
    ? 'The device has not reported the configuration yet.'
    : 'The device is offline. It gets the configuration when it connects.',
});

/** Returns the result with these settings unverified, each with a number of values. */
function compare(
  settings: number,
  unverified: UnverifiedSetting[],
  counts: readonly number[] = unverified.map(() => 1),
): BackupVerification {
  const missing = counts.reduce((sum, count) => sum + count, 0);
  return {
    state: unverified.length === 0 ? 'verified' : 'partial',
    settings,
    verified: Math.max(0, settings - missing),
    unverified,
  };
}

function describeIssue(
  document: DeviceConfig,
  { path, reason, substitution }: ConfigIssue,
  name: (path: string) => string | undefined,
): UnverifiedSetting {
  return {
    path,
    setting: name(path) ?? describePath(document, path),
    reason: substitution === undefined ? reason : `${reason} ${substitution}`,
  };
}

const describeLocalChange = ({ after, now, path, setting }: ConfigChange): UnverifiedSetting => ({
  path: path.join('.'),
  setting,
  reason: `${CHANGED_LOCALLY}: ${now ?? 'none'} → ${after ?? 'none'}`,
});

/** Returns the value at a path; undefined without one. */
const find = (document: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => getMember(value, step), document);

const getMember = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[step]
    : undefined;

/** Names a setting by its path, with the ids or names of items instead of their numbers: `ports p1, pvid`. */
function describePath(document: DeviceConfig, path: string): string {
  if (path === '') return 'The whole configuration';
  const labels: string[] = [];
  let value: unknown = document;
  for (const step of path.split('.')) {
    const isItem = Array.isArray(value);
    value = getMember(value, step);
    const key = ['name', 'id', 'port']
      .map((each) => getMember(value, each))
      .find((each) => typeof each === 'string' || typeof each === 'number');
    const last = labels.at(-1);
    if (isItem && last !== undefined) labels[labels.length - 1] = `${last} ${key ?? Number(step) + 1}`;
    else labels.push(step);
  }
  return labels.join(', ');
}

/** Adds to the items of a restoration the refusals and substitutions that the device has reported for them. */
export const addAnswers = (
  items: readonly RestoredItem[],
  answers: readonly { readonly address: string; readonly issue: ConfigIssue }[],
): RestoredItem[] =>
  items.map((item) => {
    const answer = answers.find(({ address }) => address === item.path.join('/'));
    if (!answer || item.outcome === 'skipped') return item;
    const { reason, substitution } = answer.issue;
    return substitution === undefined
      ? { ...item, outcome: 'skipped', reason }
      : { ...item, outcome: 'adapted', reason: `${reason} ${substitution}` };
  });
