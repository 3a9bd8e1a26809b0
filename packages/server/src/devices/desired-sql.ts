/**
 * SQL text that sets new desired configurations. A push can combine this text with statements of its own.
 * `$1` is a JSON list of `{ id, hash, config }` for devices of the project `$2`; the result has each device's
 * `id` and new `desired_rev`. A new revision is higher than every earlier one, also if the device rolled it
 * back or a database restore lost it. The condition on the project lets PostgreSQL use an index although it
 * does not know the length of the list.
 */
export const SET_DESIRED_CONFIGURATIONS = `update devices set steps = steps + 1, desired_when = null, desired_hash = pushed.hash,
  desired_rev = greatest(desired_rev, reported_rev, bad_rev, seen_rev) + 1, desired_config = pushed.config,
  reported_status = 'queued', reported_issues = '[]'
from jsonb_to_recordset($1::jsonb) as pushed(id text, hash text, config jsonb)
where devices.project_id = $2 and devices.id = pushed.id
returning devices.id, devices.desired_rev`;
