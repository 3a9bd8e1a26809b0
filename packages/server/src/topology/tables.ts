import type { TopologyCause, LINK_EVIDENCE } from '@northlight/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface TopologyReportTable {
  device_id: string;
  /** Learned addresses of the last 24 h, newest first: see `LearnedAddress`. */
  addresses: ColumnType<unknown[], string, string>;
  /** Time of the latest report. */
  reported_at: Date;
}

/** A link of a project's network, and the time in which it existed. */
export interface TopologyLinkTable {
  id: GeneratedAlways<number>;
  project_id: number;
  /** Id of a device or of another node of the graph. */
  upper_id: string;
  upper_port: string | null;
  lower_id: string;
  lower_port: string | null;
  in_tree: boolean;
  evidence: (typeof LINK_EVIDENCE)[number];
  uncertain: boolean;
  /** Time of the latest evidence. */
  seen_at: Date | null;
  since: Date;
  /** Null for a link that exists. */
  until: Date | null;
  begun_by: ColumnType<TopologyCause | null, string | null, null>;
  ended_by: ColumnType<TopologyCause | null, string | null, string | null>;
}

/** A project whose links have been inferred. Its row is the lock between servers. */
export interface TopologyGraphTable {
  project_id: number;
  updated_at: Date;
  /** Number of the latest change of edits; 0 without edits. */
  edit_revision: Generated<number>;
}

/** An edit by a user, and the time in which it was valid. */
export interface TopologyEditTable {
  project_id: number;
  kind: 'position-vertical' | 'position-horizontal' | 'name' | 'hidden' | 'root' | 'device' | 'link';
  /** Id of the node, manual device or manual link; empty for the root. */
  item_id: string;
  value: ColumnType<unknown, string, never>;
  since: Date;
  /** Null for a valid edit. */
  until: Date | null;
  /** Numbers of the changes that began and ended the edit. */
  begun_revision: number;
  ended_revision: number | null;
  /** Names of the accounts that made these changes. */
  begun_by: string;
  ended_by: string | null;
}

/** A device of a project, and the time in which it belonged to the project. */
export interface TopologyDeviceTable {
  project_id: number;
  device_id: string;
  name: string;
  kind: string;
  since: Date;
  until: Date | null;
}

/** A change of a device's state. A trigger of `devices` adds the rows. */
export interface TopologyStateTable {
  project_id: number;
  device_id: string;
  state: number;
  at: Date;
}

/** A change of the evidence. Triggers of `devices` and `device_state` add rows; `TopologyUpdater` deletes them. */
export interface TopologyRequestTable {
  id: GeneratedAlways<number>;
  project_id: number;
  cause: TopologyCause['kind'];
  device_id: string | null;
}

declare module '../platform/db/database.ts' {
  interface Database {
    topology_reports: TopologyReportTable;
    topology_links: TopologyLinkTable;
    topology_graphs: TopologyGraphTable;
    topology_devices: TopologyDeviceTable;
    topology_states: TopologyStateTable;
    topology_requests: TopologyRequestTable;
    topology_edits: TopologyEditTable;
  }
}
