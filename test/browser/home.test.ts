/** Home: first steps in a new workspace, then the person's tasks, projects and what they assigned. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { untilEqual, untilTrue } from './launch.ts'
import { administrator, callConsole, createObject, firstOrganization, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const DAY_MS = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

test('a new workspace shows first steps and the first request, which make room for a project', { skip }, async t => {
  const { page } = await administrator(t, site)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page
    .getByRole('main')
    .getByText(/Good (morning|afternoon|evening), admin/)
    .waitFor()
  const steps = region(page, 'First steps')
  await steps.getByRole('link', { name: 'Access tokens' }).waitFor()
  await steps.getByRole('link', { name: 'API reference' }).waitFor()
  await region(page, 'First request').getByText(`${site.server.url}/api/1.0/users/me`).waitFor()
  assert.deepEqual(await violations(page), [])
  await steps.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('dialog', { name: 'New project' }).getByRole('textbox', { name: 'Project name' }).fill('Launch')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Launch' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await region(page, 'Projects').getByRole('link', { name: 'Launch' }).waitFor()
  await untilEqual(() => region(page, 'First steps').count(), 0)
})

test('the tasks of the person are upcoming, overdue or completed, and are completed in place', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  const mine = (name: string, due_on: string | null) =>
    createObject(visitor, '/tasks', { name, workspace, assignee: 'me', due_on })
  await mine('Some day', null)
  await mine('Next week', inDays(8))
  await mine('Tomorrow', inDays(1))
  await mine('Long ago', inDays(-9))
  await page.goto(`/1/${workspace}/home`)
  const card = region(page, 'My tasks')
  await card.getByRole('link', { name: 'Tomorrow' }).waitFor()
  await untilEqual(
    () => card.getByRole('listitem').getByRole('link').allInnerTexts(),
    ['Tomorrow', 'Next week', 'Some day'],
  )
  await card.getByRole('tab', { name: 'Overdue' }).click()
  await card.getByRole('link', { name: 'Long ago' }).waitFor()
  await card.getByRole('checkbox', { name: 'Completed' }).check()
  await card.getByText('Nothing is overdue.').waitFor()
  await card.getByRole('tab', { name: 'Overdue' }).press('ArrowRight')
  await card.getByRole('link', { name: 'Long ago' }).waitFor()
  await card.getByRole('link', { name: 'Long ago' }).click()
  await page.waitForURL(/\/home\/task\/\d+$/)
})

test('projects show favorites first with their status; tasks of others show who has them', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  const starred = await createObject(visitor, '/projects', { name: 'Starred', workspace })
  await createObject(visitor, '/projects', { name: 'Newer', workspace })
  await callConsole(visitor, 'PUT', `/favorites/${starred}`, {})
  const update = { parent: starred, title: 'Fine', text: 'Fine', status_type: 'at_risk' }
  await createObject(visitor, '/status_updates', update)
  const organization = `/organizations/${workspace}`
  const invitation = { email: 'cleo@example.com', name: 'Cleo' }
  const { user } = await callConsole<{ user: { gid: string } }>(
    visitor,
    'POST',
    `${organization}/invitations`,
    invitation,
  )
  await createObject(visitor, '/tasks', { name: 'For Cleo', workspace, assignee: user.gid })
  await page.goto(`/1/${workspace}/home`)
  const projects = region(page, 'Projects').getByRole('listitem')
  await projects.first().getByText('At risk').waitFor()
  await untilEqual(async () => /Starred/.test(await projects.first().innerText()), true)
  await region(page, 'Tasks I assigned').getByRole('link', { name: 'For Cleo' }).waitFor()
  await region(page, 'Tasks I assigned').getByRole('button', { name: 'Assignee: Cleo' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.setViewportSize({ width: 320, height: 640 })
  await untilTrue(page, 'document.documentElement.scrollWidth <= 320')
})
