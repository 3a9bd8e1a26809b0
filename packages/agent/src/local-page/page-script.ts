/** The page's own script. Values become text, never markup; the session lies in this tab alone. */
export const PAGE_SCRIPT = `const KEY = 'device-session';
const at = (id) => document.getElementById(id);
const say = (text, tone = 'wrong') => {
  at('message').textContent = text;
  at('message').dataset.tone = tone;
};
let now;
let ways = [];

async function call(method, path, body) {
  const token = sessionStorage.getItem(KEY);
  const answer = await fetch(path, {
    method,
    headers: {
      ...(token && { 'x-device-session': token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const value = await answer.json();
  if (answer.ok) return value;
  if (answer.status === 401 && path !== '/api/session') signedOut();
  throw new Error(value.message);
}

function uptime(seconds) {
  const parts = [[Math.floor(seconds / 86400), 'd'], [Math.floor(seconds / 3600) % 24, 'h'], [Math.floor(seconds / 60) % 60, 'min']];
  return parts.filter(([count]) => count > 0).map(([count, unit]) => count + ' ' + unit).join(' ') || 'less than a minute';
}

function show(status) {
  now = status;
  const local = status.managed === 'local';
  document.title = status.name;
  at('name').textContent = status.name;
  at('mode').textContent = local ? 'Managed at this page' : 'Managed by the cloud';
  at('model').textContent = status.model;
  at('serial').textContent = status.serial;
  at('software').textContent = status.software;
  at('uptime').textContent = uptime(status.uptimeSeconds);
  at('cloud').textContent = status.connected ? 'Connected' : 'Not connected';
  at('managed').textContent = local ? 'Local' : 'Cloud';
  const signedIn = sessionStorage.getItem(KEY) !== null;
  at('sign-in').hidden = signedIn;
  at('control').hidden = !signedIn;
  at('sign-in-form').hidden = !status.hasPassword;
  at('no-password').hidden = status.hasPassword;
  at('switch').textContent = local ? 'Give management to the cloud' : 'Manage the device here';
  at('mode-help').textContent = local
    ? 'The cloud shows the device and does not change it.'
    : 'The cloud configures the device. Here it can be restarted, and its password changed, under local management.';
  at('restart').setAttribute('aria-disabled', String(!local));
  at('password-form').hidden = !local;
  at('internet').hidden = !signedIn || ways.length === 0;
  at('wan-apply').setAttribute('aria-disabled', String(!local));
  at('internet-help').textContent = local
    ? 'What is set here runs at once. The console shows that it differs, and asks which of both holds.'
    : 'It is set in the console. Here it can be set under local management.';
}

function signedOut() {
  sessionStorage.removeItem(KEY);
  if (now) show(now);
}

const refresh = async () => show(await call('GET', '/api/status'));

function showMode() {
  at('wan-fixed').hidden = at('wan-mode').value !== 'static';
}

function showWay() {
  const way = ways.find(({ port }) => port === at('wan-port').value);
  if (!way) return;
  at('wan-mode').value = way.mode === 'static' ? 'static' : 'dhcp';
  at('wan-ip').value = way.ip || '';
  at('wan-mask').value = way.mask || '';
  at('wan-gateway').value = way.gateway || '';
  at('wan-dns').value = way.dns.join(', ');
  if (way.mode === 'pppoe') say('This port dials by PPPoE now. That is set in the console; here it would be replaced.');
  showMode();
}

async function loadWays(port) {
  ways = (await call('GET', '/api/internet')).ports;
  at('wan-port').replaceChildren(...ways.map((way) => new Option(way.port, way.port)));
  if (port) at('wan-port').value = port;
  showWay();
}

function on(id, type, act) {
  at(id).addEventListener(type, async (event) => {
    event.preventDefault();
    say('');
    try {
      await act();
    } catch (error) {
      say(error instanceof TypeError ? 'The device does not answer.' : error.message);
    }
  });
}

on('sign-in-form', 'submit', async () => {
  const { token } = await call('POST', '/api/session', { password: at('password').value });
  at('password').value = '';
  sessionStorage.setItem(KEY, token);
  await loadWays();
  await refresh();
  at('switch').focus();
});
on('sign-out', 'click', async () => {
  await call('DELETE', '/api/session').finally(signedOut);
});
on('switch', 'click', async () => {
  show(await call('PUT', '/api/management', { managed: now.managed === 'local' ? 'cloud' : 'local' }));
  await refresh();
});
on('restart', 'click', async () => {
  await call('POST', '/api/restart');
  say('The device restarts.', 'done');
});
on('password-form', 'submit', async () => {
  await call('PUT', '/api/password', { password: at('new-password').value });
  at('new-password').value = '';
  signedOut();
  say('The password is changed. Sign in with it.', 'done');
});

at('wan-port').addEventListener('change', showWay);
at('wan-mode').addEventListener('change', showMode);
on('internet-form', 'submit', async () => {
  const mode = at('wan-mode').value;
  const port = at('wan-port').value;
  const text = (id) => at(id).value.trim();
  const dns = text('wan-dns').split(/[\\s,;]+/).filter((each) => each !== '');
  const fixed = { ip: text('wan-ip'), mask: text('wan-mask'), gateway: text('wan-gateway') };
  await call('PUT', '/api/internet', { port, mode, dns, ...(mode === 'static' && fixed) });
  await loadWays(port);
  say('It runs.', 'done');
});

async function keepUp() {
  await refresh().catch(() => { at('cloud').textContent = 'The device does not answer.'; });
  setTimeout(keepUp, 5000);
}
if (sessionStorage.getItem(KEY)) await call('GET', '/api/session').then(() => loadWays()).catch(() => undefined);
await keepUp();
`;
