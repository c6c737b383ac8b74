/** What people do with the comments of a task, other than writing them; and where the task is in My tasks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { violations } from './axe.ts'
import { createLaunch, headers, untilEqual, untilSent } from './launch.ts'
import { administrator, createObject, firstOrganization, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

async function openTask(t: Parameters<typeof administrator>[0]) {
  const visitor = await administrator(t, site)
  const { page, context } = visitor
  const { workspace, project } = await createLaunch(visitor, 'Discussed')
  const task = await createObject(visitor, '/tasks', { name: 'Write the brief', projects: [project], assignee: 'me' })
  const read = async (path: string, fields: string) =>
    (await (await context.request.get(`/api/1.0${path}?opt_fields=${fields}`, { headers })).json()).data
  const address = `/1/${workspace}/task/${task}`
  await page.goto(address)
  return { visitor, page, task, address, read }
}

test('a comment is liked, gets reactions, and its link leads to it', { skip }, async t => {
  const { visitor, page, task, read } = await openTask(t)
  const { user } = (await (await visitor.context.request.get('/-/session', { headers })).json()).data
  const story = await createObject(visitor, `/tasks/${task}/stories`, { text: 'Well done' })
  const comment = page.getByRole('article', { name: user.name }).filter({ hasText: 'Well done' })
  await comment.hover()
  await comment.getByRole('button', { name: 'Like comment', exact: true }).click()
  await comment.getByRole('button', { name: 'Unlike comment, 1', exact: true }).waitFor()
  await comment.getByRole('button', { name: 'Add reaction', exact: true }).click()
  await page.getByRole('menuitem', { name: /Rocket/ }).click()
  const rocket = comment.getByRole('button', { name: 'Reaction 🚀, 1', exact: true })
  await rocket.waitFor()
  assert.deepEqual(await violations(page), [])
  await untilSent(page)
  const found = await read(`/stories/${story}`, 'num_likes,reaction_summary')
  assert.deepEqual([found.num_likes, found.reaction_summary.length], [1, 1])
  await rocket.click()
  await rocket.waitFor({ state: 'detached' })
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await comment.getByRole('button', { name: 'Copy link to comment', exact: true }).click()
  await page.getByRole('region', { name: 'Notices' }).getByText('Link copied').waitFor()
  await page.goto(await page.evaluate<string>('navigator.clipboard.readText()'))
  await page.locator(`#story-${story}[data-target]`).waitFor()
})

test('a comment is posted with a sticker, and says before who will be notified', { skip }, async t => {
  const { visitor, page, task, read, address } = await openTask(t)
  const workspace = await firstOrganization(visitor)
  await visitor.context.request.post(`/api/1.0/workspaces/${workspace}/addUser`, {
    headers,
    data: { data: { user: 'ben@example.com' } },
  })
  await visitor.context.request.post(`/api/1.0/tasks/${task}/addFollowers`, {
    headers,
    data: { data: { followers: ['ben@example.com'] } },
  })
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Comment', exact: true }).click()
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
  await page.getByText('ben will be notified.', { exact: false }).waitFor()
  await page.keyboard.type('We did it')
  await page.getByRole('button', { name: 'Add sticker', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Trophy', exact: true }).click()
  await page.getByRole('button', { name: 'Sticker: Trophy', exact: true }).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Post comment', exact: true }).click()
  await page
    .getByRole('list', { name: 'Activity' })
    .getByRole('img', { name: 'Sticker: Trophy', exact: true })
    .waitFor()
  await page.getByRole('button', { name: 'Add sticker', exact: true }).waitFor({ state: 'attached' })
  await untilSent(page)
  const stories = await read(`/tasks/${task}/stories`, 'sticker_name')
  assert.equal(stories.at(-1).sticker_name, 'trophy')
})

test('a task of the person is moved to another section of My tasks from its page', { skip }, async t => {
  const { page, task, read } = await openTask(t)
  await page.getByRole('button', { name: 'Section of My tasks: Recently assigned', exact: true }).click()
  await page.getByRole('option', { name: 'Do today', exact: true }).click()
  await page.getByRole('button', { name: 'Section of My tasks: Do today', exact: true }).waitFor()
  const section = async () => (await read(`/tasks/${task}`, 'assignee_section.name')).assignee_section.name
  await untilEqual(section, 'Do today')
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo', exact: true }).click()
  await untilEqual(section, 'Recently assigned')
})

test('paper gets the task without its controls', { skip }, async t => {
  const { page } = await openTask(t)
  await page.getByRole('textbox', { name: 'Task name', exact: true }).waitFor()
  await page.evaluate('print = () => document.documentElement.setAttribute("data-printed", "")')
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print', exact: true }).click()
  await page.locator('html[data-printed]').waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  const isVisible = (name: string) => page.getByRole('textbox', { name, exact: true }).isVisible()
  assert.deepEqual([await isVisible('Task name'), await isVisible('Comment')], [true, false])
})
