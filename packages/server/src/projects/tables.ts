export interface ProjectTable {
  id: number;
  /** Null for the demos that belong to the installation. */
  owner_id: string | null;
  name: string;
  /** Normal form of the name: unique per owner. */
  name_key: string;
  scenario: string;
  net_mode: number;
  country: string;
  province: string;
  city: string;
  address: string;
  time_zone: string;
  type_flag: number;
  /** The project's own key, wrapped by the server's. */
  secret_key: Buffer;
  device_password: Buffer;
  created_at: Date;
}

declare module '../platform/db/database.ts' {
  interface Database {
    projects: ProjectTable;
  }
}
