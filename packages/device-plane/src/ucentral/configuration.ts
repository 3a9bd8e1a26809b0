import type { ConfigReport } from '@northlight/contract/device-protocol';
import type { ConfigIssue } from '../contract-types.ts';
import { listChangedPaths } from './changed-paths.ts';
import type { Emission } from './emit/emission-builder.ts';
import { INT32_MAX } from './emit/schema.ts';
import type { Answer } from './rpc-client.ts';
import type { NumberedConfig, OpenWifiLink } from './store.ts';
import { parseObject, parseText } from './untrusted-values.ts';

const ISSUES_MAX = 200;

/**
 * Returns the number of the next configuration: the current time in seconds, or one above the last number. Devices store
 * configurations by this number and load the highest. Undefined when the 32 bits are exhausted.
 */
export function chooseNextUuid(lastUuid: number, now: number): number | undefined {
  const uuid = Math.max(Math.floor(now / 1000), lastUuid + 1);
  return uuid <= INT32_MAX ? uuid : undefined;
}

/**
 * Raises the last number if the device reports a newer one, which another controller has assigned. The next
 * number is then two higher.
 */
const withReportedUuid = (link: OpenWifiLink, reportedUuid: number): OpenWifiLink =>
  reportedUuid > link.lastUuid ? { ...link, lastUuid: reportedUuid + 1 } : link;

/**
 * Returns the configuration that a device runs, by the number in its `connect`; undefined if the number is
 * unknown. Only `connect` and the result of `configure` are reliable: after a refusal some devices report the
 * refused number in `state`.
 */
export function findRunningConfig(link: OpenWifiLink, reportedUuid: number): NumberedConfig | undefined {
  if (link.applied?.uuid === reportedUuid) return link.applied;
  return link.pending?.uuid === reportedUuid ? link.pending : undefined;
}

/** Returns the configuration that the device runs, as its last `connect` or result has shown. */
export const getRunningConfig = ({ applied, isLost }: OpenWifiLink): NumberedConfig | undefined =>
  isLost ? undefined : applied;

/**
 * Updates the link by the number in `connect`: a pending configuration with that number has been applied. With an
 * unknown number, the device has lost the applied configuration, which is kept to be restored.
 */
export function settlePending(link: OpenWifiLink, reportedUuid: number): OpenWifiLink {
  const running = findRunningConfig(link, reportedUuid);
  const updated = withReportedUuid(link, reportedUuid);
  if (!running) return { ...updated, isLost: true };
  const { config, document, hash, rev, uuid } = running;
  const isPendingApplied = link.pending?.uuid === reportedUuid;
  return {
    ...updated,
    applied: { hash, rev, uuid, config, document },
    isLost: false,
    ...(isPendingApplied && { pending: undefined }),
  };
}

export type ConfigResult = Pick<ConfigReport, 'status' | 'issues'>;

/**
 * Converts a device's answer to `configure` into a result of the device plane, with issues at paths of its
 * configuration.
 */
export function parseConfigResult(answer: Answer, emission: Emission): ConfigResult {
  const rejected = answer.rejected.map((item) => toConfigIssue(item, emission));
  const refused = answer.error !== 0 && answer.error !== 1;
  if (refused) {
    const issues = rejected.length > 0 ? rejected : parseTextIssues(answer.text, emission);
    return { status: 'rejected', issues: issues.slice(0, ISSUES_MAX) };
  }
  const reported =
    answer.error === 1 && rejected.length === 0 ? parseTextIssues(answer.text, emission) : rejected;
  const issues = [...emission.issues, ...reported].slice(0, ISSUES_MAX);
  return { status: answer.error === 1 || issues.length > 0 ? 'partial' : 'applied', issues };
}

const REFUSED = 'The device refused the configuration.';

/**
 * Locates a refusal without a reason at the settings that the document running on the switch does not have. Returns
 * other results unchanged.
 */
export function locateRefusal(
  result: ConfigResult,
  emission: Emission,
  running: Readonly<Record<string, unknown>> | undefined,
): ConfigResult {
  const isUnexplained = result.issues.every(({ path, reason }) => path === '' && reason === REFUSED);
  if (result.status !== 'rejected' || !isUnexplained || !running) return result;
  const paths = listChangedPaths(emission, running);
  const reason = `${REFUSED.slice(0, -1)} without a reason. This setting is new in it.`;
  return paths.length > 0 ? { ...result, issues: paths.map((path) => ({ path, reason })) } : result;
}

/**
 * Matches an issue such as `[E] (In /interfaces/0/ssids/0/encryption/key) Value must be at least 8 characters
 * long`.
 */
const ISSUE_PATTERN = /^\s*(?:\[[A-Z]\]\s*)?\(In (\/[^)\s]*)\)\s*([\s\S]*)$/;

function parseTextIssues(text: string, emission: Emission): ConfigIssue[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return (lines.length > 0 ? lines : ['']).map((line) => parseIssue(line, emission));
}

function parseIssue(line: string, emission: Emission): ConfigIssue {
  const [, pointer, reason] = ISSUE_PATTERN.exec(line) ?? [];
  return {
    path: pointer === undefined ? '' : emission.pathOf(pointer),
    reason: parseText(reason ?? line, 300) ?? REFUSED,
  };
}

/** Converts a rejected part, which is a text or an object with `parameter`, `reason` and `substitution`. */
function toConfigIssue(item: unknown, emission: Emission): ConfigIssue {
  if (typeof item === 'string') return parseIssue(item, emission);
  const fields = parseObject(item);
  const pointer = parseText(fields['parameter'], 400);
  const { path, reason } = parseIssue(parseText(fields['reason'], 400) ?? '', emission);
  const replacement = fields['substitution'];
  const substitution = parseText(
    typeof replacement === 'string' ? replacement : JSON.stringify(replacement),
    200,
  );
  return {
    path: pointer?.startsWith('/') === true ? emission.pathOf(pointer) : path,
    reason,
    ...(substitution !== undefined && { substitution }),
  };
}
