/** Writes the pages and files of the documentation that the contract determines. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describeMembers } from '../packages/contract/src/device-protocol/describe-members.ts';
import { MESSAGE_EXAMPLES } from '../packages/contract/src/device-protocol/message-examples.ts';
import { formatSettingsPage } from '../packages/contract/src/help/index.ts';

const FILES: Readonly<Record<string, string>> = {
  'docs/device-protocol-members.md': describeMembers(),
  'docs/settings.md': formatSettingsPage(),
  'packages/contract/device-messages.json': `${JSON.stringify(MESSAGE_EXAMPLES, null, 2)}\n`,
};
for (const [file, text] of Object.entries(FILES)) writeFileSync(file, text);
execFileSync('oxfmt', Object.keys(FILES));
