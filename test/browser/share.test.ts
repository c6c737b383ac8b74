/** Sharing a project: members and their access, requests for access, privacy, and people who may not share. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { createLaunch, headers, type Launch, openList, press, untilEqual, untilSent } from './launch.ts'
import { memberOf, userOf } from './members.ts'
import { administrator, createObject, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()

/** Opens the dialog of a project. */
async function openShare(page: Page, launch: Launch, name: string) {
  await openList(page, launch)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Share ${name}`, exact: true })
  await dialog.getByRole('list', { name: 'Members', exact: true }).waitFor()
  return dialog
}

async function membershipsOf(visitor: Visitor, project: string) {
  const path = `/api/1.0/memberships?parent=${project}&opt_fields=access_level,member.name`
  const { data } = await (await visitor.context.request.get(path, { headers })).json()
  const all = data as { access_level: string; member: { gid: string; name: string } }[]
  return new Map(all.map(({ access_level, member }) => [member.name, access_level]))
}

test('an admin adds a person and a guest, changes their access and removes one', { skip }, async t => {
  const host = await administrator(t, site)
  const launch = await createLaunch(host, 'Launch')
  const ben = await memberOf(t, { ...site, host }, 'ben@example.com')
  const { page } = host
  const dialog = await openShare(page, launch, 'Launch')
  const field = dialog.getByRole('combobox', { name: 'Add people', exact: true })
  await field.fill('be')
  await dialog.getByRole('option', { name: 'ben ben@example.com' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await press(page, 'Enter')
  await dialog.getByRole('combobox', { name: 'Access', exact: true }).selectOption('Viewer')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const access = dialog.getByRole('combobox', { name: 'Access of ben', exact: true })
  await untilEqual(() => access.inputValue(), 'viewer')
  await field.fill('guest@other.example')
  await dialog.getByRole('option', { name: 'guest@other.example Invite' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Access of guest', exact: true }).waitFor()
  await openList(ben.page, launch)
  await ben.page.getByText('View only', { exact: true }).waitFor()
  await access.selectOption('Editor')
  await ben.page.reload()
  await ben.page.getByRole('button', { name: 'Add task', exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Remove guest', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Access of guest', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Notices' }).getByText('guest removed').waitFor({ state: 'attached' })
  await untilEqual(async () => Object.fromEntries(await membershipsOf(host, launch.project)), {
    admin: 'admin',
    ben: 'editor',
  })
})

test('the last admin keeps their access', { skip }, async t => {
  const host = await administrator(t, site)
  const launch = await createLaunch(host, 'Alone')
  const dialog = await openShare(host.page, launch, 'Alone')
  await untilEqual(() => dialog.getByRole('combobox', { name: 'Access of admin', exact: true }).isDisabled(), true)
  await untilEqual(() => dialog.getByRole('button', { name: 'Remove admin', exact: true }).count(), 0)
})

test('privacy and minimum levels change at once, and limit what editors may do', { skip }, async t => {
  const host = await administrator(t, site)
  const launch = await createLaunch(host, 'Open')
  const eva = await memberOf(t, { ...site, host }, 'eva@example.com')
  await createObject(host, '/memberships', {
    ...{ parent: launch.project, member: await userOf(eva), access_level: 'editor' },
  })
  const asEditor = await openShare(eva.page, launch, 'Open')
  await asEditor.getByRole('combobox', { name: 'Add people', exact: true }).waitFor()
  await untilEqual(() => asEditor.getByRole('combobox', { name: 'Privacy', exact: true }).count(), 0)
  const dialog = await openShare(host.page, launch, 'Open')
  await dialog.getByRole('combobox', { name: 'Privacy', exact: true }).selectOption('Organization')
  await dialog.getByRole('combobox', { name: 'Default access', exact: true }).selectOption('Viewer')
  await dialog.getByRole('combobox', { name: 'Who can share', exact: true }).selectOption('Only admins')
  await untilSent(host.page)
  const path = `/api/1.0/projects/${launch.project}?opt_fields=privacy_setting,default_access_level,minimum_access_level_for_sharing`
  const { gid: _gid, ...stored } = (await (await host.context.request.get(path, { headers })).json()).data
  assert.deepEqual(stored, {
    ...{ privacy_setting: 'public_to_workspace', default_access_level: 'viewer' },
    minimum_access_level_for_sharing: 'admin',
  })
  // The page of the editor follows.
  await asEditor.getByRole('combobox', { name: 'Add people', exact: true }).waitFor({ state: 'detached' })
  await asEditor.getByText('Sharing needs more access than yours.', { exact: false }).waitFor()
  await untilEqual(() => asEditor.getByRole('combobox').count(), 0)
  assert.deepEqual(await violations(eva.page), [])
})

test('a person asks for access, and an admin approves it', { skip }, async t => {
  const host = await administrator(t, site)
  const launch = await createLaunch(host, 'Closed')
  const { page } = await memberOf(t, { ...site, host }, 'rea@example.com')
  const address = `/1/${launch.workspace}/project/${launch.project}`
  await page.goto(address)
  await page.getByRole('heading', { level: 1, name: 'Not found', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Request access', exact: true }).click()
  const asking = page.getByRole('dialog', { name: 'Request access', exact: true })
  await asking.getByRole('textbox', { name: 'Message' }).fill('I write the brief.')
  await asking.getByRole('button', { name: 'Request access', exact: true }).click()
  await page.getByRole('region', { name: 'Notices' }).getByText('Access requested').waitFor()
  const dialog = await openShare(host.page, launch, 'Closed')
  const requests = dialog.getByRole('list', { name: 'Access requests', exact: true })
  await requests.getByText('I write the brief.').waitFor()
  await requests.getByRole('button', { name: 'Approve rea', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Access of rea', exact: true }).waitFor()
  await requests.waitFor({ state: 'detached' })
  await page.goto(address)
  await page.getByRole('heading', { level: 1, name: 'Closed', exact: true }).waitFor()
})

test('the dialog fits a narrow window', { skip }, async t => {
  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }
  const visitor = await administrator(t, site, phone)
  await openShare(visitor.page, await createLaunch(visitor, 'Narrow'), 'Narrow')
  await untilEqual(() => visitor.page.evaluate('document.documentElement.scrollWidth'), 320)
  await untilEqual(() => visitor.page.locator('.dialog').evaluate(one => one.scrollWidth - one.clientWidth), 0)
  assert.deepEqual(await violations(visitor.page), [])
})

test('a link that the browser cannot copy is shown, in the dialog and in the menu', { skip }, async t => {
  const host = await administrator(t, site)
  const { page, context } = host
  // Browsers offer no clipboard to pages without TLS.
  await context.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const launch = await createLaunch(host, 'Launch')
  const dialog = await openShare(page, launch, 'Launch')
  const alert = page.getByRole('region', { name: 'Notices' }).locator('[role="alert"]')
  const link = `/1/${launch.workspace}/project/${launch.project}`
  await dialog.getByRole('button', { name: 'Copy link', exact: true }).click()
  await alert.getByText(`Copying failed. The link is ${site.server.url}${link}`).waitFor()
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  await alert.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await page.getByRole('button', { name: 'Project actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click()
  await alert.getByText(`Copying failed. The link is ${site.server.url}${link}`).waitFor()
})

test('long names and addresses end in dots on a phone, and their buttons stay in place', { skip }, async t => {
  const host = await administrator(t, site, { viewport: { width: 390, height: 800 } })
  const { page } = host
  const launch = await createLaunch(host, 'Launch')
  const email = 'wolfeschlegelsteinhausenbergerdorff.guest@a-rather-long-name-of-a-company.example.com'
  const dialog = await openShare(page, launch, 'Launch')
  await dialog.getByRole('combobox', { name: 'Add people', exact: true }).fill(email)
  await dialog.getByRole('option', { name: `${email} Invite` }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const text = dialog.getByRole('list', { name: 'Members', exact: true }).getByText(email, { exact: true })
  await text.waitFor()
  assert.equal(await text.getAttribute('title'), email)
  assert.equal(await text.evaluate(one => one.scrollWidth > one.clientWidth), true)
  const box = await dialog.getByRole('button', { name: /^Remove wolfe/ }).boundingBox()
  assert.ok(box && box.x + box.width <= 390, `the button ends at ${box && box.x + box.width} px`)
})
