import type { Page } from '@playwright/test'
import { expect, launchApp, test } from '../launch'
import { openSystem, quietProject, showTab } from '../support'

async function explorer(app: object = {}): Promise<Page> {
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ app })}`] })
  await showTab(page, 'Notifications')
  return page
}

test('registering the same callback twice is DXGI_ERROR_ALREADY_EXISTS [TN-08]', async () => {
  const page = await explorer()
  const register = page.getByRole('button', { name: 'Register callback' })
  await register.click()
  await expect(page.getByText('S_OK 0x00000000', { exact: true })).toBeVisible()
  await expect(page.getByText('CallbackCookie = 1')).toBeVisible()
  await register.click()
  await expect(page.getByText('DXGI_ERROR_ALREADY_EXISTS 0x887A0036', { exact: true })).toBeVisible()
  await expect(page.getByText('CallbackCookie = 0')).toBeVisible()
  const live = page.getByRole('table', { name: 'Live registrations' })
  await expect(live.getByRole('row').last().getByRole('cell')).toContainText(['1', '', 'by hand', '', 'ignores it'])
})

test('unregistering tells apart what can never be a cookie and what is not registered [TN-10]', async () => {
  const page = await explorer()
  const call = async (cookie: string, expected: string): Promise<void> => {
    await page.getByLabel('Cookie', { exact: true }).fill(cookie)
    await page.getByRole('button', { name: 'Unregister' }).click()
    await expect(page.getByText(expected, { exact: true })).toBeVisible()
  }
  await call('4294967295', 'E_INVALIDARG 0x80070057')
  await call('7', 'DXGI_ERROR_NOT_FOUND 0x887A0002')
  await call('0', 'S_OK 0x00000000')
  await call('0', 'DXGI_ERROR_NOT_FOUND 0x887A0002')
})

test('a policy change leaves the sample’s callback behind, marked stale [TN-34]', async () => {
  const page = await explorer({ policy: 'creative-app' })
  const policy = page.getByRole('combobox', { name: 'Policy' })
  const active = page.locator('.combobox-active')
  // with the keyboard, and Escape leaves things as they are
  await policy.press('Enter')
  await expect(active).toContainText('creative-app')
  await policy.press('Home')
  await expect(active).toContainText('none')
  await expect(policy).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? 'none')
  await policy.press('Escape')
  await expect(page.getByRole('listbox', { name: 'Policy' })).toHaveCount(0)
  await expect(policy).toContainText('creative-app')
  await policy.press('Enter')
  await policy.pressSequentially('fen')
  await expect(active).toContainText('fence-lru')
  await policy.press('Escape')
  await policy.click()
  await page.getByRole('option', { name: /^fence-lru/ }).click()
  await expect(policy).toContainText('fence-lru')
  await expect(page.getByRole('table', { name: 'Live registrations' })).toContainText('stale')
  await expect(page.getByRole('table', { name: 'Live registrations' })).toContainText('fence-lru')
})

test('a callback that throws stops nothing, and is reported with its cookie [TN-16]', async () => {
  const page = await explorer()
  await page.getByLabel('When called, it').selectOption('throws')
  await page.getByRole('button', { name: 'Register callback' }).click()
  const drawer = await openSystem(page)
  await drawer.getByRole('button', { name: 'Periodic trim now' }).click()
  const entry = page.getByRole('article').first()
  await expect(entry).toContainText('cookie 0')
  await expect(entry).toContainText('MyTrimCallback threw')
  await showTab(page, 'Findings')
  await expect(page.getByRole('article', { name: 'A callback threw' })).toContainText('Error')
  await expect(page.getByRole('list', { name: 'Findings' }).getByRole('button', { name: /cookie 1/ })).toBeVisible()
})
