/** People and teams, and the dialogs that create sections, tags and teams. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { createLaunch, openList, untilEqual, untilSections, untilTrue } from './launch.ts'
import {
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

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const headers = { 'x-requested-with': 'test' }

interface Invited {
  user: { gid: string }
  link: string
}

/** Invites a person, as the administrator does, and returns what the invitation has. */
const invite = async (visitor: Visitor, name: string): Promise<Invited> => {
  const workspace = await firstOrganization(visitor)
  const email = `${name.toLowerCase()}@example.com`
  return callConsole<Invited>(visitor, 'POST', `/organizations/${workspace}/invitations`, { email, name })
}

test('the directory lists people, finds them, and leads to their pages', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  const { user } = await invite(visitor, 'Dora')
  await page.goto(`/1/${workspace}/people`)
  await heading(page, 'People').waitFor()
  const list = page.getByRole('list', { name: 'People' })
  await list.getByRole('link', { name: 'Dora' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('searchbox', { name: 'Find people' }).fill('dora@')
  await page.locator('.people-row').nth(1).waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Find people' }).fill('nobody at all')
  await page.getByText('No people match').waitFor()
  await page.getByRole('searchbox', { name: 'Find people' }).fill('')
  await list.getByRole('link', { name: 'Dora' }).click()
  await heading(page, 'Dora').waitFor()
  await page.goto(`/0/profile/${user.gid}`)
  await heading(page, 'Dora').waitFor()
  await page.goto(`/1/${workspace}/people`)
  await page.getByRole('main').getByRole('button', { name: 'Invite' }).click()
  await page.waitForURL(/\/admin\/\d+\/people$/)
})

test('the page of a person shows their tasks, projects and absence, and assigns a task', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  const { user } = await invite(visitor, 'Emil')
  const project = await createObject(visitor, '/projects', { name: 'Orchard walls', workspace })
  await createObject(visitor, `/projects/${project}/addMembers`, { members: [user.gid] })
  await createObject(visitor, '/tasks', { name: 'Lay stones', projects: [project], assignee: user.gid })
  const [from, to] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 3 * 86_400_000)]
  await createObject(visitor, '/ooo_entries', {
    ...{ workspace, user: user.gid },
    ...{ start_date: from.toISOString().slice(0, 10), end_date: to.toISOString().slice(0, 10) },
  })
  await page.goto(`/1/${workspace}/person/${user.gid}`)
  await heading(page, 'Emil').waitFor()
  await page.getByText(/^Away until /).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Orchard walls' }).first().waitFor()
  const grid = page.getByRole('treegrid', { name: 'Emil' })
  await grid.getByRole('row', { name: 'Lay stones', exact: true }).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Assign a task' }).click()
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByRole('button', { name: 'Assignee: Emil' }).waitFor()
  await dialog.getByRole('textbox', { name: 'Task name' }).fill('Mix mortar')
  await dialog.getByRole('button', { name: 'Create task' }).click()
  await page.getByRole('region', { name: 'Notices' }).getByText('Task created').waitFor()
  await page.locator('html[data-unsent="0"]').waitFor({ state: 'attached' })
  const query = `assignee.any=${user.gid}&text=mortar`
  const search = `/api/1.0/workspaces/${workspace}/tasks/search?${query}`
  const found = async () => (await (await visitor.context.request.get(search, { headers })).json()).data
  await untilEqual(async () => (await found())[0]?.name, 'Mix mortar')
})

test('the page of a person shows the goals that they own and the viewer can see', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  const { user, link } = await invite(visitor, 'Gesa')
  await page.goto(`/1/${workspace}/person/${user.gid}`)
  await page.getByText('No goals of Gesa that you can see').waitFor()
  const gesa = await openVisitor(t, site)
  await callConsole(gesa, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  const goal = await createObject(gesa, '/goals', { name: 'Ten bridges', workspace })
  await createObject(gesa, '/goals', { name: 'Secret bridge', workspace, privacy_setting: 'members_only' })
  const numbers = { precision: 0, unit: 'none', initial_number_value: 0, target_number_value: 10 }
  const metric = { ...numbers, current_number_value: 3, progress_source: 'manual' }
  await createObject(gesa, `/goals/${goal}/setMetric`, metric)
  await gesa.context.request.put(`/api/1.0/goals/${goal}`, { headers, data: { data: { status: 'yellow' } } })
  await page.reload()
  const goals = page.getByRole('list', { name: 'Goals' })
  const shown = goals.getByRole('listitem').filter({ hasText: 'Ten bridges' })
  await shown.getByText('At risk').waitFor()
  await shown.getByText('30%').waitFor()
  assert.deepEqual(await violations(page), [])
  await untilEqual(() => goals.getByRole('link').allInnerTexts(), ['Ten bridges'])
  await goals.getByRole('link', { name: 'Ten bridges' }).click()
  await heading(page, 'Ten bridges').waitFor()
  await gesa.page.goto(`/1/${workspace}/person/${user.gid}`)
  await untilEqual(
    () => gesa.page.getByRole('list', { name: 'Goals' }).getByRole('link').allInnerTexts(),
    ['Ten bridges', 'Secret bridge'],
  )
})

