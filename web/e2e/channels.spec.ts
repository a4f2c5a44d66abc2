import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { asAdministrator } from './support/api';
import { accessibilityViolations } from './support/axe';
import { simulatedChannel } from './support/tasks';
import { logInAsAdministrator, expect, setLanguage, waitUntilLoaded, test } from './support/test';

/** What the browser offers while typing. */
const suggestionsOf = (field: Locator): Promise<string[]> =>
  field.evaluate((input: HTMLInputElement) => [...(input.list?.options ?? [])].map(({ value }) => value));

const unique = (): string => Math.random().toString(36).slice(2, 8);

test.beforeEach(({ context }) => setLanguage(context, 'en'));

test('a channel is created, validated, tested with one number and enabled', async ({ page }) => {
  const { config } = await simulatedChannel();
  const name = `made-${unique()}`;
  const project = `served_${unique()}`;
  await logInAsAdministrator(page, '/channel/list');
  await expect(page.getByRole('row', { name: /demo-batch/ })).toContainText('Usable');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'New channel' }).click();

  await page.getByLabel('Name', { exact: true }).first().fill(name);
  await page.getByLabel('Base URL').fill(config.base_url);
  const served = page.getByRole('combobox', { name: 'Projects' });
  await served.fill('live carrier');
  await expect(page.getByRole('option', { name: 'hlr_carrier' })).toBeVisible();
  // A separate project, so that tasks of other journeys do not use this channel.
  await served.fill(project);
  await page.keyboard.press('Enter');
  await page.getByLabel('Contract reference').fill('C-2026-1');
  await page.getByLabel('Contract end date').fill('2099-01-01');
  await page.getByLabel('Response mode').selectOption('poll');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const faults = page.getByRole('alert').filter({ hasText: 'Problems found' });
  await expect(faults).toContainText('poll.state');
  await expect(faults).toContainText('Required');
  await expect(page.getByLabel('State path')).toHaveAttribute('aria-invalid', 'true');
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByLabel('Response mode').selectOption('sync');
  await page.getByLabel('Numbers per request').fill('50');
  await page.getByLabel('Path', { exact: true }).fill('/sync/whatsapp?for={{ project }}');
  await page.getByLabel('Body template').fill('{"numbers": {{ e164 | tojson }}}');
  await page.getByLabel('Items path').fill('$.results[*]');
  await page.getByLabel('Match key path').fill('$.to');
  await page.getByRole('button', { name: 'Add rule' }).first().click();
  const rule = page.getByRole('group', { name: 'Rule 1' });
  expect(await suggestionsOf(rule.getByLabel('Result field'))).toContain('status');
  expect(await suggestionsOf(rule.getByLabel('Default', { exact: true }))).toContain('unknown');
  await rule.getByLabel('Result field').fill('status');
  await rule.getByLabel('Value path').fill('$.state');
  for (const [row, [theirs, ours]] of [
    ['live', 'active'],
    ['dead', 'inactive'],
  ].entries()) {
    await rule.getByRole('button', { name: 'Add row' }).click();
    await rule.getByLabel(`Provider value → our value: Provider value ${row + 1}`).fill(theirs ?? '');
    await rule.getByLabel(`Provider value → our value: Our value ${row + 1}`).fill(ours ?? '');
  }
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('No problems found')).toBeVisible();

  // Both views show the same channel.
  await page.getByText('YAML', { exact: true }).click();
  const text = page.getByLabel('Channel as YAML');
  await expect(text).toHaveValue(new RegExp(`name: ${name}`));
  const yaml = await text.inputValue();
  await text.fill(yaml.replace('max: 50', 'max: 20').replace('rps: 10', 'rps: : 10'));
  await page.getByText('Form', { exact: true }).click();
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await text.fill(yaml.replace('max: 50', 'max: 20'));
  await page.getByText('Form', { exact: true }).click();
  await expect(page.getByLabel('Numbers per request')).toHaveValue('20');

  const trial = page.getByRole('region', { name: 'Test with one number' });
  await trial.getByLabel('Number').fill('12');
  await trial.getByRole('button', { name: 'Test' }).click();
  await expect(trial.getByText('Enter a number with its country code')).toBeVisible();
  await trial.getByLabel('Number').fill('+86 138 0013 8000');
  await trial.getByLabel('Project').fill(project);
  await trial.getByRole('button', { name: 'Test' }).click();
  await expect(trial.getByText('Mapped row')).toBeVisible({ timeout: 60_000 });
  await expect(trial.getByLabel('Raw request')).toContainText('POST');
  await expect(trial.getByLabel('Raw request')).toContainText('+8613800138000');
  await expect(trial.getByLabel(/^Raw response/)).toContainText('"to"');

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Disabled');
  await row.getByRole('switch', { name: `Enable ${name}` }).press('Space');
  await expect(row).toContainText('Usable');

  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export YAML' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toContain('max: 20');
  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('a stored secret is never shown, and a YAML file is imported as a channel', async ({ page }) => {
  const name = `file-${unique()}`;
  await logInAsAdministrator(page, '/channel/list');
  await waitUntilLoaded(page);
  await page.locator('input[type=file]').setInputFiles({
    name: 'provider.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from(
      [
        `name: ${name}`,
        'base_url: https://api.example.com',
        'checks: [whatsapp]',
        'contract: {ref: C-1, expires: 2099-01-01}',
        'auth: {kind: bearer, token: very-secret-token}',
        'submit: {path: /lookup}',
        'items: $.results[*]',
        'match: {key: $.to}',
        'map: [{to: status, path: $.state}]',
      ].join('\n'),
    ),
  });
  await expect(page.getByLabel('Channel as YAML')).toHaveValue(/very-secret-token/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name }).first().click();
  await expect(page.getByText('Stored. Enter a new value to replace it.')).toBeVisible();
  await expect(page.getByLabel('Token', { exact: true })).toHaveValue('********');
  await page.getByLabel('Base URL').fill('https://elsewhere.example.com');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('auth.token');
  expect(JSON.stringify(await asAdministrator('channel/list', {}))).not.toContain('very-secret');
});

