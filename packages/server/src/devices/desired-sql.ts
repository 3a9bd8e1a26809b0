/**
 * Statement that gives devices new desired configurations, as SQL text that a push can join with its own statements:
 * `$1` is a JSON list of `{ id, hash, config }`, and each device answers its `id` and its new `desired_rev`.
 *
 * Revisions only rise, also past one that the device undid or that an earlier state of this database gave out.
 */
export const SET_DESIRED_CONFIGURATIONS = `update devices set steps = steps + 1, desired_when = null, desired_hash = wanted.hash,
  desired_rev = greatest(desired_rev, reported_rev, bad_rev, seen_rev) + 1, desired_config = wanted.config,
  reported_status = 'queued', reported_issues = '[]'
from jsonb_to_recordset($1::jsonb) as wanted(id text, hash text, config jsonb)
where devices.id = wanted.id
returning devices.id, devices.desired_rev`;
