/** The read-only pages of objects, at the permalinks of the API, and the trash. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { untilEqual } from './launch.ts'
import {
  ADMINISTRATOR,
  administrator,
  callConsole,
  createObject,
  firstOrganization,
  openVisitor,
  PASSWORD,
  siteOfFile,
  skip,
  type Visitor,
} from './visitor.ts'

const site = siteOfFile()

const headers = { 'x-requested-with': 'test' }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** The `permalink_url` of an object. */
async function permalink({ context }: Visitor, path: string): Promise<string> {
  const answer = await context.request.get(`/api/1.0${path}?opt_fields=permalink_url`, { headers })
  return (await answer.json()).data.permalink_url
}

test('the permalinks of projects, tags, teams and tasks in projects open their pages', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  const project = await createObject(visitor, '/projects', { name: 'Balcony', workspace })
  const section = await createObject(visitor, `/projects/${project}/sections`, { name: 'Boxes' })
  const task = await createObject(visitor, '/tasks', { name: 'Plant', memberships: [{ project, section }] })
  const tag = await createObject(visitor, '/tags', { name: 'green', workspace })
  await createObject(visitor, '/tasks', { name: 'Prune', workspace, tags: [tag] })
  const team = await createObject(visitor, '/teams', { name: 'Gardeners', organization: workspace })
  await page.goto(await permalink(visitor, `/projects/${project}`))
  await page.getByRole('row', { name: 'Boxes', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Plant', exact: true }).waitFor()
  await page.goto(await permalink(visitor, `/tags/${tag}`))
  await page.getByRole('link', { name: 'Prune' }).waitFor()
  await page.goto(await permalink(visitor, `/teams/${team}`))
  await heading(page, 'Gardeners').waitFor()
  await page.goto(`/1/${workspace}/project/${project}/task/${task}`)
  await page.getByRole('complementary', { name: 'Plant' }).waitFor()
})

test('the permalink of a portfolio opens its page, which leads to its items', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  const portfolio = await createObject(visitor, '/portfolios', { name: 'Harvest', workspace, due_on: '2026-12-01' })
  const project = await createObject(visitor, '/projects', { name: 'Orchard', workspace })
  const inner = await createObject(visitor, '/portfolios', { name: 'Cellar', workspace })
  for (const item of [project, inner]) await createObject(visitor, `/portfolios/${portfolio}/addItem`, { item })
  await page.goto(await permalink(visitor, `/portfolios/${portfolio}`))
  await page.getByText('This is a read-only view of the portfolio.').waitFor()
  await page.getByText('Dec 1, 2026').waitFor()
  await page.getByRole('link', { name: 'Cellar' }).press('Enter')
  await heading(page, 'Cellar').waitFor()
  await page.getByText('No items yet').waitFor()
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Orchard' }).press('Enter')
  await heading(page, 'Orchard').waitFor()
})

test('the permalink of a goal opens its page, which leads to what supports it', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  const goal = await createObject(visitor, '/goals', { name: 'Grow', workspace, due_on: '2026-12-01' })
  const part = await createObject(visitor, '/goals', { name: 'Sprout', workspace })
  await createObject(visitor, `/goals/${goal}/addSupportingRelationship`, { supporting_resource: part })
  await page.goto(await permalink(visitor, `/goals/${goal}`))
  await page.getByText('This is a read-only view of the goal.').waitFor()
  await page.getByText('Dec 1, 2026').waitFor()
  await page.getByRole('link', { name: 'Sprout' }).press('Enter')
  await heading(page, 'Sprout').waitFor()
  await page.getByText('No support yet').waitFor()
})

test('the page is the same for an object without access and for one that does not exist', { skip }, async t => {
  const host = await administrator(t, site)
  const workspace = await firstOrganization(host)
  const task = await createObject(host, '/tasks', { name: 'Private', workspace })
  const invited = { email: 'eve@example.com', name: 'Eve' }
  const { link } = await callConsole<{ link: string }>(host, 'POST', `/organizations/${workspace}/invitations`, invited)
  const visitor = await openVisitor(t, site)
  await callConsole(visitor, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  const { page } = visitor
  const shown: string[] = []
  for (const address of [await permalink(host, `/tasks/${task}`), `/1/${workspace}/task/12`]) {
    await page.goto(address)
    await heading(page, 'Not found').waitFor()
    shown.push(await page.getByRole('main').innerText())
  }
  assert.deepEqual(new Set(shown).size, 1, shown.join('\n'))
})

test('the permalink of a task opens the task after the sign-in', { skip }, async t => {
  const host = await administrator(t, site)
  const task = await createObject(host, '/tasks', { name: 'Open the gate', workspace: await firstOrganization(host) })
  const { page } = await openVisitor(t, site)
  await page.goto(await permalink(host, `/tasks/${task}`))
  await heading(page, 'Sign in').waitFor()
  await page.getByLabel('E-mail address').fill(ADMINISTRATOR)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Open the gate').waitFor()
})

test('the trash of an organization says who deleted what, and restores it', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page, context } = visitor
  const workspace = await firstOrganization(visitor)
  await page.goto(`/organizations/${workspace}/trash`)
  await page.getByText('The trash is empty').waitFor()
  const project = await createObject(visitor, '/projects', { name: 'Winter', workspace })
  const remove = () => context.request.delete(`/api/1.0/projects/${project}`, { headers })
  await remove()
  const row = page.locator('.row').filter({ hasText: 'Winter' })
  assert.match(await row.innerText(), /Project[\s\S]*deleted just now by admin[\s\S]*30 days left/)
  await page.getByRole('button', { name: 'Restore Winter' }).press('Enter')
  await page.getByText('Winter restored').waitFor()
  await page.getByText('The trash is empty').waitFor()
  const restored = await context.request.get(`/api/1.0/projects/${project}`, { headers })
  assert.equal(restored.status(), 200)
  await remove()
  await row.waitFor()
  await context.request.post(`/-/organizations/${workspace}/trash/${project}/restore`, { headers })
  await page.getByRole('button', { name: 'Restore Winter' }).waitFor({ state: 'detached' })
})

test('a member has no access to the trash', { skip }, async t => {
  const host = await administrator(t, site)
  const workspace = await firstOrganization(host)
  const invited = { email: 'max@example.com', name: 'Max' }
  const { link } = await callConsole<{ link: string }>(host, 'POST', `/organizations/${workspace}/invitations`, invited)
  const visitor = await openVisitor(t, site)
  await callConsole(visitor, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  await visitor.page.goto(`/organizations/${workspace}/trash`)
  await visitor.page.getByRole('alert').getByText('Only administrators').waitFor()
  const administration = visitor.page.getByRole('navigation', { name: 'Administration' })
  await untilEqual(() => administration.getByRole('link', { name: 'Trash' }).count(), 0)
})