test('a concurrent change of a channel is kept, in the form and as YAML', async ({ page }) => {
  const name = `shared-${unique()}`;
  const config = {
    name,
    base_url: 'https://api.example.com',
    checks: [`served_${unique()}`],
    contract: { ref: 'C-1', expires: '2099-01-01' },
    submit: { method: 'POST', path: '/lookup' },
    items: '$.results[*]',
    match: { key: '$.to' },
    map: [{ to: 'status', path: '$.state', values: { live: 'active' } }],
  };
  const save = (version: number, priority: number, enabled: boolean, over: object = {}) =>
    asAdministrator('channel/save', { version, priority, enabled, config: { ...config, ...over } });
  const stored = async () => {
    const channels = (await asAdministrator('channel/list', {})) as unknown as Stored[];
    const found = channels.find((channel) => channel.name === name);
    if (!found) throw new Error('the channel was not saved');
    return found;
  };
  await save(0, 100, true);
  await logInAsAdministrator(page, '/channel/list');
  const open = page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name })
    .first();
  await open.click();
  await page.getByLabel('Base URL').fill('https://one.example.com');
  await save((await stored()).version, 7, false);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const reload = page.getByRole('button', { name: 'Load the latest version and keep my changes' });
  await reload.click();
  await expect(page.getByRole('switch', { name: 'Enabled' })).not.toBeChecked();
  await expect(page.getByLabel('Priority')).toHaveValue('7');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // The editor opens with what the list shows, which is asked for again after the change.
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row.locator('td').filter({ hasText: /^7$/ })).toBeVisible();
  await open.click();
  expect(await stored()).toMatchObject({ priority: 7, enabled: false });

  await page.getByText('YAML', { exact: true }).click();
  const yaml = page.getByLabel('Channel as YAML');
  await yaml.fill((await yaml.inputValue()).replace('one.example.com', 'two.example.com'));
  await save((await stored()).version, 7, false, { base_url: 'https://one.example.com', countries: ['CN'] });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await reload.click();
  await expect(yaml).toHaveValue(/two\.example\.com[^]*CN/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(open).toBeVisible();
  expect((await stored()).config).toMatchObject({
    base_url: 'https://two.example.com',
    countries: ['CN'],
  });
});

