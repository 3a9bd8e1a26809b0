/**
 * Ends the process with one line that states the version if Node.js is too old. It must be imported first,
 * because later modules need the newer version.
 */
const OLDEST = 24;

const [major = '0'] = process.versions.node.split('.');
if (Number(major) < OLDEST) {
  const text = `The agent needs Node.js ${OLDEST} or later; this is ${process.version} (${process.execPath}).`;
  process.stderr.write(`${JSON.stringify({ level: 'error', text })}\n`);
  process.exit(1);
}
