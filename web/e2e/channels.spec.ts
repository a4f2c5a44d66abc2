import { readFile } from 'node:fs/promises';
import { asAdministrator } from './support/api';
import { accessFaults } from './support/axe';
import { simulatedChannel } from './support/tasks';
import { enterAsAdministrator, expect, setLanguage, settled, test } from './support/test';

const unique = (): string => Math.random().toString(36).slice(2, 8);

test.beforeEach(({ context }) => setLanguage(context, 'en'));

test('a channel is made, what is wrong is named, one number is tried, and it is enabled', async ({
  page,
}) => {
  const { config } = await simulatedChannel();
  const name = `made-${unique()}`;
  const project = `served_${unique()}`;
  await enterAsAdministrator(page, '/channel/list');
  await expect(page.getByRole('row', { name: /demo-batch/ })).toContainText('Usable');
  expect(await accessFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'New channel' }).click();

  await page.getByLabel('Name', { exact: true }).first().fill(name);
  await page.getByLabel('Base URL').fill(config.base_url);
  const served = page.getByRole('combobox', { name: 'Projects it serves' });
  await served.fill('live carrier');
  await expect(page.getByRole('option', { name: 'hlr_carrier' })).toBeVisible();
  // A project of its own: the other journeys' tasks must not come to this channel.
  await served.fill(project);
  await page.keyboard.press('Enter');
  await page.getByLabel('Contract reference').fill('C-2026-1');
  await page.getByLabel('Contract ends on').fill('2099-01-01');
  await page.getByLabel('How answers come').selectOption('poll');
  await page.getByRole('button', { name: 'Save' }).click();
  const faults = page.getByRole('alert').filter({ hasText: 'Problems found' });
  await expect(faults).toContainText('poll.state');
  await expect(faults).toContainText('Must be given');
  await expect(page.getByLabel('Where the state is')).toHaveAttribute('aria-invalid', 'true');
  expect(await accessFaults(page)).toEqual([]);

  await page.getByLabel('How answers come').selectOption('sync');
  await page.getByLabel('Numbers a request').fill('50');
  await page.getByLabel('Path', { exact: true }).fill('/sync/whatsapp?for={{ project }}');
  await page.getByLabel('Body template').fill('{"numbers": {{ e164 | tojson }}}');
  await page.getByLabel('Where the items are').fill('$.results[*]');
  await page.getByLabel('Where the key is').fill('$.to');
  await page.getByRole('button', { name: 'Add a rule' }).first().click();
  const rule = page.getByRole('group', { name: 'Rule 1' });
  await rule.getByLabel('Field of the result').fill('status');
  await rule.getByLabel('Where the value is').fill('$.state');
  for (const [row, [theirs, ours]] of [
    ['live', 'active'],
    ['dead', 'inactive'],
  ].entries()) {
    await rule.getByRole('button', { name: 'Add a row' }).click();
    await rule.getByLabel(`Their values → ours: Theirs ${row + 1}`).fill(theirs ?? '');
    await rule.getByLabel(`Their values → ours: Ours ${row + 1}`).fill(ours ?? '');
  }
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Nothing wrong was found')).toBeVisible();

  // Both views are the same channel.
  await page.getByText('YAML', { exact: true }).click();
  const text = page.getByLabel('The channel as YAML');
  await expect(text).toHaveValue(new RegExp(`name: ${name}`));
  const yaml = await text.inputValue();
  await text.fill(yaml.replace('max: 50', 'max: 20').replace('rps: 10', 'rps: : 10'));
  await page.getByText('Form', { exact: true }).click();
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await text.fill(yaml.replace('max: 50', 'max: 20'));
  await page.getByText('Form', { exact: true }).click();
  await expect(page.getByLabel('Numbers a request')).toHaveValue('20');

  const trial = page.getByRole('region', { name: 'Try it with one number' });
  await trial.getByLabel('Number').fill('12');
  await trial.getByRole('button', { name: 'Try' }).click();
  await expect(trial.getByText('Enter a number with its country code')).toBeVisible();
  await trial.getByLabel('Number').fill('+86 138 0013 8000');
  await trial.getByLabel('Project').fill(project);
  await trial.getByRole('button', { name: 'Try' }).click();
  await expect(trial.getByText('Mapped row')).toBeVisible({ timeout: 60_000 });
  await expect(trial.getByLabel('Raw request')).toContainText('POST');
  await expect(trial.getByLabel('Raw request')).toContainText('+8613800138000');
  await expect(trial.getByLabel(/^Raw answer/)).toContainText('"to"');

  await page.getByRole('button', { name: 'Save' }).click();
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

test('a stored secret is never shown, and a file of YAML becomes a channel', async ({ page }) => {
  const name = `file-${unique()}`;
  await enterAsAdministrator(page, '/channel/list');
  await settled(page);
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
  await expect(page.getByLabel('The channel as YAML')).toHaveValue(/very-secret-token/);
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name }).first().click();
  await expect(page.getByText('Stored. Type a new one to replace it.')).toBeVisible();
  await expect(page.getByLabel('Token', { exact: true })).toHaveValue('********');
  await page.getByLabel('Base URL').fill('https://elsewhere.example.com');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('auth.token');
  expect(JSON.stringify(await asAdministrator('channel/list', {}))).not.toContain('very-secret');
});

test('a project is made, its price changed, and a change by somebody else is not undone', async ({
  page,
}) => {
  const slug = `made_${unique()}`;
  await enterAsAdministrator(page, '/project/list');
  await expect(page.getByRole('row', { name: /WhatsApp/ })).toContainText('Messaging');
  expect(await accessFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'New project' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Only lower-case letters, digits and "_"')).toBeVisible();
  await dialog.getByLabel('Slug').fill(slug);
  await dialog.getByRole('group', { name: 'English' }).getByLabel('Name').fill(`Made ${slug}`);
  expect(await accessFaults(page)).toEqual([]);
  await dialog.getByRole('tab', { name: 'Prices' }).click();
  await dialog.getByLabel('Price (points)').fill('0.0125');
  await dialog.getByRole('combobox', { name: 'Add a country' }).click();
  await page.getByRole('option', { name: 'China (CN)' }).click();
  await dialog.getByLabel('Price in China').fill('0.00001');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter 0 or more points, at most 4 decimals')).toBeVisible();
  await dialog.getByLabel('Price in China').fill('0.02');
  await dialog.getByRole('button', { name: 'Save' }).click();
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
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Load the latest and keep my input' }).click();
  await expect(dialog.getByText('The latest is loaded and your changes are still there')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Names and texts' }).click();
  await expect(dialog.getByLabel('Order in the menu')).toHaveValue('77');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('0.50');
});