interface Stored {
  name: string;
  version: number;
  priority: number;
  enabled: boolean;
  config: object;
}

test('a project is created, its price changed, and a concurrent change is kept', async ({ page }) => {
  const slug = `made_${unique()}`;
  await logInAsAdministrator(page, '/project/list');
  await expect(page.getByRole('row', { name: /WhatsApp/ })).toContainText('Messaging');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'New project' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Use only lower-case letters, digits and "_"')).toBeVisible();
  await dialog.getByLabel('Slug').fill(slug);
  await dialog.getByRole('group', { name: 'English' }).getByLabel('Name').fill(`Made ${slug}`);
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('tab', { name: 'Prices' }).click();
  await dialog.getByLabel('Price (points)').fill('0.0125');
  await dialog.getByRole('combobox', { name: 'Add country' }).click();
  await page.getByRole('option', { name: 'China (CN)' }).click();
  await dialog.getByLabel('Price in China').fill('0.00001');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Enter 0 or more points, at most 4 decimals')).toBeVisible();
  await dialog.getByLabel('Price in China').fill('0.02');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('Name or slug').fill(slug);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const row = page.getByRole('row', { name: new RegExp(slug) });
  await expect(row).toContainText('0.0125');
  await expect(row).toContainText('+ 1 by country');
  await expect(row).toContainText('No channel');

  await row.getByRole('button', { name: 'Edit' }).click();
  const projects = (await asAdministrator('project/list', {})) as unknown as {
    slug: string;
    usable: boolean;
  }[];
  const found = projects.find((project) => project.slug === slug);
  if (!found) throw new Error('the project was not saved');
  const { usable: _, ...stored } = found;
  await asAdministrator('project/save', { ...stored, sort: 77 });
  await dialog.getByRole('tab', { name: 'Prices' }).click();
  await dialog.getByLabel('Price (points)').fill('0.5');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('button', { name: 'Load the latest version and keep my changes' }).click();
  await expect(dialog.getByText('The latest version is loaded and your changes are kept')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Names and texts' }).click();
  await expect(dialog.getByLabel('Menu order')).toHaveValue('77');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row).toContainText('0.50');
});

