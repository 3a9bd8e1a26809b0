import { SET_DESIRED_CONFIGURATIONS } from '../../devices/index.ts';

/**
 * Prepared statements of a push. Without preparation, PostgreSQL would spend most of their time on planning.
 */

/**
 * Locks with a statement that reads one table only: after waiting for the lock, PostgreSQL reads the locked
 * row again, but not joined rows.
 */
export const LOCK_DEVICES = `/* prepared: network-lock-devices */
select id, sn, name, name_key, model, mac, kind, role, caps, state, desired_rev, desired_hash, bad_rev from devices
where project_id = $1 order by id collate "C" for no key update`;

export const SET_DESIRED = `/* prepared: network-set-desired */ ${SET_DESIRED_CONFIGURATIONS}`;

export const STORE_DESIRED_CONFIGURATIONS = `/* prepared: network-store-configuration */
with stored as (
  insert into network_configs (project_id, version, config, changed_by, changed_at)
  select $2::bigint, $3::integer, $4::jsonb, $5::text, $6::timestamptz where $4::jsonb is not null
  on conflict (project_id) do update set version = excluded.version, config = excluded.config,
    changed_by = excluded.changed_by, changed_at = excluded.changed_at
), kept as (
  insert into network_history (project_id, version, config, changed_by, changed_at, title, job_id, device_changes)
  values ($2, $3, $4, $5, $6, $7, $8, $9)
) ${SET_DESIRED_CONFIGURATIONS}`;
