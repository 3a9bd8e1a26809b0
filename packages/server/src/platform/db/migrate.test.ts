import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { MIGRATIONS } from '../../migrations.ts';
import { createTestDatabase } from '../../testing/index.ts';
import { type Db, openDatabase } from './database.ts';
import { applyMigrations } from './migrate.ts';

const ACCOUNT = '00000000-0000-4000-8000-000000000001';

/** Returns every column of every table, as `table.column type`. */
async function readColumns(db: Db): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select table_name || '.' || column_name || ' ' || data_type as text
    from information_schema.columns where table_schema = 'public' order by 1`.execute(db);
  return rows.map(({ text }) => text);
}

test('migrates an empty database to the current schema and changes nothing on a second run', async () => {
  await using database = await createTestDatabase(inject('databaseUrl'), { empty: true });
  const db = openDatabase(database.url, () => undefined);
  try {
    await applyMigrations(db, MIGRATIONS);
    const columns = await readColumns(db);
    expect(columns).toContain('accounts.account text');
    await applyMigrations(db, MIGRATIONS);
    expect(await readColumns(db)).toEqual(columns);
  } finally {
    await db.destroy();
  }
});

test('rejects a database that a newer version has migrated', async () => {
  await using database = await createTestDatabase(inject('databaseUrl'), { empty: true });
  const db = openDatabase(database.url, () => undefined);
  const newer = { ...MIGRATIONS, '9999-later': { up: () => Promise.resolve() } };
  try {
    await applyMigrations(db, newer);
    await expect(applyMigrations(db, MIGRATIONS)).rejects.toThrow('could not be brought up to date');
  } finally {
    await db.destroy();
  }
});

test('keeps the data of a database of the previous release', async () => {
  await using database = await createTestDatabase(inject('databaseUrl'), { empty: true });
  const db = openDatabase(database.url, () => undefined);
  const released = Object.entries(MIGRATIONS).filter(([name]) => name <= '0037-tunnels');
  try {
    await applyMigrations(db, Object.fromEntries(released));
    await sql`insert into accounts (id, account, nickname, role, kind, level, password_hash, cloud_code, created_at)
      values (${ACCOUNT}, 'old@example.com', 'Old', 1, 1, 1, 'hash', 'CODE', now())`.execute(db);
    await sql`insert into base_devices (sn, mac, model, secret_hash, claim_hash, registered_at)
      values ('SN1', '02:00:00:00:00:01', 'NL-AP5', 'secret', 'claim', now())`.execute(db);
    await sql`insert into waiting_devices (sn, model, mac, software, heard_at)
      values ('SN1', 'NL-AP5', '02:00:00:00:00:01', '1.0.0', '2026-11-01T00:00:00Z')`.execute(db);
    await sql`insert into waiting_decisions (account_id, sn, standing, at)
      values (${ACCOUNT}, 'SN1', 'rejected', now())`.execute(db);
    await sql`insert into alarms (id, project_id, kind, severity, event, at, standing, told, end_told_at)
      values (${ACCOUNT}, 1, 'site-lost', 'critical', 'Lost', now(), 'held', true, '2026-11-02T00:00:00Z')`.execute(
      db,
    );
    await sql`insert into sign_in_flows
      (flow_id, kind, state, browser_hash, remember, tries, network, user_agent, created_at, expires_at)
      values ('flow', 'provider', 'proved', 'hash', false, 0, '127.0.0.1', 'test', now(), now())`.execute(db);
    await applyMigrations(db, MIGRATIONS);
    expect(await db.selectFrom('sign_in_flows').select('state').execute()).toEqual([{ state: 'verified' }]);
    expect(await db.selectFrom('waiting_devices').select('last_seen_at').execute()).toEqual([
      { last_seen_at: new Date('2026-11-01T00:00:00Z') },
    ]);
    expect(await db.selectFrom('waiting_decisions').select('decision').execute()).toEqual([
      { decision: 'rejected' },
    ]);
    expect(await db.selectFrom('alarms').select(['status', 'notified', 'end_notified_at']).execute()).toEqual(
      [{ status: 'held', notified: true, end_notified_at: new Date('2026-11-02T00:00:00Z') }],
    );
  } finally {
    await db.destroy();
  }
});

test('gives the devices of an earlier release their roles', async () => {
  await using database = await createTestDatabase(inject('databaseUrl'), { empty: true });
  const db = openDatabase(database.url, () => undefined);
  const released = Object.entries(MIGRATIONS).filter(([name]) => name < '0059-device-roles');
  const PROJECTS = [
    { id: 1, mode: 0, kinds: ['wrouter', 'gateway', 'ap', 'cpe', 'cpe', 'cpe'] },
    { id: 2, mode: 0, kinds: ['ap', 'wrouter', 'wrouter'] },
    { id: 3, mode: 1, kinds: ['mesh', 'mesh:primary', 'mesh:limited', 'wrouter'] },
  ];
  try {
    await applyMigrations(db, Object.fromEntries(released));
    await sql`insert into accounts (id, account, nickname, role, kind, level, password_hash, cloud_code, created_at)
      values (${ACCOUNT}, 'old@example.com', 'Old', 1, 1, 1, 'hash', 'CODE', now())`.execute(db);
    for (const { id, kinds, mode } of PROJECTS) {
      await sql`insert into projects (id, owner_id, name, name_key, scenario, net_mode, country, province, city, address,
          time_zone, type_flag, secret_key, device_password, created_at)
        values (${id}, ${ACCOUNT}, ${`P${id}`}, ${`p${id}`}, 'hotel', ${mode}, '', '', '', '', 'UTC', 0, '', '', now())`.execute(
        db,
      );
      for (const [index, each] of kinds.entries()) {
        const [kind, detail] = each.split(':');
        const features = kind === 'mesh' && detail !== 'limited' ? ['mesh', 'dhcp'] : [];
        const sn = `P${id}-${index}`;
        await sql`insert into devices (id, project_id, sn, mac, model, kind, name, name_key, caps, state, state_at, waiting,
            managed, mesh_role, reported_rev, reported_hash, reported_status, reported_issues, desired_rev, bad_rev, sent_rev, epoch, created_at)
          values (${sn}, ${id}, ${sn}, ${sn}, 'NL', ${kind}, ${sn}, ${sn}, ${JSON.stringify({ features })}, 0, now(), true,
            'cloud', ${detail === 'primary' ? detail : null}, 0, '', 'none', '[]', 0, 0, 0, 0, ${new Date(index * 1000)})`.execute(
          db,
        );
      }
    }
    await applyMigrations(db, MIGRATIONS);
    const rows = await db.selectFrom('devices').select(['sn', 'role', 'limit_class']).orderBy('sn').execute();
    expect(rows.map(({ limit_class, role, sn }) => `${sn} ${role} ${limit_class}`)).toEqual([
      'P1-0 access-point ap',
      'P1-1 gateway null',
      'P1-2 access-point null',
      'P1-3 bridge-base null',
      'P1-4 bridge-client null',
      'P1-5 bridge-base null',
      'P2-0 access-point null',
      'P2-1 gateway gateway',
      'P2-2 access-point ap',
      'P3-0 mesh-secondary null',
      'P3-1 mesh-primary null',
      'P3-2 mesh-secondary null',
      'P3-3 access-point ap',
    ]);
  } finally {
    await db.destroy();
  }
});
