/**
 * SQL text that resolves or raises alarms within the statement of a device step. `device` is the name of the
 * table expression in that statement with the device's `id`, `project_id`, `name`, `mac` and `model`.
 */

/** Resolves open alarms of these kinds; `kinds` is a text array. */
export const buildResolveAlarmsSql = (device: string, now: string, kinds: string): string =>
  `update alarms set resolved_at = ${now}
  from ${device} where alarms.device_id = ${device}.id and alarms.kind = any(${kinds}::text[]) and alarms.resolved_at is null`;

/** Raises alarms that are not open already; `raised` is a JSON list of alarms. */
export const buildRaiseAlarmsSql = (device: string, now: string, raised: string): string =>
  `insert into alarms (id, project_id, device_id, device_name, device_mac, device_model, kind, severity, event, at)
  select fresh.id, ${device}.project_id, ${device}.id, ${device}.name, ${device}.mac, ${device}.model, fresh.kind, fresh.severity,
    fresh.event, ${now}
  from ${device}, jsonb_to_recordset(${raised}::jsonb) as fresh(id uuid, kind text, severity text, event text)
  on conflict do nothing`;
