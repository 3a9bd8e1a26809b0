import { DAY_MS } from '@northlight/runtime';

/** Age at which a received network or a channel is no longer kept: the radios listen to each channel within hours. */
const MAX_AGE_MS = DAY_MS;
const MAX_NETWORKS = 256;
const MAX_CHANNELS = 128;

const NOW_MS = '(extract(epoch from excluded.nearby_networks_at) * 1000)';
const IS_RECENT = `(entry->>'at')::numeric > ${NOW_MS} - ${MAX_AGE_MS}`;
const IS_ELSEWHERE = `not exists (
  select from jsonb_array_elements(excluded.nearby_channels) as listened
  where listened->>'band' = entry->>'band' and listened->>'channel' = entry->>'channel')`;

/**
 * Networks after a report: those of the report, and the earlier ones on other channels than it listened to, strongest
 * first. A report without channels replaces all, and one without networks keeps all.
 */
export const MERGED_NETWORKS = `case
  when excluded.nearby_networks is null then kept.nearby_networks
  when excluded.nearby_channels is null then excluded.nearby_networks
  else (
    select coalesce(jsonb_agg(entry order by (entry->>'signalDbm')::numeric desc), '[]')
    from (
      select entry from (
        select entry from jsonb_array_elements(excluded.nearby_networks) as entry
        union all
        select entry from jsonb_array_elements(kept.nearby_networks) as entry
        where ${IS_RECENT} and ${IS_ELSEWHERE} and not exists (
          select from jsonb_array_elements(excluded.nearby_networks) as received
          where lower(received->>'bssid') = lower(entry->>'bssid'))
      ) as entries
      order by (entry->>'signalDbm')::numeric desc limit ${MAX_NETWORKS}
    ) as strongest
  ) end`;

/** Channels after a report: those of the report, and the earlier ones, latest first. */
export const MERGED_CHANNELS = `case
  when excluded.nearby_channels is null then kept.nearby_channels
  else (
    select jsonb_agg(entry)
    from (
      select entry from (
        select entry from jsonb_array_elements(excluded.nearby_channels) as entry
        union all
        select entry from jsonb_array_elements(kept.nearby_channels) as entry
        where ${IS_RECENT} and ${IS_ELSEWHERE}
      ) as entries
      order by (entry->>'at')::numeric desc limit ${MAX_CHANNELS}
    ) as latest
  ) end`;
