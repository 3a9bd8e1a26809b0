/** HTML of the page; its script fills in values as plain text. */
export const PAGE_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Device</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body>
<header><h1 id="name">Device</h1><p id="mode" role="status"></p></header>
<main>
<section aria-labelledby="status-title">
<h2 id="status-title">Status</h2>
<dl id="status">
<dt>Model</dt><dd id="model"></dd>
<dt>Serial number</dt><dd id="serial"></dd>
<dt>Software</dt><dd id="software"></dd>
<dt>Uptime</dt><dd id="uptime"></dd>
<dt>Cloud</dt><dd id="cloud"></dd>
<dt>Management</dt><dd id="managed"></dd>
</dl>
</section>
<section id="sign-in" aria-labelledby="sign-in-title" hidden>
<h2 id="sign-in-title">Sign in</h2>
<p id="no-password" hidden>The device password is not set. Set it in the console.</p>
<form id="sign-in-form">
<label for="password">Device password</label>
<input id="password" type="password" autocomplete="current-password" maxlength="64" required>
<button type="submit">Sign in</button>
</form>
</section>
<section id="control" aria-labelledby="control-title" hidden>
<h2 id="control-title">Management</h2>
<p id="mode-help"></p>
<div class="row">
<button id="switch" type="button"></button>
<button id="restart" type="button">Restart device</button>
<button id="sign-out" type="button" class="quiet">Sign out</button>
</div>
<form id="password-form">
<label for="new-password">New device password</label>
<input id="new-password" type="password" autocomplete="new-password" maxlength="64" required>
<button type="submit">Change password</button>
</form>
</section>
<section id="internet" aria-labelledby="internet-title" hidden>
<h2 id="internet-title">Internet</h2>
<p id="internet-help"></p>
<form id="internet-form">
<label for="wan-port">Port</label>
<select id="wan-port"></select>
<label for="wan-mode">Address</label>
<select id="wan-mode">
<option value="dhcp">Dynamic (DHCP)</option>
<option value="static">Static</option>
</select>
<div id="wan-fixed">
<label for="wan-ip">IP address</label>
<input id="wan-ip" inputmode="decimal" autocomplete="off" maxlength="15">
<label for="wan-mask">Subnet mask</label>
<input id="wan-mask" inputmode="decimal" autocomplete="off" maxlength="15">
<label for="wan-gateway">Gateway</label>
<input id="wan-gateway" inputmode="decimal" autocomplete="off" maxlength="15">
</div>
<label for="wan-dns">DNS servers (one or two, optional)</label>
<input id="wan-dns" inputmode="decimal" autocomplete="off" maxlength="40">
<button type="submit" id="wan-apply">Apply</button>
</form>
</section>
<p id="message" role="alert"></p>
</main>
<noscript><p>This page needs JavaScript.</p></noscript>
</body>
</html>
`;
