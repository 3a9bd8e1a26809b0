/** `npm run audit -- verify`: verifies the audit's hash chain; exit code 1 when a record was changed. */
import { SystemEntropy } from '@northlight/runtime';
import { verifyNow } from '../audit/index.ts';
import { Envelope, loadWrappingKey } from '../platform/secrets/envelope.ts';
import { StartupError } from '../platform/startup-error.ts';
import { runWithDatabase } from './run-with-database.ts';

try {
  if (process.argv[2] !== 'verify') throw new StartupError('Usage: npm run audit -- verify');
  const report = await runWithDatabase((db, config) => {
    const entropy = new SystemEntropy();
    const envelope = new Envelope(loadWrappingKey(config.key, config.dataDirectory, entropy), entropy);
    return verifyNow({ db, envelope, config });
  });
  console.log(
    report.whole
      ? `The audit is intact: ${report.length} records, none changed.`
      : `The audit is broken at record ${report.brokenAt}: ${report.reason}`,
  );
  if (!report.whole) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
