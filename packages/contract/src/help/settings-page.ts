import { SETTING_GROUPS } from './settings.ts';

/** Returns the page with the settings of an installation in Markdown. */
export const formatSettingsPage = (): string =>
  [
    '# Settings',
    '',
    'Written by `npm run pages` from `packages/contract/src/help/settings.ts`. A setting is an environment variable of the server; _Settings_ in the help of the console has the same list. Port 0 chooses a free port; the second line that is printed at the start lists the ports in use.',
    '',
    ...SETTING_GROUPS.flatMap(({ settings, title }) => [
      `## ${title}`,
      '',
      '| variable | default | meaning |',
      '| --- | --- | --- |',
      ...settings.map(
        ({ fallback, name, what }) => `| \`${name}\` | ${escapeCell(fallback)} | ${escapeCell(what)} |`,
      ),
      '',
    ]),
  ].join('\n');

const escapeCell = (text: string): string => text.replaceAll('|', String.raw`\|`);
