import pg from 'pg';

/**
 * Opens a pool that survives lost connections. `onLost` receives the error of an idle connection. The loss of
 * a connection in use fails its current statement; without the empty listener, the library would end the
 * process.
 */
export function openPool(config: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 10_000, ...config });
  pool.on('error', (error) => {
    // Removes the connection that the library attaches to the error, because a log would print it with every
    // statement.
    Reflect.deleteProperty(error, 'client');
    onLost(error);
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
