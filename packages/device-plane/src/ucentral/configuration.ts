import type { ConfigReport } from '@northlight/contract/device-protocol';
import type { ConfigIssue } from '../contract-types.ts';
import type { Emission } from './emit/emission-builder.ts';
import { INT32_MAX } from './emit/schema.ts';
import type { Answer } from './rpc-client.ts';
import type { NumberedConfig, OpenWifiLink } from './store.ts';
import { asObject, asText } from './untrusted-values.ts';

const ISSUES_MAX = 200;

/**
 * The number of the next configuration: the present time, and above every earlier one. Devices keep the files by this
 * number and load the last one, in 32 bits; undefined when there is none left.
 */
export function nextUuid(lastUuid: number, now: number): number | undefined {
  const uuid = Math.max(Math.floor(now / 1000), lastUuid + 1);
  return uuid <= INT32_MAX ? uuid : undefined;
}

/** A device that tells a newer number than ours was configured by somebody else: ours is two above it. */
export const withReportedUuid = (link: OpenWifiLink, told: number): OpenWifiLink =>
  told > link.lastUuid ? { ...link, lastUuid: told + 1 } : link;

/**
 * What runs on a device, by the number in its `connect`. Only that and the result of `configure` are believed: after a
 * refusal some devices tell the refused number in their state.
 */
export function runningConfig(link: OpenWifiLink, told: number): NumberedConfig | undefined {
  if (link.applied?.uuid === told) return link.applied;
  return link.pending?.uuid === told ? link.pending : undefined;
}

/** The link after a device has told what runs on it: what was on its way has arrived, or has not. */
export function settlePending(link: OpenWifiLink, told: number): OpenWifiLink {
  const mark = runningConfig(link, told);
  const known = withReportedUuid(link, told);
  if (!mark) return { ...known, applied: undefined };
  const { hash, rev, uuid } = mark;
  const arrived = link.pending?.uuid === told;
  return { ...known, applied: { hash, rev, uuid }, ...(arrived && { pending: undefined }) };
}

type Result = Pick<ConfigReport, 'status' | 'issues'>;

/** What a device said about a configuration, in the words of ours. */
export function configResultOf(answer: Answer, emission: Emission): Result {
  const said = answer.rejected.map((item) => issueOf(item, emission));
  const refused = answer.error !== 0 && answer.error !== 1;
  if (refused) {
    const issues = said.length > 0 ? said : textIssues(answer.text, emission);
    return { status: 'rejected', issues: issues.slice(0, ISSUES_MAX) };
  }
  const partly = answer.error === 1 && said.length === 0 ? textIssues(answer.text, emission) : said;
  const issues = [...emission.issues, ...partly].slice(0, ISSUES_MAX);
  return { status: answer.error === 1 || issues.length > 0 ? 'partial' : 'applied', issues };
}

/** `[E] (In /interfaces/0/ssids/0/encryption/key) Value must be at least 8 characters long` */
const ISSUE_PATTERN = /^\s*(?:\[[A-Z]\]\s*)?\(In (\/[^)\s]*)\)\s*([\s\S]*)$/;

function textIssues(text: string, emission: Emission): ConfigIssue[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return (lines.length > 0 ? lines : ['']).map((line) => parseIssue(line, emission));
}

function parseIssue(line: string, emission: Emission): ConfigIssue {
  const [, pointer, reason] = ISSUE_PATTERN.exec(line) ?? [];
  return {
    path: pointer === undefined ? '' : emission.pathOf(pointer),
    reason: asText(reason ?? line, 300) ?? 'The device refused the configuration.',
  };
}

/** Rejected parts come as sentences, or as objects with `parameter`, `reason` and `substitution`. */
function issueOf(item: unknown, emission: Emission): ConfigIssue {
  if (typeof item === 'string') return parseIssue(item, emission);
  const told = asObject(item);
  const pointer = asText(told['parameter'], 400);
  const { path, reason } = parseIssue(asText(told['reason'], 400) ?? '', emission);
  const instead = told['substitution'];
  const substitution = asText(typeof instead === 'string' ? instead : JSON.stringify(instead), 200);
  return {
    path: pointer?.startsWith('/') === true ? emission.pathOf(pointer) : path,
    reason,
    ...(substitution !== undefined && { substitution }),
  };
}
