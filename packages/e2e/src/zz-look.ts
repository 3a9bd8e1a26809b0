import { chromium } from 'playwright-core';
const base = 'http://127.0.0.1:' + (process.env['PORT'] ?? '8080');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const out = '/tmp/look';
const shots = process.argv.slice(2);
for (const scheme of ['light', 'dark'] as const)
  for (const width of [1440, 390]) {
    const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme: scheme });
    const page = await context.newPage();
    await page.goto(base);
    await page.getByRole('button', { name: /demo/i }).first().click();
    await page.waitForTimeout(4000);
    const answer = await page.evaluate(async () => (await fetch('/api/v1/projects')).json());
    const project = answer.items.find((p: { netMode: number }) => p.netMode === 0) ?? answer.items[0];
    const devices = await page.evaluate(async (id) => (await fetch(`/api/v1/projects/${id}/devices?limit=200`)).json(), project.id);
    const find = (kind: string) => devices.items.find((d: { kind: string }) => d.kind === kind);
    for (const shot of shots) {
      const [name, path] = shot.split('=', 2) as [string, string];
      const url = path.replace('PROJECT', project.id).replace('NVR', find('nvr')?.id).replace('IPC', find('ipc')?.id).replaceAll('~', '=');
      await page.goto(base + url);
      await page.waitForTimeout(3500);
      await page.screenshot({ path: `${out}/${name}-${scheme}-${width}.png` });
    }
    await context.close();
  }
await browser.close();