test('a channel is created from a preset after a test with one number', async ({ page }) => {
  const name = `preset-${unique()}`;
  await logInAsAdministrator(page, '/channel/list');
  await page.getByRole('button', { name: 'Presets' }).click();
  await expect(page.getByRole('button', { name: /^Twilio/ })).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByLabel('Search by provider, project or country').fill('number lookup telnyx');
  await expect(page.getByText('1 preset', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Telnyx/ }).click();

  await expect(page.getByLabel('API key')).not.toHaveValue('');
  await page.getByLabel('API key').fill('');
  await page.getByRole('button', { name: 'Create channel' }).click();
  await expect(page.getByLabel('API key')).toHaveAttribute('data-invalid', 'true');
  await page.getByLabel('API key').fill('key-of-the-operator');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Contract reference').fill('C-2026-2');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByLabel('Contract end date').fill('2099-01-01');
  const trial = page.getByRole('region', { name: 'Test with one number' });
  await trial.getByLabel('Number').fill('+12025550123');
  await trial.getByRole('button', { name: 'Test' }).click();
  await expect(trial.getByText('Mapped row')).toBeVisible({ timeout: 60_000 });
  await expect(trial.getByLabel('Raw request')).toContainText('GET /telnyx-lookup/v2/number_lookup/');
  await expect(trial.getByLabel('Raw request')).not.toContainText('key-of-the-operator');
  await expect(trial.getByLabel(/^Raw response/)).toContainText('"carrier"');

  await trial.getByLabel('Project').selectOption('Porting');
  await page.getByRole('switch', { name: 'Enabled' }).press('Space');
  await page.getByRole('button', { name: 'Create channel' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Usable');

  // An older version of the preset, as after an upgrade, with a field that the operator has changed.
  const channels = (await asAdministrator('channel/list', {})) as unknown as FromPreset[];
  const found = channels.find((channel) => channel.name === name);
  if (!found) throw new Error('the channel was not saved');
  const { config } = found;
  config.preset.version -= 1;
  config.preset.base.classify = config.classify = config.classify.slice(1);
  config.preset.base.limit.rps = 3;
  config.limit.rps = 5;
  await asAdministrator('channel/save', { version: found.version, priority: 100, enabled: false, config });
  await page.reload();
  await expect(row).toContainText('Disabled');
  await row.getByRole('button', { name }).first().click();
  await page.getByRole('button', { name: 'Show changes' }).click();
  const changes = page.getByRole('list', { name: 'Changes of the preset' });
  await expect(changes.getByRole('listitem').filter({ hasText: 'classify' })).toContainText('throttle');
  await expect(changes.getByRole('listitem').filter({ hasText: 'classify' })).not.toContainText('pause');
  await expect(changes.getByRole('listitem').filter({ hasText: 'limit.rps' })).toContainText('yours, kept');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Take into the form' }).click();
  await expect(page.getByRole('group', { name: 'Rule 1' }).last().getByLabel('HTTP status')).toHaveValue(
    '429',
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row).toContainText('Disabled');
});

test('a provider that delivers later: the preset is saved, tested, and understood in Japanese', async ({
  page,
  context,
}) => {
  const name = `later-${unique()}`;
  await logInAsAdministrator(page, '/channel/list');
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('button', { name: /^Infobip.*asynchronous/ }).click();
  await expect(page.getByText('Save the channel before you test it.')).toBeVisible();
  await page.getByLabel('Base URL').fill('xyz123.api.infobip.com');
  await page.getByLabel('API key').fill('key-of-the-operator');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Contract reference').fill('C-2026-3');
  await page.getByLabel('Contract end date').fill('2099-01-01');
  const trial = page.getByRole('region', { name: 'Test with one number' });
  await trial.getByLabel('Number').fill('+4915112345678');
  await trial.getByRole('button', { name: 'Test' }).click();
  await expect(trial.getByRole('alert')).toContainText('Results are delivered to saved channels only.');
  await page.getByRole('button', { name: 'Create channel' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name }).first().click();
  await trial.getByLabel('Project').selectOption('Live status');
  await trial.getByLabel('Number').fill('+4915112345678');
  await trial.getByRole('button', { name: 'Test' }).click();
  await expect(trial.getByText('Mapped row')).toBeVisible({ timeout: 60_000 });
  await expect(trial.getByLabel('Raw request')).toContainText('"notifyUrl"');
  await expect(trial.getByLabel(/^Raw response/).last()).toContainText('"results"');

  await setLanguage(context, 'ja');
  await page.goto('/channel/list');
  await page.getByRole('button', { name: 'プリセット' }).click();
  await page.getByRole('button', { name: /^Infobip.*asynchronous/ }).click();
  await expect(page.getByLabel('API キー')).toBeVisible();
  await expect(page.getByText('テストの前にチャネルを保存してください。')).toBeVisible();
  await expect(page.getByText('Save the channel before you test it.')).toHaveCount(0);
});

interface FromPreset {
  name: string;
  version: number;
  config: {
    classify: object[];
    limit: { rps: number };
    preset: { version: number; base: { classify: object[]; limit: { rps: number } } };
  };
}