test('a team is created, described, joined by members and left', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  const { link } = await invite(visitor, 'Fritz')
  await page.goto(`/1/${workspace}/teams`)
  await heading(page, 'Teams').waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'Team' }).click()
  const created = page.getByRole('dialog', { name: 'New team' })
  await created.getByRole('textbox', { name: 'Team name' }).fill('Masons')
  await created.getByRole('combobox', { name: 'Who can join' }).selectOption('Everyone in the organization')
  await created.getByRole('button', { name: 'Create team' }).click()
  await heading(page, 'Masons').waitFor()
  const gid = /\/team\/(\d+)$/.exec(page.url())?.[1] ?? ''
  await page.getByRole('button', { name: 'Edit details' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit details' })
  await edit.getByRole('textbox', { name: 'Description' }).fill('We build walls.')
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('main').getByText('We build walls.').waitFor()
  await page.getByRole('button', { name: 'Add member' }).click()
  await page.getByRole('combobox', { name: 'Member' }).fill('fritz')
  await page.getByRole('option', { name: 'Fritz' }).click()
  const members = page.getByRole('list', { name: 'Members' })
  await members.getByRole('link', { name: 'Fritz' }).waitFor()
  await members.getByText('Team administrator').waitFor()
  await page.keyboard.press('Escape')
  assert.deepEqual(await violations(page), [])
  await members.getByRole('button', { name: 'Remove Fritz' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await members.getByRole('link', { name: 'Fritz' }).waitFor({ state: 'detached' })

  const fritz = await openVisitor(t, site)
  await callConsole(fritz, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  await callConsole(fritz, 'PUT', '/password', { password: PASSWORD })
  await fritz.page.goto(`/0/team/${gid}`)
  await heading(fritz.page, 'Masons').waitFor()
  await untilEqual(() => fritz.page.getByRole('button', { name: 'Edit details' }).count(), 0)
  await fritz.page.getByRole('button', { name: 'Join team' }).click()
  await fritz.page.getByRole('button', { name: 'Leave team' }).click()
  await fritz.page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await fritz.page.getByRole('button', { name: 'Join team' }).waitFor()
  // A person cannot invite, and sees no button for it.
  await fritz.page.goto(`/1/${workspace}/people`)
  await fritz.page.getByRole('list', { name: 'People' }).waitFor()
  await untilEqual(() => fritz.page.getByRole('button', { name: 'Invite' }).count(), 0)
})

test('the menu "Create" makes sections in the project on the screen, and tags', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Pavilion')
  await openList(page, launch)
  const create = page.getByRole('banner').getByRole('button', { name: 'Create' })
  await create.click()
  await untilEqual(
    () =>
      page
        .getByRole('menuitem')
        .evaluateAll(items =>
          items.map(item => item.getAttribute('aria-label') ?? item.querySelector('[slot="label"]')?.textContent),
        ),
    ['Task', 'Project', 'Section', 'Tag', 'Team', 'Invitation'],
  )
  await page.getByRole('menuitem', { name: 'Section' }).click()
  const section = page.getByRole('dialog', { name: 'New section' })
  await section.getByRole('textbox', { name: 'Section name' }).fill('Roof')
  await untilEqual(() => section.getByRole('combobox', { name: 'Project' }).inputValue(), launch.project)
  await section.getByRole('button', { name: 'Create section' }).click()
  await untilSections(page, ['To do', 'Doing', 'Roof'])
  await create.click()
  await page.getByRole('menuitem', { name: 'Tag' }).click()
  const tag = page.getByRole('dialog', { name: 'New tag' })
  assert.deepEqual(await violations(page), [])
  await tag.getByRole('textbox', { name: 'Tag name' }).fill('fragile')
  await tag.getByRole('combobox', { name: 'Colour' }).selectOption('Red')
  await tag.getByRole('button', { name: 'Create tag' }).click()
  await heading(page, 'fragile').waitFor()
})

test('a person requests to join a team, and its administrator approves', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const organization = await firstOrganization(visitor)
  const team = await createObject(visitor, '/teams', { name: 'Carvers', organization, visibility: 'request_to_join' })
  const greta = await openVisitor(t, site)
  const { link } = await invite(visitor, 'Greta')
  await callConsole(greta, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  await greta.page.goto(`/0/team/${team}`)
  await greta.page.getByRole('button', { name: 'Request to join' }).click()
  const dialog = greta.page.getByRole('dialog', { name: 'Request to join' })
  await dialog.getByRole('textbox', { name: 'Message' }).fill('I carve spoons.')
  assert.deepEqual(await violations(greta.page), [])
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await greta.page.getByRole('button', { name: 'Withdraw request' }).waitFor()

  await page.goto(`/0/team/${team}`)
  const requests = page.getByRole('list', { name: 'Requests to join' })
  await requests.getByText('I carve spoons.').waitFor()
  assert.deepEqual(await violations(page), [])
  await requests.getByRole('button', { name: 'Approve Greta' }).click()
  await page.getByText('Greta joined the team').waitFor()
  await page.getByRole('list', { name: 'Members' }).getByRole('link', { name: 'Greta' }).waitFor()
  await requests.waitFor({ state: 'detached' })
  await greta.page.reload()
  await greta.page.getByRole('button', { name: 'Leave team' }).waitFor()
})

test('a person and a team that do not exist, and narrow windows', { skip }, async t => {
  const visitor = await administrator(t, site, { viewport: { width: 390, height: 760 } })
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  for (const path of ['person/12345', 'team/12345']) {
    await page.goto(`/1/${workspace}/${path}`)
    await heading(page, 'Not found').waitFor()
  }
  const { user } = await callConsole<{ user: { gid: string } }>(visitor, 'GET', '/session')
  const team = await createObject(visitor, '/teams', { name: 'Narrow', organization: workspace })
  for (const path of ['people', 'teams', `person/${user.gid}`, `team/${team}`]) {
    await page.goto(`/1/${workspace}/${path}`)
    await page.locator('h1').waitFor()
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 760 })
      await untilTrue(page, `document.documentElement.scrollWidth <= ${width}`)
    }
    assert.deepEqual(await violations(page), [], path)
  }
})
