import pg from 'pg';

/**
 * A pool that outlives its connections. `onLost` hears of one that was lost while nobody used it. Of one in use whoever
 * uses it hears, by the statement that fails; without a listener the library would end the process for it.
 */
export function openPool(config: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 10_000, ...config });
  pool.on('error', (error) => {
    // The library hangs the whole connection on it, which a log would write out with every statement.
    Reflect.deleteProperty(error, 'client');
    onLost(error);
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
