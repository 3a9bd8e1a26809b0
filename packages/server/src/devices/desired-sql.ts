/**
 * SQL text that sets new desired configurations. A push can join it with its own statements. `$1` is a JSON
 * list of `{ id, hash, config }`; the result has each device's `id` and new `desired_rev`. Revisions only
 * rise, also above one that the device rolled back or that was assigned before a database restore.
 */
export const SET_DESIRED_CONFIGURATIONS = `update devices set steps = steps + 1, desired_when = null, desired_hash = wanted.hash,
  desired_rev = greatest(desired_rev, reported_rev, bad_rev, seen_rev) + 1, desired_config = wanted.config,
  reported_status = 'queued', reported_issues = '[]'
from jsonb_to_recordset($1::jsonb) as wanted(id text, hash text, config jsonb)
where devices.id = wanted.id
returning devices.id, devices.desired_rev`;
