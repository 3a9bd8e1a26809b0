import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A fresh database on the given server, dropped on disposal. */
export async function createTestDatabase(serverUrl: string): Promise<{ url: string } & AsyncDisposable> {
  const name = `nl_test_${randomBytes(6).toString('hex')}`;
  await run(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl.replace('postgresql://postgres@/', 'postgresql://postgres@placeholder/'));
  url.pathname = `/${name}`;
  return {
    url: url.href.replace('@placeholder/', '@/'),
    [Symbol.asyncDispose]: () => run(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
